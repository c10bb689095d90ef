import { PACKAGE_KINDS, PRODUCT_GROUPS } from '@portal/rules';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { listBeforeSql } from './leaving-sql.ts';
import type { UpdateRow } from './lock-update.ts';

/** As many former updates say what is usual. */
const FORMER_UPDATES = 6;

/** Rule 20.2; no parameters. @param arrivedAt NULL while it arrives */
export function deliveryBackgroundSql(
  update: Pick<UpdateRow, 'id' | 'kind' | 'apoId' | 'group' | 'status' | 'parts'>,
  arrivedAt: 'u.created_at' | 'NULL',
): string {
  const { id, kind, apoId, group } = update;
  if (![id, apoId].every(Number.isSafeInteger) || !PRODUCT_GROUPS.includes(group)) throw new RangeError('no package');
  const ratio = `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price / avp)
    FROM (SELECT ${EFFECTIVE_PRICE} AS price, avp FROM ${listBeforeSql(update)}) priced WHERE avp > 0 AND price IS NOT NULL`;
  return `json_build_object('arrivedAt', floor(extract(epoch FROM (${arrivedAt})::timestamptz))::bigint,
    'priceToAvp', ${PACKAGE_KINDS[kind].addsProducts ? `(${ratio})` : 'NULL::float8'},
    'formerChanges', (SELECT coalesce(json_agg(changed ORDER BY approved_at DESC), '[]') FROM (
      SELECT effect_rows + effect_missing AS changed, approved_at FROM price_update f
       WHERE f.apo_id = ${apoId} AND f.product_group = '${group}' AND f.kind = '${kind}' AND f.status = 1 AND f.id <> ${id}
         AND f.effect_rows IS NOT NULL
       ORDER BY approved_at DESC LIMIT ${FORMER_UPDATES}) former))`;
}
