import { currentCall } from '../limits/call-context.ts';
import { createSemaphore } from '../limits/semaphore.ts';
import { noConnection, sharesOf } from './shared-pool.ts';

/** Left to readers. */
const READERS_SHARE = 1 / 3;

/**
 * Waiting commits (frozen replica, lock) must leave connections to readers.
 * @param connections of the pool
 */
export function createWriterLimit(connections: number, maxWaitMs: number) {
  const slots = Math.max(1, connections - Math.max(1, Math.floor(connections * READERS_SHARE)));
  const semaphore = createSemaphore({ ...sharesOf(slots), maxWaitMs });

  /** @throws as `noConnection`, before `write` begins */
  return async <T>(write: () => Promise<T>): Promise<T> => {
    const call = currentCall();
    // Synchronous where a slot is free, to keep the order.
    const acquired = semaphore.acquire(call?.holder, { signal: call?.signal });
    const release = acquired instanceof Promise ? await acquired.catch(noConnection) : acquired;
    try {
      return await write();
    } finally {
      release();
    }
  };
}
