import { STANDING_FIGURES, STANDING_TEXTS } from '@portal/list-view';
import { type ColumnDeclaration, COLUMNS, PACKAGE_KINDS } from '@portal/rules';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { eachColumn } from '../../db/column-sql.ts';
import { arraySql, centsArraySql } from '../../db/price-columns.ts';
import { listBeforeSql, type UpdateRow } from '../price-updates/index.ts';

type Package = Pick<UpdateRow, 'id' | 'kind' | 'apoId' | 'group' | 'status' | 'parts'>;

const DECLARED: Readonly<Record<string, ColumnDeclaration>> = COLUMNS;

/** What a package brings goes before the list's (rule 14.8); what is known of products is the product's. */
const NAMES = [...STANDING_TEXTS, ...STANDING_FIGURES];
const OF_PRODUCTS = NAMES.flatMap((name) => {
  const { product: column } = DECLARED[name] as ColumnDeclaration;
  return column === undefined ? [] : [{ name, column }];
});
const OF_LIST = NAMES.flatMap((name) => {
  const { list, package: own, approvedFrom, holds } = DECLARED[name] as ColumnDeclaration;
  const brought = own ?? approvedFrom;
  return list === undefined || brought === undefined
    ? []
    : [{ name, column: list, holds, value: sql`coalesce(r.${raw(brought)}, i.${raw(list)}) AS ${raw(list)}` }];
});

const MEMBERS = [
  arraySql('pzn', 'pzn'),
  arraySql('priceType', 'price_type'),
  arraySql('inactive', 'inactive'),
  arraySql('hasDraft', 'has_draft'),
  centsArraySql('calculatedPrice', 'true_price'),
  arraySql('vatPercent', 'vat_percent'),
  ...OF_PRODUCTS.map(({ name, column }) => arraySql(name, column)),
  ...OF_LIST.map(({ name, column, holds }) => (holds === 'price' ? centsArraySql : arraySql)(name, column)),
].join(', ');

/** `r` is a row, `p` its product, `i` the list's; `StandingColumns`. */
function columnsSql(
  update: Package,
  { from, product, hasDraft }: { from: Sql; product: (column: Sql) => Sql; hasDraft: Sql },
): Sql {
  const isForeign = PACKAGE_KINDS[update.kind].addsProducts ? sql`false` : sql`i.pzn IS NULL`;
  const texts = [...OF_PRODUCTS.map(({ column }) => column), 'vat_percent'];
  return sql`
  SELECT json_build_object(${raw(MEMBERS)})::text AS columns FROM (
    SELECT r.pzn, i.price_type, r.inactive OR ${isForeign} AS inactive, ${hasDraft} AS has_draft, r.true_price,
           ${eachColumn(texts, (column) => sql`${product(column)} AS ${column}`)}, ${join(
             OF_LIST.map(({ value }) => value),
             ', ',
           )}
      FROM ${from}
      LEFT JOIN (SELECT i.* FROM ${raw(listBeforeSql(update))}) i USING (pzn)
      LEFT JOIN product p USING (pzn)
     ORDER BY r.pzn) items`;
}

/** Of the rows in `intake_row`, with what the delivery says of products where it may. */
export function stagedColumnsSql(delivery: Omit<Package, 'id' | 'status' | 'parts'>, changesProducts: boolean): Sql {
  // Not stored, and thus without a number.
  return columnsSql(
    { ...delivery, id: 0, status: 0, parts: 0 },
    {
      from: sql`intake_row r`,
      product: (column) =>
        changesProducts ? sql`coalesce(r.${column}, p.${column})` : sql`coalesce(p.${column}, r.${column})`,
      hasDraft: sql`false`,
    },
  );
}

/** Of a stored package, as if nobody's rule had written into it. */
export function storedColumnsSql(update: Package): Sql {
  return columnsSql(update, {
    from: sql`(SELECT * FROM price_update_item WHERE apo_id = ${update.apoId} AND update_id = ${update.id}) r`,
    product: (column) => sql`p.${column}`,
    hasDraft: sql`(r.edited_rule IS NULL AND (r.edited_price IS NOT NULL OR r.edited_permanent IS NOT NULL OR r.edited_ignore IS NOT NULL))`,
  });
}
