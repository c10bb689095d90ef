import type pg from 'pg';
import { type LockedList, rowOf, rowsSql } from '../price-writing/index.ts';

/** Takes every product off a list; the price changes keep what each one cost. */
export const NO_ROWS = rowsSql({
  pzn: 'i.pzn',
  from: 'price_item i WHERE i.apo_id = $1 AND i.product_group = $2',
  after: 'gone',
});

/**
 * Gives an empty list a copy of another pharmacy's, $9, with same prices and same dates (rule 8.4). OFFSET 0: the other one's rows may
 * be on another node, from which they come as a whole.
 */
export const COPIED_ROWS = rowsSql({
  pzn: 'main.pzn',
  from: `(SELECT * FROM price_item WHERE apo_id = $9 AND product_group = $2 OFFSET 0) main
     LEFT JOIN price_item i ON i.apo_id = $1 AND i.product_group = $2 AND i.pzn = main.pzn`,
  after: rowOf('main'),
});

/** True when the pharmacy has rows of its own. */
export async function hasOwnRows(connection: pg.PoolClient, apoId: number): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT FROM price_item WHERE apo_id = $1 LIMIT 1', [apoId]);
  return rowCount !== 0;
}

/** Gives lists the flags and guardrails of another pharmacy's, and the day on which those last changed. */
export async function copySettings(connection: pg.PoolClient, from: number, apoId: number): Promise<void> {
  await connection.query(
    `UPDATE list_version own SET flag = main.flag, qdp_flag = main.qdp_flag, guardrails = main.guardrails, last_change = main.last_change
       FROM (SELECT * FROM list_version WHERE apo_id = $2 OFFSET 0) main
      WHERE own.apo_id = $1 AND main.product_group = own.product_group`,
    [apoId, from],
  );
}

/** Notes up to where a pharmacy has read another one's lists (rule 9.17). */
export async function noteFormerLists(
  connection: pg.PoolClient,
  apoId: number,
  lists: readonly LockedList[],
): Promise<void> {
  for (const { apoId: listApoId, group, version } of lists) {
    await connection.query(
      `INSERT INTO former_list (apo_id, list_apo_id, product_group, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (apo_id, list_apo_id, product_group) DO UPDATE SET version = excluded.version`,
      [apoId, listApoId, group, version],
    );
  }
}

/**
 * A pharmacy's lists as they are to be written from: above their own and another pharmacy's versions, since screens and tills may
 * still hold either one's.
 */
export function aboveBoth(own: readonly LockedList[], others: readonly LockedList[]): LockedList[] {
  const versionOf = (list: LockedList) => others.find(({ group }) => group === list.group)?.version ?? 0;
  return own.map((list) => ({ ...list, version: Math.max(list.version, versionOf(list)) }));
}
