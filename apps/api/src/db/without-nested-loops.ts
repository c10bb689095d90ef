import type pg from 'pg';

/** Forbids them until the transaction ends. A statement that is kept planned under it is named after it, too. */
export const NO_NESTED_LOOPS = 'SET LOCAL enable_nestloop = off';

/**
 * Asks within a transaction without joins that go through one side for each row of the other. Of a table that was never analyzed,
 * as in a fresh or just restored database, PostgreSQL takes a list of 20,000 rows for a single one, and such a join takes minutes (rule 3.39).
 */
export async function withoutNestedLoops<Answer>(
  connection: pg.PoolClient,
  question: () => Promise<Answer>,
): Promise<Answer> {
  await connection.query(NO_NESTED_LOOPS);
  const answer = await question();
  await connection.query('SET LOCAL enable_nestloop = on');
  return answer;
}
