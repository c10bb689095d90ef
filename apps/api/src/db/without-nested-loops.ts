import type pg from 'pg';

export const NO_NESTED_LOOPS = 'SET LOCAL enable_nestloop = off';

/**
 * Without statistics (new or restored database) PostgreSQL expects one row: a nested loop over 20,000 takes minutes.
 * Rule 3.39.
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
