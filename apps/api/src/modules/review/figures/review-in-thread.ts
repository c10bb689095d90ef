import { Worker } from 'node:worker_threads';
import type { Figures, Reviewable } from './figures-of.ts';

const PROGRAM = new URL('./figures-worker.ts', import.meta.url);

/** Ends a review that has gone astray; one of 20,000 rows takes a fraction of a second. */
const LONGEST_MS = 30_000;

type Waiting = { resolve(figures: Figures): void; reject(error: unknown): void };
type Thread = { readonly worker: Worker; readonly waiting: Map<number, Waiting> };

/** Kept for the next review: to start a thread costs ten times what a review of 500 rows does. */
let thread: Thread | undefined;
let last = 0;

/**
 * Reviews a package in a thread beside the main one, so that no other call waits for it; several take turns.
 * @throws Error when the review or the thread fails, or it takes too long
 */
export function reviewInThread(work: Reviewable): Promise<Figures> {
  thread ??= startThread();
  const { worker, waiting } = thread;
  last += 1;
  const id = last;
  return new Promise<Figures>((resolve, reject) => {
    const timer = setTimeout(() => void worker.terminate(), LONGEST_MS);
    const settle = <T>(how: (result: T) => void) => {
      return (result: T) => {
        clearTimeout(timer);
        waiting.delete(id);
        // An idle thread does not keep the process.
        if (waiting.size === 0) worker.unref();
        how(result);
      };
    };
    waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    worker.ref();
    worker.postMessage({ id, work });
  });
}

function startThread(): Thread {
  const worker = new Worker(PROGRAM);
  const waiting: Thread['waiting'] = new Map();
  type Outcome = { id: number } & ({ figures: Figures } | { error: unknown });
  worker.on('message', (outcome: Outcome) => {
    const turn = waiting.get(outcome.id);
    if ('error' in outcome) turn?.reject(outcome.error);
    else turn?.resolve(outcome.figures);
  });
  const end = (error: unknown) => {
    if (thread?.worker === worker) thread = undefined;
    for (const turn of waiting.values()) turn.reject(error);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`the thread of the reviews ended with ${code}`)));
  return { worker, waiting };
}
