import type pg from 'pg';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { ByteParts } from '../../db/byte-parts.ts';
import { arraySql, centsArraySql } from '../../db/price-columns.ts';
import { readJsonParts } from '../../db/read-json.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

const COLUMNS = [
  arraySql('pzn', 'pzn'),
  arraySql('productGroup', 'product_group'),
  arraySql('name', 'name'),
  arraySql('content', 'content'),
  arraySql('producer', 'producer'),
  centsArraySql('effectivePrice', 'price'),
  centsArraySql('labelPrice', 'label_price'),
].join(', ');

/** Of a mirror its main pharmacy's prices on its own shelf (rules 16.10 and 21.3). */
export function readShelf(
  pool: pg.Pool,
  { apoId, listApoId }: Pick<PharmacyContext, 'apoId' | 'listApoId'>,
): Promise<ByteParts> {
  if (!Number.isSafeInteger(apoId) || !Number.isSafeInteger(listApoId)) throw new RangeError('no pharmacy');
  return readJsonParts(
    pool,
    `SELECT json_build_object(
       'labelled', EXISTS (SELECT 1 FROM label_print WHERE apo_id = ${apoId} AND undone_at IS NULL),
       'columns', (SELECT json_build_object(${COLUMNS}) FROM (
          SELECT pzn, coalesce(e.product_group, s.product_group) AS product_group, coalesce(p.name, '') AS name, p.content, p.producer,
                 e.price, s.price AS label_price
            FROM (SELECT pzn, product_group, ${EFFECTIVE_PRICE} AS price FROM price_item i WHERE apo_id = ${listApoId}) e
            FULL JOIN (SELECT pzn, product_group, price FROM shelf_label WHERE apo_id = ${apoId}) s USING (pzn)
            LEFT JOIN product p USING (pzn) ORDER BY pzn) shelf))::text`,
  );
}
