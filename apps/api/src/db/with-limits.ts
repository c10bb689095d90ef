import type pg from 'pg';
import { askOne, prepared, type Statement, statement } from './statement.ts';

/** A limit on rows that a transaction adds to. */
export type Limit = {
  /** E.g. 'views/4711/MDP/anna'; the same key waits. */
  readonly key: string;
  /** Counts the rows, those of this transaction included. */
  readonly count: Statement<{ count: number }>;
  readonly values: readonly unknown[];
  /** As many are allowed. */
  readonly max: number;
  readonly refusal: () => Error;
};

/** First number of these advisory locks. */
const LIMIT_CLASS = 53;

const LOCK = prepared(
  statement(
    { isLocked: 'bool' },
    `SELECT pg_advisory_xact_lock(${LIMIT_CLASS}, hashtext($1)) IS NOT NULL AS "isLocked"`,
  ),
);

/**
 * Under a lock: parallel transactions would each count only their own rows. Call before reading what it decides by.
 * @throws the refusal of the first exceeded limit
 */
export async function withLimits<T>(
  connection: pg.PoolClient,
  limits: readonly Limit[],
  work: () => Promise<T>,
): Promise<T> {
  // Sorted: two transactions must not deadlock.
  for (const key of [...new Set(limits.map((limit) => limit.key))].toSorted()) await askOne(connection, LOCK, [key]);
  const result = await work();
  for (const { count: counted, values, max, refusal } of limits) {
    const { count } = await askOne(connection, counted, values);
    if (count > max) throw refusal();
  }
  return result;
}
