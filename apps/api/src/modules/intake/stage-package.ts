import type pg from 'pg';
import { copyInto } from '../../db/copy-text.ts';
import { type ReadPackage, STAGED_COLUMNS } from './read-package.ts';

/** Until the transaction ends. Rule 6.3. */
export async function stagePackage(
  connection: pg.PoolClient,
  { texts, withoutAvp }: Pick<ReadPackage, 'texts' | 'withoutAvp'>,
): Promise<void> {
  const columns = STAGED_COLUMNS.map(([column, type]) => `${column} ${type}`).join(', ');
  await connection.query(`CREATE TEMP TABLE intake_row (${columns}) ON COMMIT DROP`);
  await copyInto(connection, `intake_row (${STAGED_COLUMNS.map(([column]) => column).join(', ')})`, texts);
  if (withoutAvp.length > 0) {
    await connection.query('UPDATE intake_row SET ravp = avp, avp = NULL WHERE line = ANY($1)', [withoutAvp]);
  }
}
