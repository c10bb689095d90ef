import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import type { Actor } from '../history-writing/index.ts';
import { effectiveSql } from '../price-updates/index.ts';

/** A change of whole lists with the history entry that it belongs to. */
export type Exchange = { apoId: number; at: Date; actor: Actor; event: string; historyId: string };

const EFFECTIVE = effectiveSql('i.price_type', 'i.calculated_price', 'i.manual_price');

/** True when the pharmacy has rows of its own. */
export async function hasOwnRows(connection: pg.PoolClient, apoId: number): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT FROM price_item WHERE apo_id = $1 LIMIT 1', [apoId]);
  return rowCount !== 0;
}

/** Takes every product off a pharmacy's lists; the price changes keep what each one cost. Runs under the lists' locks. */
export async function emptyLists(connection: pg.PoolClient, exchange: Exchange): Promise<void> {
  await connection.query(
    `UPDATE list_version SET version = greatest(version + 1, $3), item_count = 0, negative_count = 0, last_change = $2 WHERE apo_id = $1`,
    [exchange.apoId, exchange.at, nextVersion()],
  );
  await storeChanges(connection, exchange, { oldPrice: EFFECTIVE, oldType: 'i.price_type' });
  await connection.query('DELETE FROM price_item WHERE apo_id = $1', [exchange.apoId]);
}

/** Everything of a row but whose it is and its version. */
const COPIED = `pzn, product_group, calculated_price, manual_price, price_type, price_old, avp, aep, vhp, price_min, price_avg,
  price_max, pe_cluster, vh_cluster, units, changed_at`;

/**
 * Gives a pharmacy without rows a copy of another one's lists and flags (rule 8.4): same prices, same dates, set-based. Its
 * versions rise above those of both lists, since screens and tills may still hold either one's. Runs under the locks of both.
 */
export async function copyLists(connection: pg.PoolClient, from: number, exchange: Exchange): Promise<void> {
  await connection.query(
    `UPDATE list_version own
        SET version = greatest(own.version + 1, main.version + 1, $3), flag = main.flag, qdp_flag = main.qdp_flag, item_count = main.item_count,
            negative_count = main.negative_count, last_change = main.last_change
       FROM list_version main
      WHERE own.apo_id = $1 AND main.apo_id = $2 AND main.product_group = own.product_group`,
    [exchange.apoId, from, nextVersion()],
  );
  await connection.query(
    `INSERT INTO price_item (apo_id, changed_version, ${COPIED})
     SELECT $1, v.version, ${COPIED.replaceAll(/\w+/g, 'i.$&')}
       FROM price_item i JOIN list_version v ON v.apo_id = $1 AND v.product_group = i.product_group WHERE i.apo_id = $2`,
    [exchange.apoId, from],
  );
  await storeChanges(connection, exchange, { newPrice: EFFECTIVE, newType: 'i.price_type' });
}

/** One price change for every row there is, with its list's version as it is now. */
async function storeChanges(
  connection: pg.PoolClient,
  { apoId, at, actor, event, historyId }: Exchange,
  columns: { oldPrice?: string; newPrice?: string; oldType?: string; newType?: string },
): Promise<void> {
  const { oldPrice = 'NULL', newPrice = 'NULL', oldType = 'NULL', newType = 'NULL' } = columns;
  await connection.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                               old_type, new_type, list_version, history_id)
     SELECT i.apo_id, i.pzn, i.product_group, $2, $3, $4, $5, i.avp, ${oldPrice}, ${newPrice}, ${oldType}, ${newType},
            v.version, $6
       FROM price_item i JOIN list_version v USING (apo_id, product_group)
      WHERE i.apo_id = $1 ORDER BY i.product_group, i.pzn`,
    [apoId, at, event, actor.userName, actor.subject, historyId],
  );
}
