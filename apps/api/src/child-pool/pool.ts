import { setTimeout as pause } from 'node:timers/promises';
import { currentCall } from '../limits/call-context.ts';
import { createSemaphore, NoSlotError, type SemaphoreLimits, type SlotHolder } from '../limits/semaphore.ts';
import { type Child, ChildEndedError, ProcessorTimeError, startChild } from './child.ts';
import type { ChildJob, TaskResult } from './messages.ts';

export type ChildPoolLimits = SemaphoreLimits & {
  /** Processor time of a job, without waiting and the start of its process. */
  readonly processorMs: number;
  /** By the wall, for one that hangs or is starved; else `HANGS_AFTER` times its processor time. */
  readonly wallMs?: number;
  /** Heap of a process. */
  readonly heapMb: number;
  /** Its processes are not of those that uploads share. */
  readonly isReserved?: boolean;
};

const IDLE_MS = 60_000;
const HANGS_AFTER = 5;
/** Of a job that was left. */
const GRACE_MS = 500;
/** Of all pools without their own: what the server's memory allows (docs/operations.md). */
const processes = createSemaphore({ slots: 3, perPharmacy: 1, perPerson: 1, queue: Infinity });

/** `cost` and `memory`: by the job itself; `late`: it hung, or the machine was too busy. */
type PoolRefusal = 'full' | 'own' | 'late' | 'cost' | 'memory';
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
   * @param options.signal ends the job and its process; holder and signal are the call's by default
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

function refusalOf(error: unknown): ChildPoolError | undefined {
  if (error instanceof ProcessorTimeError) return new ChildPoolError('cost');
  if (error instanceof ChildEndedError && error.outOfMemory) return new ChildPoolError('memory');
  return error instanceof ChildPoolError ? error : undefined;
}

const endsProcess = (error: unknown) => refusalOf(error) !== undefined || error instanceof ChildEndedError;

const isDone = (result: Promise<unknown>) =>
  result.then(
    () => true,
    (error: unknown) => !endsProcess(error),
  );

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
    }
    const child = free ?? start();
    // The next one need not wait for a start, which takes seconds on a busy machine.
    if (idle.size === 0 && children.size < limits.slots) keep(start());
    return child;
  }

  function start(): Child {
    const child = startChild(limits.heapMb);
    children.add(child);
    void child.ended.then(() => forget(child));
    return child;
  }

  function keep(child: Child): void {
    idle.set(child, setTimeout(() => end(child), IDLE_MS).unref());
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

  /** `free`: for another job. */
  async function runInChild(
    job: ChildJob,
    signal: AbortSignal | undefined,
    free: () => void,
  ): Promise<Required<TaskResult<unknown>>> {
    const child = takeChild();
    const stopped = Promise.withResolvers<never>();
    const onAbort = () => stopped.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const { processorMs, wallMs = HANGS_AFTER * processorMs } = limits;
    const deadline = setTimeout(() => stopped.reject(new ChildPoolError('late')), wallMs);
    const onBegin = () => void deadline.refresh();
    const result = child.run(job, { processorMs, onBegin });
    const settle = (isReusable: boolean) => {
      if (isReusable) keep(child);
      else end(child);
      free();
    };
    let isReusable = false;
    try {
      const done = await Promise.race([result, stopped.promise]);
      isReusable = true;
      return done;
    } catch (error) {
      isReusable = !(signal?.aborted || endsProcess(error));
      throw refusalOf(error) ?? error;
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      if (isReusable || !signal?.aborted) settle(isReusable);
      else void Promise.race([isDone(result), pause(GRACE_MS, false, { ref: false })]).then(settle);
    }
  }

  return {
    async run<Answer>(
      job: ChildJob,
      {
        holder = currentCall()?.holder ?? {},
        signal = currentCall()?.signal,
      }: { holder?: SlotHolder; signal?: AbortSignal } = {},
    ) {
      let release: () => void;
      try {
        release = await semaphore.acquire(holder, { signal });
      } catch (error) {
        if (!(error instanceof NoSlotError)) throw error;
        throw new ChildPoolError(error.isOwn ? 'own' : 'full');
      }
      let releaseProcess = () => {};
      try {
        if (!limits.isReserved) releaseProcess = await processes.acquire(holder, { signal });
      } catch (error) {
        release();
        throw error;
      }
      return (await runInChild(job, signal, () => {
        releaseProcess();
        release();
      })) as { answer: Answer; parts: readonly Buffer[] };
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
