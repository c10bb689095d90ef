import { type PdfChild, PdfChildError, startPdfChild } from './pdf-child.ts';
import type { PdfJob, PdfOutcome } from './pdf-job.ts';

/** The bounds of the pool. Memory: `processes` × `heapMb`, plus the bodies that wait, plus the PDFs that are sent. */
export const PDF_POOL = {
  /** PDFs made at the same time. */
  processes: 2,
  /** Jobs that wait for a process, and the bytes of their rows together. */
  queue: 16,
  queuedBytes: 64 * 1024 * 1024,
  /** Jobs of one user, running and waiting. */
  perUser: 3,
  /** From the start of a job to its end; waiting does not count. */
  timeoutMs: 60_000,
  /** Longest wait for a process. */
  waitMs: 45_000,
  /** Heap of a process; 100,000 ordinary rows take half of it. */
  heapMb: 512,
  /** A process without work ends and gives its memory back. */
  idleMs: 120_000,
} as const;
export type PdfPoolBounds = { readonly [Name in keyof typeof PDF_POOL]: number };

export type PdfRefusal = 'full' | 'userLimit' | 'timeout' | 'memory';
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
type Slot = { child: PdfChild; idle: NodeJS.Timeout | undefined; busy: boolean };

export type PdfPool = {
  /**
   * Makes a PDF in a process of its own. The caller must not change the job's bytes any more.
   * @throws PdfPoolError when there is no room or it takes too long; the signal's reason when it is aborted
   */
  run(job: PdfJob, options: { user: string; signal: AbortSignal }): Promise<PdfOutcome>;
  /** Jobs that are being made and that wait, now. */
  load(): { running: number; waiting: number };
  /** Ends all processes; jobs under way fail. */
  close(): Promise<void>;
};

/**
 * A small pool of processes, started when needed. A job that is aborted, too slow or too large takes its process with it and
 * nothing else; the next job starts a new one.
 */
export function createPdfPool(bounds: PdfPoolBounds = PDF_POOL): PdfPool {
  const queue: Entry[] = [];
  const slots = new Set<Slot>();
  const jobsOf = new Map<string, number>();

  function startSlot(): Slot {
    const child = startPdfChild(bounds.heapMb, () => {
      slots.delete(slot);
      clearTimeout(slot.idle);
    });
    const slot: Slot = { child, idle: undefined, busy: false };
    slots.add(slot);
    return slot;
  }

  function next(): void {
    while (queue.length > 0) {
      const free = [...slots].find((slot) => !slot.busy);
      const slot = free ?? (slots.size < bounds.processes ? startSlot() : undefined);
      if (!slot) return;
      start(slot, queue.shift() as Entry);
    }
  }

  function start(slot: Slot, entry: Entry): void {
    clearTimeout(entry.waiting);
    clearTimeout(slot.idle);
    slot.busy = true;
    const { settle } = entry;
    let ended = false;
    const end = (error: unknown, outcome?: PdfOutcome) => {
      if (ended) return;
      ended = true;
      clearTimeout(deadline);
      slot.busy = false;
      if (outcome) rest(slot);
      else stop(slot);
      settle(error, outcome);
      next();
    };
    const deadline = setTimeout(() => end(new PdfPoolError('timeout')), bounds.timeoutMs);
    entry.settle = end;
    slot.child.start(entry.job, (error, outcome) => {
      end(error instanceof PdfChildError && error.outOfMemory ? new PdfPoolError('memory') : error, outcome);
    });
  }

  function rest(slot: Slot): void {
    slot.idle = setTimeout(() => stop(slot), bounds.idleMs);
    slot.idle.unref();
  }

  function stop(slot: Slot): void {
    slots.delete(slot);
    clearTimeout(slot.idle);
    slot.child.kill();
  }

  return {
    run(job, { user, signal }) {
      return new Promise<PdfOutcome>((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const own = jobsOf.get(user) ?? 0;
        if (own >= bounds.perUser) return reject(new PdfPoolError('userLimit'));
        const queuedBytes = queue.reduce((sum, entry) => sum + bytesOf(entry.job), bytesOf(job));
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
      running: [...slots].filter((slot) => slot.busy).length,
      waiting: queue.length,
    }),
    async close() {
      const ending = [...slots];
      for (const slot of ending) slot.child.kill();
      await Promise.all(ending.map((slot) => slot.child.ended));
    },
  };
}

function bytesOf({ json }: PdfJob): number {
  return json.reduce((sum, part) => sum + part.length, 0);
}
