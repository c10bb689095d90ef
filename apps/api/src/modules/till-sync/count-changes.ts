import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { sameVersions, type Versions, versionArray } from './cursor.ts';

/** How many products of a list changed effectively between two moments; read from an index alone. */
export async function countChanges(
  db: Queryable,
  listApoId: number,
  { from, to }: { from: Versions; to: Versions },
): Promise<number> {
  if (sameVersions(from, to)) return 0;
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(DISTINCT c.pzn)::int AS count
       FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS span(product_group, after_version, to_version)
       JOIN price_change c ON c.apo_id = $1 AND c.product_group = span.product_group
        AND c.list_version > span.after_version AND c.list_version <= span.to_version`,
    [listApoId, PRODUCT_GROUPS, versionArray(from), versionArray(to)],
  );
  return rows[0]?.count ?? 0;
}
