import type { ProductVersions } from '@portal/contracts';
import type pg from 'pg';
import { columnArrays, columnValues } from '../../db/column-sql.ts';
import type { Queryable } from '../../db/database.ts';
import { readJsonBytes } from '../../db/read-json.ts';
import { askOne, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';

export const PRODUCT_COLUMNS = columnArrays(columnValues('product'));

/** The versions of all blocks, as one JSON object. */
export const VERSIONS_JSON = `(SELECT coalesce(json_object_agg(block, version ORDER BY block), '{}') FROM product_block)`;

const VERSIONS = statement<{ products: ProductVersions }>({ products: 'json' }, `SELECT ${VERSIONS_JSON} AS products`);

/** The version of each block of products. */
export async function readProductVersions(db: Queryable): Promise<ProductVersions> {
  return (await askOne(db, VERSIONS, [])).products;
}

const NONE = 'null';

/** @throws PortalError 404 for another version */
export async function readProductBlock(pool: pg.Pool, block: string, version: number): Promise<Buffer> {
  if (!/^\d{2}$/.test(block) || !Number.isSafeInteger(version)) throw new RangeError('no block of products');
  const products = `SELECT * FROM product WHERE pzn BETWEEN '${block}000000' AND '${block}999999' ORDER BY pzn`;
  const bytes = await readJsonBytes(
    pool,
    `SELECT coalesce((SELECT (SELECT json_build_object(${PRODUCT_COLUMNS}) FROM (${products}) listed)::text
       FROM product_block WHERE block = '${block}' AND version = ${version}), '${NONE}')`,
  );
  if (bytes.equals(Buffer.from(NONE))) throw notFound();
  return bytes;
}
