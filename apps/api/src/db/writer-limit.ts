import { createSemaphore, NoSlotError } from '../limits/semaphore.ts';

/** Left to readers. */
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
 * Waiting commits (frozen replica, lock) must leave connections to readers.
 * @param connections of the pool
 */
export function createWriterLimit(connections: number, maxWaitMs: number) {
  const slots = Math.max(1, connections - Math.max(1, Math.floor(connections * READERS_SHARE)));
  const semaphore = createSemaphore({ slots, queue: Infinity, maxWaitMs });

  /** @throws NoWriterSlot before `write` begins */
  return async <T>(write: () => Promise<T>): Promise<T> => {
    // Synchronous where a slot is free, to keep the order.
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
