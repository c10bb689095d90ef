import { isDelivered, PACKAGE_KINDS, type ProductGroup, type UpdateKind } from '@portal/rules';
import sql, { type Sql } from 'sql-template-tag';
import { eachColumn, sqlNames } from '../../db/column-sql.ts';
import { composed } from '../../db/statement.ts';
import type { Target } from '../price-writing/index.ts';

const BROUGHT = eachColumn([...sqlNames('package', isDelivered), 'inactive']);

/** Rule 6.3. */
export function removeForeignRowsSql(kind: UpdateKind, { apoId, group }: Target): Sql {
  return sql`
  WITH checked_rows AS (
    SELECT r.pzn, i.product_group FROM intake_row r LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = r.pzn
     WHERE i.product_group <> ${group} OR ${PACKAGE_KINDS[kind].addsProducts ? sql`false` : sql`i.pzn IS NULL`}
  )
  DELETE FROM intake_row r USING checked_rows c WHERE r.pzn = c.pzn RETURNING r.line, r.pzn, c.product_group AS "group"`;
}

/** The rows of a package, $1, of a pharmacy, $2. */
export const STORE_PACKAGE_ROWS = composed(
  {},
  sql`
  INSERT INTO price_update_item (update_id, apo_id, pzn, position, ${BROUGHT})
  SELECT $1, $2, pzn, line, ${BROUGHT} FROM intake_row`,
);

/** The same with drafts of standing rules (rule 18.6): $3 PZNs, $4 cents, $5 rules, $6 their names, $7 version. */
export const STORE_ROWS_WITH_DRAFTS = composed(
  {},
  sql`
  INSERT INTO price_update_item (update_id, apo_id, pzn, position, ${BROUGHT}, edited_price, edited_permanent, edited_ignore,
                                 edited_version, edited_by, edited_reason, edited_rule)
  SELECT $1, $2, pzn, line, ${BROUGHT}, d.cents / 100.0, CASE WHEN d.rule IS NOT NULL THEN false END,
         CASE WHEN d.rule IS NOT NULL THEN false END, CASE WHEN d.rule IS NOT NULL THEN $7::bigint END, d.by, d.by, d.rule
    FROM intake_row LEFT JOIN unnest($3::text[], $4::int[], $5::int[], $6::text[]) AS d(pzn, cents, rule, by) USING (pzn)`,
);

/** What a file says of a product, beside its PZN. */
const PRODUCT = sqlNames('product', ({ product }) => product !== 'pzn');

const KNOWN = sql`${eachColumn(PRODUCT, (column) => sql`p.${column}`)}, p.product_group`;
/** What the file leaves out stays (ADR 27). */
const merged = (group: ProductGroup) =>
  sql`${eachColumn(PRODUCT, (column) => sql`coalesce(r.${column}, p.${column})`)}, ${group}::text`;

export function findNewsSql(group: ProductGroup): Sql {
  return sql`
  SELECT coalesce(bool_or(p.pzn IS NOT NULL AND (${merged(group)}) IS DISTINCT FROM (${KNOWN})), false) AS changes,
         coalesce(bool_or(p.pzn IS NULL), false) AS fresh
    FROM intake_row r LEFT JOIN product p USING (pzn)`;
}

/** Of known products what differs, and with `withAdded` those that are unknown yet (rule 20.22). */
export function productChangesSql(group: ProductGroup, withAdded: boolean): Sql {
  const json = (value: (column: Sql) => Sql, productGroup: Sql) =>
    sql`jsonb_build_object(${eachColumn(PRODUCT, (column) => sql`'${column}', ${value(column)}`)}, 'product_group', ${productGroup})`;
  const known = json((column) => sql`p.${column}`, sql`p.product_group`);
  const said = json((column) => sql`coalesce(r.${column}, p.${column})`, sql`${group}::text`);
  return sql`
  WITH change AS (SELECT r.pzn, ${known} AS was, ${said} AS becomes, p.pzn IS NULL AS is_new
    FROM intake_row r LEFT JOIN product p USING (pzn)
   WHERE p.pzn IS NOT NULL AND (${merged(group)}) IS DISTINCT FROM (${KNOWN}) OR p.pzn IS NULL AND ${withAdded}::bool)
  SELECT coalesce(jsonb_agg(jsonb_build_object('pzn', pzn,
           'before', CASE WHEN NOT is_new THEN (SELECT jsonb_object_agg(key, value) FROM jsonb_each(was) WHERE becomes->key IS DISTINCT FROM value) END,
           'after', (SELECT jsonb_object_agg(key, value) FROM jsonb_each(becomes) WHERE was->key IS DISTINCT FROM value)) ORDER BY pzn), '[]') AS rows
    FROM change`;
}

/** ADR 73. */
export function raiseBlocksSql(group: ProductGroup, changesProducts: boolean): Sql {
  return sql`
  INSERT INTO product_block (block, version)
  SELECT DISTINCT left(r.pzn, 2), master.version
    FROM product_master master, intake_row r LEFT JOIN product p USING (pzn)
   WHERE p.pzn IS NULL OR (${changesProducts}::bool AND (${merged(group)}) IS DISTINCT FROM (${KNOWN}))
  ON CONFLICT (block) DO UPDATE SET version = excluded.version`;
}

/** Not UPDATE: a temporary table does not reach every node (ADR 65). */
export function changeProductsSql(group: ProductGroup): Sql {
  return sql`
  INSERT INTO product (pzn, ${eachColumn(PRODUCT)}, product_group)
  SELECT p.pzn, ${merged(group)}
    FROM intake_row r JOIN product p USING (pzn) WHERE (${merged(group)}) IS DISTINCT FROM (${KNOWN})
  ON CONFLICT (pzn) DO UPDATE
     SET ${eachColumn(PRODUCT, (column) => sql`${column} = excluded.${column}`)}, product_group = excluded.product_group`;
}

/** $1: the first word of a name. */
const WITHOUT_VALUE: Readonly<Record<string, Sql>> = {
  name: sql`coalesce(r.name, $1 || ' ' || r.pzn)`,
  producer: sql`coalesce(r.producer, '')`,
};

export const ADD_PRODUCTS = composed(
  {},
  sql`
  INSERT INTO product (pzn, ${eachColumn(PRODUCT)}, product_group)
  SELECT r.pzn, ${eachColumn(PRODUCT, (column, name) => WITHOUT_VALUE[name] ?? sql`r.${column}`)}, $2
    FROM intake_row r WHERE NOT EXISTS (SELECT FROM product p WHERE p.pzn = r.pzn)`,
);
