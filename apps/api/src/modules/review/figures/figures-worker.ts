import { parentPort } from 'node:worker_threads';
import { figuresOf, type Reviewable } from './figures-of.ts';

// The program of a thread: packages in, their figures out, each under the number it came with.
parentPort?.on('message', ({ id, work }: { id: number; work: Reviewable }) => {
  try {
    parentPort?.postMessage({ id, figures: figuresOf(work) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
