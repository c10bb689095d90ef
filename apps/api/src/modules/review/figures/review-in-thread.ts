import { Worker } from 'node:worker_threads';
import type { Figures, Reviewable } from './figures-of.ts';

const PROGRAM = new URL('./figures-worker.ts', import.meta.url);

/** Ends a review that has gone astray; one of 20,000 rows takes a fraction of a second. */
const LONGEST_MS = 30_000;

/**
 * Reviews a package in a thread of its own, so that no other call waits for it.
 * @throws Error when the thread fails or takes too long
 */
export function reviewInThread(work: Reviewable): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(PROGRAM, { workerData: work });
    const timer = setTimeout(() => {
      reject(new Error('a review took too long'));
      void thread.terminate();
    }, LONGEST_MS);
    thread.once('message', (figures: Figures) => resolve(figures));
    thread.once('error', reject);
    thread.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`a review ended with ${code}`)); // nothing, once it has answered
    });
  });
}
