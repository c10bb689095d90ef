import type { DeliveryDoubtAnswer } from '@portal/contracts';
import {
  type DeliveryBackground,
  type DeliveryRows,
  describeDeliveryDoubt,
  findDeliveryDoubts,
  type ProductGroup,
  type UpdateKind,
} from '@portal/rules';
import type pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { askOne, composed } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { centsArraySql as cents } from '../../db/price-columns.ts';
import { deliveryBackgroundSql, listBeforeSql } from '../price-updates/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

type Staged = { readonly kind: UpdateKind; readonly apoId: number; readonly group: ProductGroup };

/** Rule 20.2; refuses nothing. */
export async function readDoubts(connection: pg.PoolClient, staged: Staged): Promise<DeliveryDoubtAnswer[]> {
  const question = composed<{ rows: Columns; background: DeliveryBackground }>(
    { rows: 'json', background: 'json' },
    doubtsSql(staged),
  );
  const { rows, background } = await withoutNestedLoops(connection, () => askOne(connection, question));
  const nameAt = (row: number) => rows.name[row] ?? `PZN ${rows.pzn[row]}`;
  return findDeliveryDoubts({ ...rows, changedAt: null }, background).map((doubt) => {
    return { check: doubt.check, message: describeDeliveryDoubt(doubt, nameAt) };
  });
}

/** The rows in `intake_row` with what the list says of them. */
export function doubtsSql(staged: Staged): Sql {
  // Not stored, and thus without a number.
  const update = { ...staged, id: 0, status: 0 };
  return raw(
    `SELECT (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), ${MONEY},
               'priceTypeBefore', coalesce(json_agg(price_type), '[]')) FROM (
               SELECT r.pzn, r.name, r.true_price, r.true_price_old, coalesce(r.avp, i.avp) AS avp, coalesce(r.avp_old, i.avp) AS avp_old,
                      i.price_type, i.calculated_price, i.price
                 FROM intake_row r LEFT JOIN (
                   SELECT i.pzn, i.avp, i.price_type, i.calculated_price, ${EFFECTIVE_PRICE} AS price FROM ${listBeforeSql(update)}) i USING (pzn)
                ORDER BY r.pzn) delivered) AS rows,
            ${deliveryBackgroundSql(update, 'NULL')}::jsonb || jsonb_build_object('listCount', (
              SELECT count(*) FROM ${listBeforeSql(update)} AND ${EFFECTIVE_PRICE} IS NOT NULL)) AS background`,
  );
}

type Columns = Omit<DeliveryRows, 'changedAt'> & {
  readonly pzn: readonly string[];
  readonly name: readonly (string | null)[];
};

const MONEY = [
  cents('before', 'price'),
  cents('calculatedBefore', 'calculated_price'),
  cents('statedBefore', 'true_price_old'),
  cents('calculatedPrice', 'true_price'),
  cents('avp', 'avp'),
  cents('formerAvp', 'avp_old'),
].join(', ');
