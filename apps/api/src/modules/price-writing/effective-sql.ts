import sql, { type Sql } from 'sql-template-tag';

/** Rule 3.4; a property test compares it with `effectivePrice`. */
export function effectiveSql(type: Sql, calculated: Sql, manual: Sql): Sql {
  return sql`CASE ${type} WHEN 0 THEN ${calculated} WHEN 1 THEN NULL ELSE ${manual} END`;
}

export const EFFECTIVE_PRICE = effectiveSql(sql`i.price_type`, sql`i.calculated_price`, sql`i.manual_price`).text;

/** Of the rows of `rowsSql`. */
export const EFFECTIVE_BEFORE = effectiveSql(
  sql`before_price_type`,
  sql`before_calculated_price`,
  sql`before_manual_price`,
);
export const EFFECTIVE_AFTER = effectiveSql(sql`price_type`, sql`calculated_price`, sql`manual_price`);
