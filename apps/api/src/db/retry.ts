import { setTimeout as pause } from 'node:timers/promises';

/** Attempts of one transaction, the first included. */
export const TRANSACTION_ATTEMPTS = 5;

/** The longest pause before the second attempt; it doubles with each further one. */
const PAUSE_MS = 25;

/** A unique key is violated: told by the server itself, and by one that was sent the rows by another. */
const DUPLICATE: ReadonlySet<unknown> = new Set(['23505', 'XX000']);
/**
 * Unique keys of rows that two transactions may insert at the same moment. Citus workers append a shard number to the name.
 */
const RACED_KEYS = /\b(price_item_pkey|notice_address_apo_id_subject_key|notice_address_proposed)(_\d+)?\b/;

/** Thrown by work that finds what it had read changed before its locks were held: it starts again, as after a deadlock (rule 13.13). */
export class BeginAnew extends Error {
  readonly code = '40001';
}

/**
 * True for a transaction that PostgreSQL gave up although nothing is wrong with it, so that the same work succeeds when it is done
 * again: a deadlock (40P01), a serialization failure (40001), or a product that another group of the pharmacy has taken in, or an address that
 * another sign-in has taken over, at the same moment, which the second attempt sees and validates, or a statement that its connection had kept planned (statement.ts).
 */
export function isWorthRetrying(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    code === '40P01' ||
    code === '40001' ||
    isOutdatedPlan(error) ||
    (DUPLICATE.has(code) && RACED_KEYS.test(String(message)))
  );
}

/** True where a column of a kept statement has another type since a migration: its connection must not be used again. */
export function isOutdatedPlan(error: unknown): boolean {
  return (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery';
}

/**
 * Runs a transaction again, a bounded number of times, when it failed by `isWorthRetrying`; the pause is random, so that two
 * transactions do not collide again. The work must have no effect outside its transaction.
 * @param onRetry called for each failed attempt that is repeated
 * @throws the last attempt's error, and any other error at once
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  onRetry: (error: unknown, attempts: number) => void,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= TRANSACTION_ATTEMPTS || !isWorthRetrying(error)) throw error;
      onRetry(error, attempts);
      await pause(Math.random() * PAUSE_MS * 2 ** (attempts - 1));
    }
  }
}
