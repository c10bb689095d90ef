import type pg from 'pg';
import type { PortalError } from '../http/errors.ts';
import { askOne, kept, type Statement, statement } from './statement.ts';

/** A limit on rows that a transaction adds to. */
export type Limit = {
  /** Names what is counted, e.g. 'views/4711/MDP/anna'. Transactions with the same key wait for each other. */
  readonly key: string;
  /** Counts the rows, those of this transaction included. */
  readonly count: Statement<{ count: number }>;
  readonly values: readonly unknown[];
  /** As many are allowed. */
  readonly max: number;
  readonly refusal: () => PortalError;
};

/** Sets these advisory locks apart from others, whose first number is another one. */
const LIMIT_CLASS = 53;

const LOCK = kept(
  statement<{ isLocked: boolean }>(
    { isLocked: 'bool' },
    `SELECT pg_advisory_xact_lock(${LIMIT_CLASS}, hashtext($1)) IS NOT NULL AS "isLocked"`,
  ),
);

/**
 * Does work that adds rows, and refuses it where one of the limits is exceeded afterwards. Without the lock, transactions at once would
 * each count their own rows alone. To be called before the transaction reads what the work decides by.
 * @throws PortalError the refusal of the first limit that is exceeded; the transaction must not be committed then
 */
export async function withLimits<T>(
  connection: pg.PoolClient,
  limits: readonly Limit[],
  work: () => Promise<T>,
): Promise<T> {
  // In one order, so that two transactions with the same limits do not wait for each other.
  for (const key of [...new Set(limits.map((limit) => limit.key))].toSorted()) await askOne(connection, LOCK, [key]);
  const result = await work();
  for (const { count: counted, values, max, refusal } of limits) {
    const { count } = await askOne(connection, counted, values);
    if (count > max) throw refusal();
  }
  return result;
}
