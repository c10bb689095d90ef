import { isDelivered, PACKAGE_KINDS, type ProductGroup, type UpdateKind } from '@portal/rules';
import sql, { raw, type Sql } from 'sql-template-tag';
import { sqlNames } from '../../db/column-sql.ts';
import type { Target } from '../price-writing/index.ts';

/** What a package says of a product, beside its PZN; file and package name it alike. */
const BROUGHT = [...sqlNames('package', isDelivered), 'inactive'].join(', ');

/**
 * Takes rows out of `intake_row` that do not belong to a list: products of another group, and on an MDP those that are not listed
 * (rule 6.3).
 */
export function removeForeignRowsSql(kind: UpdateKind, { apoId, group }: Target): Sql {
  return sql`
  WITH checked_rows AS (
    SELECT r.pzn, i.product_group FROM intake_row r LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = r.pzn
     WHERE i.product_group <> ${group} OR ${raw(PACKAGE_KINDS[kind].addsProducts ? 'false' : 'i.pzn IS NULL')}
  )
  DELETE FROM intake_row r USING checked_rows c WHERE r.pzn = c.pzn RETURNING r.line, r.pzn, c.product_group AS "group"`;
}

/** The rows of a package, $1, of a pharmacy, $2. */
export const STORE_PACKAGE_ROWS = `
  INSERT INTO price_update_item (update_id, apo_id, pzn, position, ${BROUGHT})
  SELECT $1, $2, pzn, line, ${BROUGHT} FROM intake_row`;

/** What a file says of a product, beside its PZN. */
const PRODUCT = sqlNames('product', ({ product }) => product !== 'pzn');
const each = (write: (column: string) => string) => PRODUCT.map(write).join(', ');

const KNOWN = raw(`${each((column) => `p.${column}`)}, p.product_group`);
/** What the file leaves out stays (ADR 27). */
const merged = (group: ProductGroup) =>
  sql`${raw(each((column) => `coalesce(r.${column}, p.${column})`))}, ${group}::text`;

/** Whether the file, of the group, says anything new of known products, and whether it holds unknown ones. */
export function findNewsSql(group: ProductGroup): Sql {
  return sql`
  SELECT coalesce(bool_or(p.pzn IS NOT NULL AND (${merged(group)}) IS DISTINCT FROM (${KNOWN})), false) AS changes,
         coalesce(bool_or(p.pzn IS NULL), false) AS fresh
    FROM intake_row r LEFT JOIN product p USING (pzn)`;
}

/** Raises the version of the product master above what it was and above $1. */
export const RAISE_MASTER = 'UPDATE product_master SET version = greatest(version + 1, $1)';

/**
 * Gives the blocks of products that the next two statements change the master's version (ADR 73).
 * @param changesProducts whether known products are changed
 */
export function raiseBlocksSql(group: ProductGroup, changesProducts: boolean): Sql {
  return sql`
  INSERT INTO product_block (block, version)
  SELECT DISTINCT left(r.pzn, 2), master.version
    FROM product_master master, intake_row r LEFT JOIN product p USING (pzn)
   WHERE p.pzn IS NULL OR (${changesProducts}::bool AND (${merged(group)}) IS DISTINCT FROM (${KNOWN}))
  ON CONFLICT (block) DO UPDATE SET version = excluded.version`;
}

/**
 * Changes known products to what the file says of them. Not by UPDATE, which cannot reach from a temporary table to what
 * every node has (ADR 65).
 */
export function changeProductsSql(group: ProductGroup): Sql {
  return sql`
  INSERT INTO product (pzn, ${raw(PRODUCT.join(', '))}, product_group)
  SELECT p.pzn, ${merged(group)}
    FROM intake_row r JOIN product p USING (pzn) WHERE (${merged(group)}) IS DISTINCT FROM (${KNOWN})
  ON CONFLICT (pzn) DO UPDATE
     SET ${raw(each((column) => `${column} = excluded.${column}`))}, product_group = excluded.product_group`;
}

/** A product has a name and a producer, whatever its file says. $1 the first word of a name. */
const WITHOUT_VALUE: Readonly<Record<string, string>> = {
  name: "coalesce(r.name, $1 || ' ' || r.pzn)",
  producer: "coalesce(r.producer, '')",
};

/** Adds unknown products. $1 the first word of a name where the file has none, $2 the group. */
export const ADD_PRODUCTS = `
  INSERT INTO product (pzn, ${PRODUCT.join(', ')}, product_group)
  SELECT r.pzn, ${each((column) => WITHOUT_VALUE[column] ?? `r.${column}`)}, $2
    FROM intake_row r WHERE NOT EXISTS (SELECT FROM product p WHERE p.pzn = r.pzn)`;
