import { createSemaphore, NoSlotError } from '../limits/semaphore.ts';

/** Of the connections of a pool, those that are left to readers whatever writers wait for. */
const READERS_SHARE = 1 / 3;

/** Writers hold every connection that they may; passes by itself. */
class NoWriterSlot extends Error {
  override name = 'NoWriterSlot';
  /** SQLSTATE of too many connections */
  readonly code = '53300';
  constructor() {
    super('all connections that writers may hold are taken');
  }
}

/**
 * Bounds how many connections writers hold at once, so that commits that wait, for a frozen replica or a lock, leave some to readers.
 * Callers beyond the limit wait in order, up to `maxWaitMs`.
 * @param connections of the pool; of a single one nothing is left to readers
 */
export function createWriterLimit(connections: number, maxWaitMs: number) {
  const slots = Math.max(1, connections - Math.max(1, Math.floor(connections * READERS_SHARE)));
  const semaphore = createSemaphore({ slots, queue: Infinity, maxWaitMs });

  /** @throws NoWriterSlot when none became free in time; `write` has not begun then */
  return async <T>(write: () => Promise<T>): Promise<T> => {
    // Without a wait in between where a slot is free: what is sent first stays first.
    const acquired = semaphore.acquire();
    const release = acquired instanceof Promise ? await acquired.catch(asTransient) : acquired;
    try {
      return await write();
    } finally {
      release();
    }
  };
}

function asTransient(error: unknown): never {
  throw error instanceof NoSlotError ? new NoWriterSlot() : error;
}
