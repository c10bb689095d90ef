import { Worker } from 'node:worker_threads';
import type { PdfJob, PdfOutcome } from './pdf-job.ts';

/** The bounds of the pool. Memory: `workers` × `heapMb`, plus the bodies that wait, plus the PDFs that are sent. */
export const PDF_POOL = {
  /** PDFs made at the same time. */
  workers: 2,
  /** Jobs that wait for a worker, and the bytes of their rows together. */
  queue: 16,
  queuedBytes: 64 * 1024 * 1024,
  /** Jobs of one user, running and waiting. */
  perUser: 3,
  /** From the start of a job to its end; waiting does not count. */
  timeoutMs: 60_000,
  /** Longest wait for a worker. */
  waitMs: 45_000,
  /** Heap of a worker; 100,000 rows take less than half. */
  heapMb: 512,
  /** A worker without work ends and gives its memory back. */
  idleMs: 120_000,
} as const;
export type PdfPoolBounds = { readonly [Name in keyof typeof PDF_POOL]: number };

export type PdfRefusal = 'full' | 'userLimit' | 'timeout';
/** A job that was not done for lack of room or time. */
export class PdfPoolError extends Error {
  override name = 'PdfPoolError';
  readonly refusal: PdfRefusal;
  constructor(refusal: PdfRefusal) {
    super(`no PDF: ${refusal}`);
    this.refusal = refusal;
  }
}

type Entry = {
  job: PdfJob;
  user: string;
  settle: (error: unknown, outcome?: PdfOutcome) => void;
  waiting: NodeJS.Timeout | undefined;
};
type Slot = { worker: Worker; idle: NodeJS.Timeout | undefined; finish: ((error: Error) => void) | undefined };

export type PdfPool = {
  /**
   * Makes a PDF in a worker thread. The job's bytes are given away: the caller must not use them any more.
   * @throws PdfPoolError when there is no room or it takes too long; the signal's reason when it is aborted
   */
  run(job: PdfJob, options: { user: string; signal: AbortSignal }): Promise<PdfOutcome>;
  /** Jobs that are being made and that wait, now. */
  load(): { running: number; waiting: number };
  /** Ends all workers; jobs under way fail. */
  close(): Promise<void>;
};

/** A small pool of worker threads, started when needed. A job that is aborted or too slow takes its worker with it. */
export function createPdfPool(bounds: PdfPoolBounds = PDF_POOL): PdfPool {
  const queue: Entry[] = [];
  const slots = new Set<Slot>();
  const jobsOf = new Map<string, number>();

  function startWorker(): Slot {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
    });
    worker.unref(); // a worker never keeps the process alive; the open request does
    const slot: Slot = { worker, idle: undefined, finish: undefined };
    slots.add(slot);
    const gone = (error: Error) => {
      slots.delete(slot);
      clearTimeout(slot.idle);
      slot.finish?.(error);
    };
    worker.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => gone(new Error(`the PDF worker ended with code ${code}`)));
    return slot;
  }

  function next(): void {
    while (queue.length > 0) {
      const free = [...slots].find((slot) => slot.finish === undefined);
      const slot = free ?? (slots.size < bounds.workers ? startWorker() : undefined);
      if (!slot) return;
      start(slot, queue.shift() as Entry);
    }
  }

  function start(slot: Slot, entry: Entry): void {
    clearTimeout(entry.waiting);
    clearTimeout(slot.idle);
    const { settle } = entry;
    const end = (error: unknown, outcome?: PdfOutcome) => {
      clearTimeout(deadline);
      slot.worker.off('message', onMessage);
      slot.finish = undefined;
      if (outcome) rest(slot);
      else stop(slot);
      settle(error, outcome);
      next();
    };
    const onMessage = (outcome: PdfOutcome) => end(undefined, outcome);
    const deadline = setTimeout(() => end(new PdfPoolError('timeout')), bounds.timeoutMs);
    slot.finish = end;
    entry.settle = end;
    slot.worker.on('message', onMessage);
    slot.worker.postMessage(entry.job, [entry.job.json.buffer]);
  }

  function rest(slot: Slot): void {
    slot.idle = setTimeout(() => stop(slot), bounds.idleMs);
    slot.idle.unref();
  }

  function stop(slot: Slot): void {
    slots.delete(slot);
    clearTimeout(slot.idle);
    // A worker that cannot be ended is reported by its exit or error event.
    void slot.worker.terminate();
  }

  return {
    run(job, { user, signal }) {
      return new Promise<PdfOutcome>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const own = jobsOf.get(user) ?? 0;
        if (own >= bounds.perUser) return reject(new PdfPoolError('userLimit'));
        const queuedBytes = queue.reduce((sum, entry) => sum + entry.job.json.byteLength, job.json.byteLength);
        if (queue.length >= bounds.queue || (queue.length > 0 && queuedBytes > bounds.queuedBytes)) {
          return reject(new PdfPoolError('full'));
        }
        jobsOf.set(user, own + 1);
        const settle: Entry['settle'] = (error, outcome) => {
          clearTimeout(entry.waiting);
          signal.removeEventListener('abort', onAbort);
          const left = (jobsOf.get(user) ?? 1) - 1;
          if (left > 0) jobsOf.set(user, left);
          else jobsOf.delete(user);
          if (outcome) resolve(outcome);
          else reject(error as Error);
        };
        const leave = (error: unknown) => {
          const place = queue.indexOf(entry);
          if (place >= 0) queue.splice(place, 1);
          entry.settle(error);
        };
        const onAbort = () => leave(signal.reason);
        const entry: Entry = { job, user, settle, waiting: undefined };
        entry.waiting = setTimeout(() => leave(new PdfPoolError('full')), bounds.waitMs);
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(entry);
        next();
      });
    },
    load: () => ({
      running: [...slots].filter((slot) => slot.finish !== undefined).length,
      waiting: queue.length,
    }),
    async close() {
      await Promise.all([...slots].map((slot) => slot.worker.terminate()));
    },
  };
}
