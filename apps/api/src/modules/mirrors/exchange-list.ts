import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { settingColumns } from '../../db/setting-sql.ts';
import { command, run } from '../../db/statement.ts';
import { beneathOf, layerOf } from '../../db/price-columns.ts';
import { type LockedList, rowOf, rowsSql, type StoredChange, type Target } from '../price-writing/index.ts';

export function noRows({ apoId, group }: Target): Sql {
  return rowsSql({
    pzn: sql`i.pzn`,
    from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = ${group}`,
    after: 'gone',
  });
}

/** Rule 8.4. OFFSET 0: its rows may be on another node. */
export function copiedRows({ apoId, group, version }: StoredChange, main: number): Sql {
  return rowsSql({
    pzn: sql`main.pzn`,
    from: sql`(SELECT * FROM price_item WHERE apo_id = ${main} AND product_group = ${group} OFFSET 0) main
     CROSS JOIN (SELECT ${version}::bigint AS version) now
     LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = main.pzn`,
    after: { ...rowOf('main'), ...beneathOf('main') },
    layer: { ...layerOf('main'), since: sql`now.version` },
  });
}

/** Rule 17.5: those that run and those to come. */
export function copiedPeriods({ apoId, group, version, at }: StoredChange, main: number): Sql {
  return sql`copied_periods AS (
    INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, began_version, began_at, reason,
                              created_at, user_name, actor)
    SELECT ${apoId}, pzn, ${group}, price, price_type, begins_on, ends_on, state, CASE WHEN state = 'running' THEN ${version}::bigint END,
           CASE WHEN state = 'running' THEN ${at}::timestamptz END, reason, created_at, user_name, actor
      FROM (SELECT * FROM price_period WHERE apo_id = ${main} AND product_group = ${group} AND state <> 'ended' OFFSET 0) main
  )`;
}

const OWN_ROW = command('SELECT FROM price_item WHERE apo_id = $1 LIMIT 1');

/** True when the pharmacy has rows of its own. */
export async function hasOwnRows(connection: pg.PoolClient, apoId: number): Promise<boolean> {
  const rowCount = await run(connection, OWN_ROW, [apoId]);
  return rowCount !== 0;
}

const COPIED = Object.keys(settingColumns('group'))
  .map((column) => `${column} = main.${column}`)
  .join(', ');
const COPY_SETTINGS = command(`UPDATE list_version own SET ${COPIED}, last_change = main.last_change
       FROM (SELECT * FROM list_version WHERE apo_id = $2 OFFSET 0) main
      WHERE own.apo_id = $1 AND main.product_group = own.product_group`);

export async function copySettings(connection: pg.PoolClient, from: number, apoId: number): Promise<void> {
  await run(connection, COPY_SETTINGS, [apoId, from]);
}

const NOTE_FORMER =
  command(`INSERT INTO former_list (apo_id, list_apo_id, product_group, version) VALUES ($1, $2, $3, $4)
       ON CONFLICT (apo_id, list_apo_id, product_group) DO UPDATE SET version = excluded.version`);

/** Rule 9.17. */
export async function noteFormerLists(
  connection: pg.PoolClient,
  apoId: number,
  lists: readonly LockedList[],
): Promise<void> {
  for (const { apoId: listApoId, group, version } of lists) {
    await run(connection, NOTE_FORMER, [apoId, listApoId, group, version]);
  }
}

/** Screens and tills may hold versions of either. */
export function aboveBoth(own: readonly LockedList[], others: readonly LockedList[]): LockedList[] {
  const versionOf = (list: LockedList) => others.find(({ group }) => group === list.group)?.version ?? 0;
  return own.map((list) => ({ ...list, version: Math.max(list.version, versionOf(list)) }));
}
