import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { type LockedList, rowOf, rowsSql, type Target } from '../price-writing/index.ts';

/** Takes every product off a list; the price changes keep what each one cost. */
export function noRows({ apoId, group }: Target): Sql {
  return rowsSql({
    pzn: 'i.pzn',
    from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = ${group}`,
    after: 'gone',
  });
}

/**
 * Gives an empty list a copy of another pharmacy's, `main`, with same prices and same dates (rule 8.4). OFFSET 0: the other one's rows may
 * be on another node, from which they come as a whole.
 */
export function copiedRows({ apoId, group }: Target, main: number): Sql {
  return rowsSql({
    pzn: 'main.pzn',
    from: sql`(SELECT * FROM price_item WHERE apo_id = ${main} AND product_group = ${group} OFFSET 0) main
     LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = main.pzn`,
    after: rowOf('main'),
  });
}

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
