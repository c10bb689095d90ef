/** `pharmacy`: its number in the customer centre. */
export type SlotHolder = { readonly person?: string | undefined; readonly pharmacy?: number | undefined };

/** All accounts without a pharmacy together. */
export const OUTSIDE = 0;

export type SemaphoreLimits = {
  /** Units taken at once: calls, processes, connections or bytes. */
  readonly slots: number;
  readonly perPharmacy?: number;
  readonly perPerson?: number;
  /** Of `OUTSIDE`; `perPharmacy` by default. */
  readonly outside?: number;
  readonly queue?: number;
  /** Of those, callers of one pharmacy and of one person. */
  readonly queuePerPharmacy?: number;
  readonly queuePerPerson?: number;
  /** Longest wait, milliseconds. */
  readonly maxWaitMs?: number;
  /** Who has held a slot for longer, milliseconds, gets his next one as much later, 2 s at most. */
  readonly restFromMs?: number;
};

/** `pharmacy`, `person`: the caller's own share. */
export type MetLimit = 'all' | 'pharmacy' | 'person' | 'wait';

export class NoSlotError extends Error {
  override name = 'NoSlotError';
  readonly limit: MetLimit;
  constructor(limit: MetLimit) {
    super(`no slot is free: ${limit}`);
    this.limit = limit;
  }
  get isOwn(): boolean {
    return this.limit === 'person' || this.limit === 'pharmacy';
  }
}

const LONGEST_REST_MS = 2_000;

/** Gives the slots back; a second call does nothing. */
export type ReleaseSlot = () => void;

export type AcquireOptions = {
  /** 1 by default */
  readonly units?: number;
  /** Leaves the queue. */
  readonly signal?: AbortSignal | undefined;
  /** Has been let in before. */
  readonly isKnown?: boolean;
};

export type Semaphore = {
  /**
   * Synchronous where free.
   * @throws NoSlotError
   */
  acquire(holder?: SlotHolder, options?: AcquireOptions): ReleaseSlot | Promise<ReleaseSlot>;
  load(): { taken: number; waiting: number };
};

type Waiting = { readonly holder: SlotHolder; readonly units: number; readonly grant: (release: ReleaseSlot) => void };
type Ring = Map<number | undefined, Map<string | undefined, Waiting[]>>;

/**
 * Serves those that wait pharmacy by pharmacy, in each person by person. Who is at his own limit lets others pass; who
 * needs more than is free does not, or large units would starve. Rule 13.18.
 */
