import type { ProductGroup, TillFileRow } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

const ROWS = statement<{ rows: TillFileRow[] }>(
  { rows: 'json' },
  `SELECT coalesce(json_agg(listed), '[]') AS rows
     FROM (SELECT i.pzn, i.product_group AS "productGroup", (${EFFECTIVE_PRICE} * 100)::int AS price, (i.avp * 100)::int AS avp,
                  i.price_type AS type, p.name,
                  to_char(i.changed_at AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD') AS "validFrom"
             FROM price_item i JOIN product p USING (pzn)
            WHERE i.apo_id = $1 AND i.product_group = ANY($2) ORDER BY i.pzn) listed`,
);

/** A list as a till's file tells of it, by PZN (rule 9.1). One statement reads everything, so that the groups are of one moment. */
export async function readTillRows(
  db: Queryable,
  listApoId: number,
  productGroups: readonly ProductGroup[],
): Promise<TillFileRow[]> {
  return (await askOne(db, ROWS, [listApoId, productGroups])).rows;
}
