import type { UpdateKind } from '@portal/rules';

/** What a package says of a product, beside its PZN; file and package name it alike. */
const BROUGHT = `avp_old, avp, aep, vhp, ravp, ravp_regio, ravp_national, price_min, price_max, true_price, true_price_old,
         pe_cluster, vh_cluster, units, check_reason, inactive`;

/**
 * Takes rows out of `intake_row` that do not belong to a list: products of another group, and on an MDP those that are not listed
 * (rule 6.3). $1 the pharmacy, $2 the group (rule 14.1).
 */
export function removeForeignRowsSql(kind: UpdateKind): string {
  return `
  WITH validated AS (
    SELECT r.pzn, i.product_group FROM intake_row r LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = r.pzn
     WHERE i.product_group <> $2 OR ${kind === 'MDP' ? 'i.pzn IS NULL' : 'false'}
  )
  DELETE FROM intake_row r USING validated j WHERE r.pzn = j.pzn RETURNING r.line, r.pzn, j.product_group AS "group"`;
}

/** The rows of a package, $1, of a pharmacy, $2. */
export const STORE_PACKAGE_ROWS = `
  INSERT INTO price_update_item (update_id, apo_id, pzn, position, ${BROUGHT})
  SELECT $1, $2, pzn, line, ${BROUGHT} FROM intake_row`;

const KNOWN = 'p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, p.vat_percent, p.product_group';
/** What the file leaves out stays (ADR 27). $1 the group. */
const MERGED = `coalesce(r.name, p.name), coalesce(r.content, p.content), coalesce(r.producer, p.producer), coalesce(r.brand, p.brand),
         coalesce(r.norm_size, p.norm_size), coalesce(r.atc, p.atc), coalesce(r.vat_percent, p.vat_percent), $1::text`;

/** Whether the file, of the group $1, says anything new of known products, and whether it holds unknown ones. */
export const FIND_NEWS = `
  SELECT coalesce(bool_or(p.pzn IS NOT NULL AND (${MERGED}) IS DISTINCT FROM (${KNOWN})), false) AS changes,
         coalesce(bool_or(p.pzn IS NULL), false) AS fresh
    FROM intake_row r LEFT JOIN product p USING (pzn)`;

/** Raises the version of the product master above what it was and above $1. */
export const RAISE_MASTER = 'UPDATE product_master SET version = greatest(version + 1, $1)';

/**
 * Gives the blocks of products that the next two statements change the master's version (ADR 73). $1 the group, $2 whether known
 * products are changed.
 */
export const RAISE_BLOCKS = `
  INSERT INTO product_block (block, version)
  SELECT DISTINCT left(r.pzn, 2), master.version
    FROM product_master master, intake_row r LEFT JOIN product p USING (pzn)
   WHERE p.pzn IS NULL OR ($2 AND (${MERGED}) IS DISTINCT FROM (${KNOWN}))
  ON CONFLICT (block) DO UPDATE SET version = excluded.version`;

/**
 * Changes known products to what the file says of them. $1 the group. Not by UPDATE, which cannot reach from a temporary table to what
 * every node has (ADR 65).
 */
export const CHANGE_PRODUCTS = `
  INSERT INTO product (pzn, name, content, producer, brand, norm_size, atc, vat_percent, product_group)
  SELECT p.pzn, ${MERGED}
    FROM intake_row r JOIN product p USING (pzn) WHERE (${MERGED}) IS DISTINCT FROM (${KNOWN})
  ON CONFLICT (pzn) DO UPDATE
     SET name = excluded.name, content = excluded.content, producer = excluded.producer, brand = excluded.brand,
         norm_size = excluded.norm_size, atc = excluded.atc, vat_percent = excluded.vat_percent, product_group = excluded.product_group`;

/** Adds unknown products. $1 the first word of a name where the file has none, $2 the group. */
export const ADD_PRODUCTS = `
  INSERT INTO product (pzn, name, content, producer, brand, norm_size, atc, vat_percent, product_group)
  SELECT r.pzn, coalesce(r.name, $1 || ' ' || r.pzn), r.content, coalesce(r.producer, ''), r.brand, r.norm_size, r.atc,
         r.vat_percent, $2
    FROM intake_row r WHERE NOT EXISTS (SELECT FROM product p WHERE p.pzn = r.pzn)`;
