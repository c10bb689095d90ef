import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { type Position, reaches, storedPosition, versionArray } from './cursor.ts';

const KNOWS_VERSIONS = statement(
  { known: 'bool' },
  `SELECT bool_and(version = 0 OR EXISTS (
            SELECT FROM list_step s
             WHERE s.apo_id = $1 AND s.product_group = had.product_group AND s.version = had.version)) AS known
     FROM unnest($2::text[], $3::bigint[]) AS had(product_group, version)`,
);

/** Same epoch, same lists, known versions: others come from before a restore (ADR 26). */
export async function isCurrent(db: Queryable, position: Position, present: Position): Promise<boolean> {
  if (!mayBeCurrent(position, present)) return false;
  const rows = await ask(db, KNOWS_VERSIONS, [position.listApoId, PRODUCT_GROUPS, versionArray(position.versions)]);
  return rows[0]?.known ?? false;
}

export async function currentPosition(
  db: Queryable,
  text: string | null,
  present: Position,
): Promise<Position | undefined> {
  const position = storedPosition(text);
  return position && (await isCurrent(db, position, present)) ? position : undefined;
}

/** But for versions that are not known here. */
export function mayBeCurrent(position: Position, present: Position): boolean {
  const isOfLists = position.epoch === present.epoch && position.listApoId === present.listApoId;
  return isOfLists && reaches(present.versions, position.versions);
}
