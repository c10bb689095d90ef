import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { changesSql, changesSpan } from './changes-sql.ts';
import { sameVersions, type Versions } from './cursor.ts';

const COUNT_CHANGES = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM (SELECT DISTINCT pzn FROM ${changesSql('pzn')}) changed`,
);

/** Articles that a delta tells, also those that are back at the former price. Index only. */
export async function countChanges(
  db: Queryable,
  listApoId: number,
  { from, to }: { from: Versions; to: Versions },
): Promise<number> {
  if (sameVersions(from, to)) return 0;
  const rows = await ask(db, COUNT_CHANGES, changesSpan(listApoId, from, to));
  return rows[0]?.count ?? 0;
}
