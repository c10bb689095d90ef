import { PRODUCT_GROUPS } from '@portal/rules';
import { centsArraySql } from '../../db/price-columns.ts';
import { BEFORE_COLUMNS, EFFECTIVE_PRICE } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';

type Package = Pick<UpdateRow, 'id' | 'apoId' | 'group' | 'status' | 'parts'>;

/** `i` is a product; for an approved package or part the rows before it. */
export function listBeforeSql({ id, apoId, group, status, parts }: Package): string {
  if (![id, apoId].every(Number.isSafeInteger) || !PRODUCT_GROUPS.includes(group)) throw new RangeError('no package');
  const before = `price_update_outcome i WHERE i.apo_id = ${apoId} AND i.update_id = ${id} AND i.price_type IS NOT NULL`;
  const list = `price_item i WHERE i.apo_id = ${apoId} AND i.product_group = '${group}'`;
  if (parts === 0 || status > 0) return status > 0 ? before : list;
  const columns = `i.pzn, ${BEFORE_COLUMNS}`;
  return `(SELECT ${columns} FROM ${before} UNION ALL
    SELECT ${columns} FROM ${list} AND NOT EXISTS (
      SELECT FROM price_update_outcome o WHERE o.apo_id = ${apoId} AND o.update_id = ${id} AND o.pzn = i.pzn)) i WHERE true`;
}

/** Rule 14.24, `leavingSchema`; must agree with `approvedRows`. @param staged what stays is in `intake_row` */
export function leavingSql(update: Package, { limit, staged }: { limit?: number; staged?: boolean } = {}): string {
  const stays = staged
    ? 'SELECT pzn FROM intake_row WHERE NOT inactive'
    : `SELECT pzn FROM price_update_item
    WHERE apo_id = ${update.apoId} AND update_id = ${update.id} AND NOT inactive`;
  const { apoId, group, status } = update;
  const coming =
    status > 0
      ? '0'
      : `(SELECT count(*) FROM price_period WHERE apo_id = ${apoId} AND product_group = '${group}' AND state = 'coming')`;
  return `(
    WITH list AS MATERIALIZED (
      SELECT pzn, price_type, price, period_end, u.pzn IS NULL AS leaves
        FROM (SELECT pzn, price_type, period_end, ${EFFECTIVE_PRICE} AS price FROM ${listBeforeSql(update)}) i
        LEFT JOIN (${stays}) u USING (pzn))
    SELECT json_build_object('count', count(*) FILTER (WHERE leaves), 'listCount', count(*),
             'ownPrices', count(*) FILTER (WHERE price_type = 2), 'permanentPrices', count(*) FILTER (WHERE price_type = 3 AND period_end IS NULL),
             'exclusions', count(*) FILTER (WHERE price_type = 1), 'periods', count(period_end) + ${coming}, 'approvedInParts', ${approvedSql(update)}, 'articles', (
               SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'),
                        ${centsArraySql('effectivePrice', 'price')},
                        'priceType', coalesce(json_agg(price_type), '[]'))
                 FROM (SELECT pzn, name, price, price_type FROM list JOIN product USING (pzn) WHERE leaves
                        ORDER BY name COLLATE de_portal_numeric, pzn ${limit === undefined ? '' : `LIMIT ${limit}`}) articles))
      FROM list)`;
}

/** Rule 6.31: an approved package has taken them already. */
function approvedSql({ apoId, group, status }: Package): string {
  if (status > 0) return '0';
  return `(SELECT coalesce(sum(a.row_count), 0) FROM price_update o JOIN price_update_approval a ON a.apo_id = o.apo_id AND a.update_id = o.id
              WHERE o.apo_id = ${apoId} AND o.product_group = '${group}' AND o.status = 0)`;
}
