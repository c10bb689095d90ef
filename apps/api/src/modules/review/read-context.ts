import { NO_GUARDRAILS, resetsList } from '@portal/rules';
import type pg from 'pg';
import { readJsonBytes } from '../../db/read-json.ts';
import { arraySql, centsArraySql, centsSql } from '../../db/price-columns.ts';
import { deliveryBackgroundSql, leavingSql, listBeforeSql, type UpdateRow } from '../price-updates/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

/** One snapshot, in the order of price-updates/read-update-rows.ts. Rule 14.24. */
export function readContext(pool: pg.Pool, update: UpdateRow): Promise<Buffer> {
  const list = listBeforeSql(update);
  const sql = `
    SELECT json_build_object('version', u.version, 'listVersion', coalesce(v.version, 0),
             'columns', (SELECT ${COLUMNS} FROM (
               SELECT i.*, u.price_min AS delivered_min, u.price_max AS delivered_max FROM price_update_item u LEFT JOIN (SELECT *, ${EFFECTIVE_PRICE} AS price FROM ${list}) i USING (pzn)
                WHERE u.apo_id = ${update.apoId} AND u.update_id = ${update.id} ORDER BY u.pzn) items),
             'listEndings', (SELECT json_agg(coalesce(n, 0) ORDER BY digit) FROM generate_series(0, 9) AS digit LEFT JOIN (
               SELECT ${centsSql(EFFECTIVE_PRICE)} % 10 AS digit, count(*) AS n FROM ${list} GROUP BY 1) counted USING (digit)),
             'delivery', ${deliveryBackgroundSql(update, 'u.created_at')}::jsonb || jsonb_build_object('onArrival', coalesce(u.arrival->'doubts', '[]')),
             'leaving', ${resetsList(update) ? leavingSql(update) : 'NULL::json'},
             'guardrails', '${JSON.stringify(NO_GUARDRAILS)}'::jsonb || coalesce(v.guardrails::jsonb, '{}'))::text
      FROM price_update u LEFT JOIN list_version v USING (apo_id, product_group) WHERE u.apo_id = ${update.apoId} AND u.id = ${update.id}`;
  return readJsonBytes(pool, sql);
}

const COLUMNS = `json_build_object(${[
  centsArraySql('effectivePrice', 'price'),
  centsArraySql('calculatedPrice', 'calculated_price'),
  arraySql('priceType', 'price_type'),
  centsArraySql('ownPrice', 'manual_price'),
  centsArraySql('aep', 'aep'),
  centsArraySql('avp', 'avp'),
  centsArraySql('vhp', 'vhp'),
  arraySql('units', 'units'),
  centsArraySql('priceMin', 'price_min'),
  centsArraySql('priceAvg', 'price_avg'),
  centsArraySql('priceMax', 'price_max'),
  arraySql('date', 'floor(extract(epoch FROM changed_at))::bigint'),
  centsArraySql('deliveredPriceMin', 'delivered_min'),
  centsArraySql('deliveredPriceMax', 'delivered_max'),
].join(', ')})`;
