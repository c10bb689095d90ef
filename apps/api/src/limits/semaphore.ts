export type SlotHolder = { readonly person?: string | undefined; readonly pharmacy?: number | undefined };

export type SemaphoreLimits = {
  /** Units taken at once: calls, processes, connections or bytes. */
  readonly slots: number;
  readonly perPharmacy?: number;
  readonly perPerson?: number;
  readonly queue?: number;
  /** Of those, callers of one pharmacy and of one person. */
  readonly queuePerPharmacy?: number;
  readonly queuePerPerson?: number;
  /** Longest wait, milliseconds. */
  readonly maxWaitMs?: number;
};

export type MetLimit = 'all' | 'pharmacy' | 'person' | 'wait';

export class NoSlotError extends Error {
  override name = 'NoSlotError';
  readonly limit: MetLimit;
  constructor(limit: MetLimit) {
    super(`no slot is free: ${limit}`);
    this.limit = limit;
  }
}

/** Gives the slots back; a second call does nothing. */
export type ReleaseSlot = () => void;

export type Semaphore = {
  /**
   * Synchronous where free, so that order is kept.
   * @param options.units 1 by default
   * @param options.signal leaves the queue
   * @throws NoSlotError
   */
  acquire(
    holder?: SlotHolder,
    options?: { units?: number; signal?: AbortSignal | undefined },
  ): ReleaseSlot | Promise<ReleaseSlot>;
  load(): { taken: number; waiting: number };
};

type Waiting = { readonly holder: SlotHolder; readonly units: number; readonly grant: (release: ReleaseSlot) => void };

/** In all, per pharmacy, per person. FIFO; a caller at its own limit lets others pass (ADR 86). */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { slots, perPharmacy = Infinity, perPerson = Infinity, queue = 0 } = limits;
  const { queuePerPharmacy = Infinity, queuePerPerson = Infinity } = limits;
  let taken = 0;
  const heldByPharmacy = new Map<number, number>();
  const heldByPerson = new Map<string, number>();
  const waiting: Waiting[] = [];

  function metLimit({ person, pharmacy }: SlotHolder, units: number): MetLimit | undefined {
    if (person !== undefined && (heldByPerson.get(person) ?? 0) + units > perPerson) return 'person';
    if (pharmacy !== undefined && (heldByPharmacy.get(pharmacy) ?? 0) + units > perPharmacy) return 'pharmacy';
    return taken + units > slots ? 'all' : undefined;
  }

  function hold({ person, pharmacy }: SlotHolder, units: number): ReleaseSlot {
    const count = (change: number) => {
      taken += change;
      if (person !== undefined) add(heldByPerson, person, change);
      if (pharmacy !== undefined) add(heldByPharmacy, pharmacy, change);
    };
    let isHeld = true;
    count(units);
    return () => {
      if (!isHeld) return;
      isHeld = false;
      count(-units);
      serveWaiting();
    };
  }

  function waitingFor(key: keyof SlotHolder, holder: SlotHolder): number {
    return holder[key] === undefined ? 0 : waiting.filter((entry) => entry.holder[key] === holder[key]).length;
  }

  function serveWaiting(): void {
    for (let at = 0; at < waiting.length; ) {
      const { holder, units, grant } = waiting[at] as Waiting;
      if (metLimit(holder, units) !== undefined) at += 1;
      else {
        waiting.splice(at, 1);
        grant(hold(holder, units));
      }
    }
  }

  function wait(holder: SlotHolder, units: number, signal: AbortSignal | undefined): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        waiting.splice(waiting.indexOf(entry), 1);
        settle();
        reject(error as Error);
      };
      const onAbort = () => leave(signal?.reason);
      const timer =
        limits.maxWaitMs === undefined
          ? undefined
          : setTimeout(() => leave(new NoSlotError('wait')), limits.maxWaitMs).unref();
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        holder,
        units,
        grant(release) {
          settle();
          resolve(release);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
    });
  }

  return {
    acquire(holder = {}, { units = 1, signal } = {}) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const met = metLimit(holder, units);
      if (met === undefined) return hold(holder, units);
      if (waitingFor('person', holder) >= queuePerPerson) throw new NoSlotError('person');
      if (waitingFor('pharmacy', holder) >= queuePerPharmacy) throw new NoSlotError('pharmacy');
      if (waiting.length >= queue) throw new NoSlotError(met);
      return wait(holder, units, signal);
    },
    load: () => ({ taken, waiting: waiting.length }),
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
