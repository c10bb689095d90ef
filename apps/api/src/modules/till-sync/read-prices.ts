import { PRODUCT_GROUPS, type Cents, type PriceType, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { PRICE_AFTER } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { changesSql } from './changes-sql.ts';
import { type Versions, versionArray } from './cursor.ts';

/** A product at a moment; `priceType` null means that it was not on the list. */
export type TillRow = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly effectivePrice: Cents | null;
  readonly priceType: PriceType | null;
};

/** No list ever gets so many versions. */
const BEYOND_ALL = Number.MAX_SAFE_INTEGER;

type Page = { listApoId: number; to: Versions; after: string; limit: number };

const CHANGED_PRICES = statement<TillRow>(
  { pzn: 'text', productGroup: 'text', effectivePrice: 'int?', priceType: 'int?' },
  `WITH latest AS MATERIALIZED (
     SELECT pzn, max(id) AS id FROM ${changesSql('pzn, id', 'pzn > $5')} GROUP BY pzn ORDER BY pzn LIMIT $6
   )
   SELECT c.pzn, c.product_group AS "productGroup", ${PRICE_AFTER}
     FROM latest JOIN price_change c USING (id) ORDER BY c.pzn`,
);

/**
 * The products that changed effectively between two moments, each once, as they were at the later one; changes that come in
 * while the pages are read belong to the next cursor.
 */
export async function readChanges(db: Queryable, page: Page & { from: Versions }): Promise<TillRow[]> {
  return ask(db, CHANGED_PRICES, [
    page.listApoId,
    PRODUCT_GROUPS,
    versionArray(page.from),
    versionArray(page.to),
    page.after,
    page.limit,
  ]);
}

const WHOLE_LIST = statement<TillRow>(
  { pzn: 'text', productGroup: 'text', effectivePrice: 'int?', priceType: 'int?' },
  `WITH first_later AS MATERIALIZED (
     SELECT pzn, min(id) AS id FROM ${changesSql('pzn, id', 'pzn > $5')} GROUP BY pzn
   ), later AS MATERIALIZED (
     SELECT c.pzn, c.product_group, c.old_price AS price, c.old_type AS price_type
       FROM first_later JOIN price_change c USING (id)
   ), then_listed AS (
     SELECT pzn, product_group, price, price_type FROM later WHERE price_type IS NOT NULL
     UNION ALL
     SELECT i.pzn, i.product_group, ${EFFECTIVE_PRICE}, i.price_type
       FROM price_item i
      WHERE i.apo_id = $1 AND i.pzn > $5 AND NOT EXISTS (SELECT FROM later l WHERE l.pzn = i.pzn)
   )
   SELECT pzn, product_group AS "productGroup", (price * 100)::int AS "effectivePrice", price_type AS "priceType"
     FROM then_listed ORDER BY pzn LIMIT $6`,
);

/**
 * The whole list as it was at a moment. What has changed since is taken back: the old side of a product's first later change
 * is what it was then. So all pages of a list show the same moment, whatever is saved while they are read.
 */
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
