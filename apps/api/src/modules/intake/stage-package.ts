import type pg from 'pg';
import { copyInto } from '../../db/copy-text.ts';
import { type ReadPackage, STAGED_COLUMNS } from './read-package.ts';
import { composed, run } from '../../db/statement.ts';
import sql, { raw } from 'sql-template-tag';

const names = STAGED_COLUMNS.map(([column]) => column).join(', ');
const types = STAGED_COLUMNS.map(([column, type]) => `${column} ${type}`).join(', ');
const STAGE = composed({}, sql`CREATE TEMP TABLE intake_row (${raw(types)}) ON COMMIT DROP`);
const WITHOUT_AVP = composed({}, sql`UPDATE intake_row SET ravp = avp, avp = NULL WHERE line = ANY($1)`);

/** Until the transaction ends. Rule 6.3. */
export async function stagePackage(
  connection: pg.PoolClient,
  { texts, withoutAvp }: Pick<ReadPackage, 'texts' | 'withoutAvp'>,
): Promise<void> {
  await run(connection, STAGE);
  await copyInto(connection, `intake_row (${names})`, texts);
  if (withoutAvp.length > 0) {
    await run(connection, WITHOUT_AVP, [withoutAvp]);
  }
}
