import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { askOne, statement } from '../../db/statement.ts';
import { type LockedList, rowOf, rowsSql, type Target } from '../price-writing/index.ts';

export function noRows({ apoId, group }: Target): Sql {
  return rowsSql({
    pzn: 'i.pzn',
    from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = ${group}`,
    after: 'gone',
  });
}

/** Rule 8.4. OFFSET 0: its rows may be on another node. */
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

export async function copySettings(connection: pg.PoolClient, from: number, apoId: number): Promise<void> {
  await connection.query(
    `UPDATE list_version own SET flag = main.flag, qdp_flag = main.qdp_flag, guardrails = main.guardrails, last_change = main.last_change
       FROM (SELECT * FROM list_version WHERE apo_id = $2 OFFSET 0) main
      WHERE own.apo_id = $1 AND main.product_group = own.product_group`,
    [apoId, from],
  );
}

/** Rule 9.17. */
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

/** Screens and tills may hold versions of either. */
export function aboveBoth(own: readonly LockedList[], others: readonly LockedList[]): LockedList[] {
  const versionOf = (list: LockedList) => others.find(({ group }) => group === list.group)?.version ?? 0;
  return own.map((list) => ({ ...list, version: Math.max(list.version, versionOf(list)) }));
}

/** Rule 19.3. */
export async function readReviewMonths(connection: pg.PoolClient, apoId: number): Promise<number | null> {
  return (await askOne(connection, REVIEW_MONTHS, [apoId])).months;
}

const REVIEW_MONTHS = statement({ months: 'int?' }, 'SELECT review_months AS months FROM pharmacy WHERE apo_id = $1');
