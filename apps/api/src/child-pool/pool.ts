import { createSemaphore, NoSlotError, type SemaphoreLimits, type SlotHolder } from '../limits/semaphore.ts';
import { type Child, ChildEndedError, startChild } from './child.ts';
import type { ChildJob, TaskResult } from './messages.ts';

export type ChildPoolLimits = SemaphoreLimits & {
  /** Milliseconds, without waiting. */
  readonly timeoutMs: number;
  /** Heap of a process. */
  readonly heapMb: number;
};

const IDLE_MS = 60_000;
/** Of all pools: what the server's memory allows (docs/operations.md). */
const processes = createSemaphore({ slots: 3, perPharmacy: 2, perPerson: 1, queue: Infinity });

export type PoolRefusal = 'full' | 'own' | 'timeout' | 'memory';
export class ChildPoolError extends Error {
  override name = 'ChildPoolError';
  readonly refusal: PoolRefusal;
  constructor(refusal: PoolRefusal) {
    super(`the job was not done: ${refusal}`);
    this.refusal = refusal;
  }
}

export type ChildPool = {
  /**
   * The job's bytes must not change any more.
   * @param options.signal ends the job and its process
   * @throws ChildPoolError without a slot or in time; PortalError of the task
   */
  run<Answer>(
    job: ChildJob,
    options?: { holder?: SlotHolder; signal?: AbortSignal },
  ): Promise<{ answer: Answer; parts: readonly Buffer[] }>;
  load(): { running: number; waiting: number };
  /** Ends all processes; jobs under way fail. */
  close(): Promise<void>;
};

/** A job that is aborted, too slow or too large ends its process only. */
export function createChildPool(limits: ChildPoolLimits): ChildPool {
  const semaphore = createSemaphore(limits);
  const children = new Set<Child>();
  const idle = new Map<Child, NodeJS.Timeout>();

  function takeChild(): Child {
    const [free] = idle.keys();
    if (free) {
      clearTimeout(idle.get(free));
      idle.delete(free);
      return free;
    }
    const child = startChild(limits.heapMb);
    children.add(child);
    void child.ended.then(() => forget(child));
    return child;
  }

  function forget(child: Child): void {
    clearTimeout(idle.get(child));
    idle.delete(child);
    children.delete(child);
  }

  function end(child: Child): void {
    forget(child);
    child.kill();
  }

  async function runInChild(job: ChildJob, signal: AbortSignal | undefined): Promise<Required<TaskResult<unknown>>> {
    const child = takeChild();
    const stopped = Promise.withResolvers<never>();
    const onAbort = () => stopped.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const deadline = setTimeout(() => stopped.reject(new ChildPoolError('timeout')), limits.timeoutMs);
    let isReusable = false;
    try {
      const result = await Promise.race([child.run(job), stopped.promise]);
      isReusable = true;
      return result;
    } catch (error) {
      isReusable = !(error instanceof ChildPoolError || error instanceof ChildEndedError || signal?.aborted);
      throw error instanceof ChildEndedError && error.outOfMemory ? new ChildPoolError('memory') : error;
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      if (isReusable) idle.set(child, setTimeout(() => end(child), IDLE_MS).unref());
      else end(child);
    }
  }

  return {
    async run<Answer>(job: ChildJob, { holder = {}, signal }: { holder?: SlotHolder; signal?: AbortSignal } = {}) {
      let release: () => void;
      try {
        release = await semaphore.acquire(holder, { signal });
      } catch (error) {
        if (!(error instanceof NoSlotError)) throw error;
        throw new ChildPoolError(error.limit === 'person' || error.limit === 'pharmacy' ? 'own' : 'full');
      }
      try {
        const releaseProcess = await processes.acquire(holder, { signal });
        try {
          return (await runInChild(job, signal)) as { answer: Answer; parts: readonly Buffer[] };
        } finally {
          releaseProcess();
        }
      } finally {
        release();
      }
    },
    load() {
      const { taken, waiting } = semaphore.load();
      return { running: taken, waiting };
    },
    async close() {
      const ending = [...children];
      for (const child of ending) end(child);
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };
}
