import { PRODUCT_GROUPS, type PriceType, type ProductGroup, type SortedPrices } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { intsOf, packed } from '../../db/int-arrays.ts';
import { berlinDay, centsSql, PRICE_AFTER } from '../../db/price-columns.ts';
import { ask, askOne, statement, typed, type RowFrom } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { changesSql, changesSpan } from './changes-sql.ts';
import { type Position, type Versions, versionArray } from './cursor.ts';

const COLUMNS = {
  pzn: 'text',
  productGroup: typed<ProductGroup>('text'),
  effectivePrice: 'int?',
  priceType: typed<PriceType | null>('int?'),
  avp: 'int?',
  name: 'text',
  validFrom: 'text?',
} as const;
/** AVP and name as they are now (rule 9.21); `priceType` null: not on the list. */
export type TillRow = RowFrom<typeof COLUMNS>;

/** No product is left out, should the master lack it. */
const nameOf = (pzn: string) => `coalesce((SELECT name FROM product WHERE product.pzn = ${pzn}), '')`;

/** Of an unlisted product as it was. */
const AVP_NOW = 'CASE WHEN i.pzn IS NULL THEN c.avp ELSE i.avp END';
const ITEM_NOW = 'LEFT JOIN price_item i ON i.apo_id = c.apo_id AND i.pzn = c.pzn';

/** No list ever gets so many versions. */
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;

type Page = { listApoId: number; to: Versions; after: string; limit: number };

const CHANGED_PRICES = statement(
  COLUMNS,
  `WITH latest AS MATERIALIZED (
     SELECT pzn, max(id) AS id FROM ${changesSql('pzn, id', 'pzn > $5')} GROUP BY pzn ORDER BY pzn LIMIT $6
   )
   SELECT c.pzn, c.product_group AS "productGroup", ${PRICE_AFTER}, ${centsSql(AVP_NOW)} AS avp,
          ${nameOf('c.pzn')} AS name, ${berlinDay('c.created_at')} AS "validFrom"
     FROM latest JOIN price_change c USING (pzn, id) ${ITEM_NOW} WHERE c.apo_id = $1 ORDER BY c.pzn`,
);

/** As they were at the later moment; newer changes belong to the next cursor. Rule 9.3. */
export async function readChanges(db: Queryable, page: Page & { from: Versions }): Promise<TillRow[]> {
  return ask(db, CHANGED_PRICES, [...changesSpan(page.listApoId, page.from, page.to), page.after, page.limit]);
}

/** Later changes are taken back by their old side. */
const THEN_LISTED = `WITH first_later AS MATERIALIZED (
     SELECT pzn, min(id) AS id FROM ${changesSql('pzn, id', 'pzn > $5')} GROUP BY pzn
   ), later AS MATERIALIZED (
     SELECT c.pzn, c.product_group, c.old_price AS price, c.old_type AS price_type, ${AVP_NOW} AS avp,
            NULL::timestamptz AS changed_at
       FROM first_later JOIN price_change c USING (pzn, id) ${ITEM_NOW} WHERE c.apo_id = $1
   ), then_listed AS (
     SELECT * FROM later WHERE price_type IS NOT NULL
     UNION ALL
     SELECT i.pzn, i.product_group, ${EFFECTIVE_PRICE}, i.price_type, i.avp, i.changed_at
       FROM price_item i
      WHERE i.apo_id = $1 AND i.pzn > $5 AND NOT EXISTS (SELECT FROM later l WHERE l.pzn = i.pzn)
   )`;

const WHOLE_LIST = statement(
  COLUMNS,
  `${THEN_LISTED}
   SELECT pzn, product_group AS "productGroup", ${centsSql('price')} AS "effectivePrice", price_type AS "priceType",
          ${centsSql('avp')} AS avp, ${nameOf('l.pzn')} AS name, ${berlinDay('changed_at')} AS "validFrom"
     FROM (SELECT * FROM then_listed ORDER BY pzn LIMIT $6) l ORDER BY pzn`,
);

const PRICES_AT = statement(
  { pzns: 'bytes', cents: 'bytes' },
  `${THEN_LISTED}
   SELECT ${packed('pzn')} AS pzns, ${packed('cents')} AS cents
     FROM (SELECT pzn::int, ${centsSql('price')} AS cents FROM then_listed ORDER BY 1) priced`,
);

/** All prices of a moment, null for exclusions. Rule 9.22. */
export async function readApprovedPrices(
  db: Queryable,
  { listApoId, versions }: Pick<Position, 'listApoId' | 'versions'>,
): Promise<SortedPrices> {
  const beyond = PRODUCT_GROUPS.map(() => BEYOND_ALL);
  const { pzns, cents } = await askOne(db, PRICES_AT, [listApoId, PRODUCT_GROUPS, versionArray(versions), beyond, '']);
  return { pzns: intsOf(pzns) as number[], cents: intsOf(cents) };
}

/** All pages show one moment. */
export async function readWholeList(db: Queryable, page: Page): Promise<TillRow[]> {
  return ask(db, WHOLE_LIST, [
    page.listApoId,
    PRODUCT_GROUPS,
    versionArray(page.to),
    PRODUCT_GROUPS.map(() => BEYOND_ALL),
    page.after,
    page.limit,
  ]);
}
