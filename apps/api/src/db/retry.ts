import { setTimeout as pause } from 'node:timers/promises';

/** Attempts of one transaction, the first included. */
export const TRANSACTION_ATTEMPTS = 5;

/** Milliseconds; doubles. */
const PAUSE_MS = 25;

/** Of the server itself, and of a node behind it. */
const DUPLICATE: ReadonlySet<unknown> = new Set(['23505', 'XX000']);
/** Citus appends a shard number. */
const RACED_KEYS = /\b(price_item_pkey|notice_address_apo_id_subject_key|notice_address_proposed)(_\d+)?\b/;

/** What was read before the locks has changed: retry. */
export class RetryTransaction extends Error {
  readonly code = '40001';
}

/** Deadlock (40P01), serialization failure (40001), a raced key, or an outdated prepared statement. */
export function isWorthRetrying(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    code === '40P01' ||
    code === '40001' ||
    isOutdatedPlan(error) ||
    (DUPLICATE.has(code) && RACED_KEYS.test(String(message)))
  );
}

/** Its connection must not be used again. */
export function isOutdatedPlan(error: unknown): boolean {
  return (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery';
}

/**
 * Bounded, with random pauses; no effects outside the transaction.
 * @throws the last error, and any other at once
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
