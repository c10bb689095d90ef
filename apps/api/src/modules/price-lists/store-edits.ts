import type { ProductGroup } from '@portal/rules';
import type pg from 'pg';
import type { Actor } from '../history-writing/index.ts';
import { knowsListVersion } from '../../db/known-versions.ts';
import type { Resolved, StoredRow } from './judge-edits.ts';

/** The products whose edits were made on a list that was never here: loaded before a restore, from a future since lost (ADR 26). */
export async function findLost(
  connection: pg.PoolClient,
  {
    apoId,
    rows,
    loadedVersion,
  }: { apoId: number; rows: readonly Resolved[]; loadedVersion: (group: ProductGroup) => number | undefined },
): Promise<string[]> {
  const lost: ProductGroup[] = [];
  for (const group of new Set(rows.map((row) => row.productGroup))) {
    const version = loadedVersion(group);
    if (version !== undefined && !(await knowsListVersion(connection, { apoId, group, version }))) lost.push(group);
  }
  return rows.filter((row) => lost.includes(row.productGroup)).map((row) => row.pzn);
}

/**
 * The products among `pzns` whose price or type changed after the version the caller's edits were made on, whoever changed
 * them: the same person in another tab has not seen it either (rule 4.12). Without a version the last writer wins.
 * @param pzns only those that the save would alter: what is stored already clashes with nothing, so that a request can be
 *   repeated
 */
export function findClashes(
  pzns: readonly string[],
  listed: ReadonlyMap<string, StoredRow>,
  loadedVersion: (group: ProductGroup) => number | undefined,
): string[] {
  return pzns
    .filter((pzn) => {
      const row = listed.get(pzn);
      const loaded = row && loadedVersion(row.productGroup);
      return row !== undefined && loaded !== undefined && row.changedVersion > loaded;
    })
    .sort();
}

type Change = { apoId: number; group: ProductGroup; rows: Resolved[]; at: Date; actor: Actor; version: number };

/** Puts products on the list that it does not hold yet; `storeEdits` then records them like any other change. */
export async function insertExclusions(connection: pg.PoolClient, change: Change): Promise<void> {
  if (change.rows.length === 0) return;
  await connection.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, price_type, changed_at, changed_version)
     SELECT $1, pzn, $3, 1, $4, $5 FROM unnest($2::text[]) pzn ORDER BY pzn`,
    [change.apoId, change.rows.map((row) => row.pzn), change.group, change.at, change.version],
  );
}

/**
 * Writes the rows and one price change each, set-based: 2,000 edits cost little more than a bare UPDATE (bench/).
 * A new row has no old price and type in its price change.
 */
export async function storeEdits(
  connection: pg.PoolClient,
  change: Change & { historyId: string; event: string },
): Promise<void> {
  const { rows } = change;
  await connection.query(
    `WITH edit AS (
       SELECT * FROM unnest($3::text[], $4::smallint[], $5::int[], $6::boolean[]) AS e(pzn, price_type, manual, is_new)
     ), before AS (
       SELECT i.pzn, i.price_type, i.avp,
              CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price
         FROM price_item i JOIN edit USING (pzn) WHERE i.apo_id = $1
     ), stored AS (
       UPDATE price_item i
          SET price_type = e.price_type, manual_price = e.manual / 100.0, price_old = b.price,
              changed_at = $7, changed_version = $8
         FROM edit e JOIN before b USING (pzn)
        WHERE i.apo_id = $1 AND i.pzn = e.pzn
       RETURNING i.pzn, i.price_type,
                 CASE i.price_type WHEN 0 THEN i.calculated_price WHEN 1 THEN NULL ELSE i.manual_price END AS price
     )
     INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price,
                               new_price, old_type, new_type, list_version, history_id)
     SELECT $1, s.pzn, $2, $7, $9, $10, $11, b.avp, b.price, s.price,
            CASE WHEN e.is_new THEN NULL ELSE b.price_type END, s.price_type, $8, $12
       FROM stored s JOIN before b USING (pzn) JOIN edit e USING (pzn) ORDER BY s.pzn`,
    [
      change.apoId,
      change.group,
      rows.map((row) => row.pzn),
      rows.map((row) => row.priceType),
      rows.map((row) => row.manual),
      rows.map((row) => row.isNew),
      change.at,
      change.version,
      change.event,
      change.actor.userName,
      change.actor.subject,
      change.historyId,
    ],
  );
}
