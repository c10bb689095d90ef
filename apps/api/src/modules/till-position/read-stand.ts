import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { type Position, versionArray } from '../till-sync/index.ts';
import { loadedVersions, type TillLoads } from './read-till-position.ts';

const STAND = statement(
  { last: 'time?', next: 'time?' },
  `SELECT max(span.last) AS last, min(span.next) AS next
     FROM (SELECT (SELECT c.created_at FROM price_change c WHERE c.apo_id = $1 AND c.product_group = t.product_group
                      AND c.list_version <= t.version ORDER BY c.list_version DESC LIMIT 1) AS last,
                  (SELECT c.created_at FROM price_change c WHERE c.apo_id = $1 AND c.product_group = t.product_group
                      AND c.list_version > t.version ORDER BY c.list_version LIMIT 1) AS next
             FROM unnest($2::text[], $3::bigint[]) AS t(product_group, version)) span`,
);

/** Of the last change that the till has, else of the first that it lacks. Rule 22.6. */
export async function readStandOf(db: Queryable, present: Position, loads: TillLoads): Promise<Date | null> {
  const versions = versionArray(loadedVersions(loads, present.versions));
  const { last, next } = await askOne(db, STAND, [present.listApoId, PRODUCT_GROUPS, versions]);
  return last ?? next;
}