export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  const { slots, perPharmacy = Infinity, perPerson = Infinity, outside = perPharmacy, queue = 0 } = limits;
  const { queuePerPharmacy = Infinity, queuePerPerson = Infinity, restFromMs = Infinity } = limits;
  let taken = 0;
  const takenByPharmacy = new Map<number, number>();
  const takenByPerson = new Map<string, number>();
  const ring: Ring = new Map();
  let waiting = 0;
  const waitingByPerson = new Map<string, number>();
  /** The next in turn needs more than is free. */
  let isFull = false;

  function metLimit({ person, pharmacy }: SlotHolder, units: number): MetLimit | undefined {
    if (person !== undefined && (takenByPerson.get(person) ?? 0) + units > perPerson) return 'person';
    const most = pharmacy === OUTSIDE ? outside : perPharmacy;
    if (pharmacy !== undefined && (takenByPharmacy.get(pharmacy) ?? 0) + units > most) return 'pharmacy';
    return taken + units > slots ? 'all' : undefined;
  }

  function hold({ person, pharmacy }: SlotHolder, units: number): ReleaseSlot {
    const count = (change: number) => {
      taken += change;
      if (pharmacy !== undefined) add(takenByPharmacy, pharmacy, change);
    };
    const countPerson = (change: number) => {
      if (person !== undefined) add(takenByPerson, person, change);
    };
    let isTaken = true;
    const began = performance.now();
    count(units);
    countPerson(units);
    const isRested = () => {
      countPerson(-units);
      serveWaiting();
    };
    return () => {
      if (!isTaken) return;
      isTaken = false;
      count(-units);
      const restMs = performance.now() - began - restFromMs;
      if (restMs > 0) setTimeout(isRested, Math.min(restMs, LONGEST_REST_MS)).unref();
      else countPerson(-units);
      serveWaiting();
    };
  }

  function serveWaiting(): void {
    for (let next = nextInTurn(); next; next = nextInTurn()) {
      const { holder, units, grant } = next;
      remove(next);
      passTurn(holder);
      grant(hold(holder, units));
    }
  }

  function nextInTurn(): Waiting | undefined {
    isFull = false;
    for (const persons of ring.values()) {
      for (const [entry] of persons.values()) {
        if (!entry) continue;
        const met = metLimit(entry.holder, entry.units);
        if (met === undefined) return entry;
        if (met === 'all') {
          isFull = true;
          return undefined;
        }
        if (met === 'pharmacy') break;
      }
    }
    return undefined;
  }

  function passTurn({ person, pharmacy }: SlotHolder): void {
    const persons = ring.get(pharmacy);
    if (!persons) return;
    ring.delete(pharmacy);
    ring.set(pharmacy, persons);
    const entries = persons.get(person);
    if (!entries) return;
    persons.delete(person);
    persons.set(person, entries);
  }

  function enqueue(entry: Waiting): void {
    const { person, pharmacy } = entry.holder;
    const persons = ring.get(pharmacy) ?? new Map<string | undefined, Waiting[]>();
    const entries = persons.get(person) ?? [];
    entries.push(entry);
    persons.set(person, entries);
    ring.set(pharmacy, persons);
    waiting += 1;
    if (person !== undefined) add(waitingByPerson, person, 1);
  }

  function remove(entry: Waiting): void {
    const { person, pharmacy } = entry.holder;
    const persons = ring.get(pharmacy);
    const entries = persons?.get(person);
    if (!persons || !entries) return;
    entries.splice(entries.indexOf(entry), 1);
    waiting -= 1;
    if (person !== undefined) add(waitingByPerson, person, -1);
    if (entries.length === 0) persons.delete(person);
    if (persons.size === 0) ring.delete(pharmacy);
  }

  function wait(holder: SlotHolder, units: number, signal: AbortSignal | undefined): Promise<ReleaseSlot> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        remove(entry);
        settle();
        reject(error as Error);
        serveWaiting();
      };
      const onAbort = () => leave(signal?.reason);
      const onLate = () => {
        const met = metLimit(holder, units);
        leave(new NoSlotError(met === 'person' || met === 'pharmacy' ? met : 'wait'));
      };
      const timer = limits.maxWaitMs === undefined ? undefined : setTimeout(onLate, limits.maxWaitMs).unref();
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
      enqueue(entry);
    });
  }

  function requireRoom({ person, pharmacy }: SlotHolder, met: MetLimit): void {
    if (person !== undefined && (waitingByPerson.get(person) ?? 0) >= queuePerPerson) throw new NoSlotError('person');
    if (pharmacy !== undefined) {
      const persons = [...(ring.get(pharmacy)?.values() ?? [])];
      const ofPharmacy = persons.reduce((sum, { length }) => sum + length, 0);
      if (ofPharmacy >= queuePerPharmacy) throw new NoSlotError('pharmacy');
    }
    if (waiting >= queue) throw new NoSlotError(met);
  }

  return {
    acquire(holder = {}, { units = 1, signal, isKnown = false } = {}) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      const own = metLimit(holder, units);
      const met = own ?? (isFull ? 'all' : undefined);
      if (met === undefined) return hold(holder, units);
      if (!isKnown) requireRoom(holder, met);
      const acquired = wait(holder, units, signal);
      serveWaiting();
      return acquired;
    },
    load: () => ({ taken, waiting }),
  };
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
