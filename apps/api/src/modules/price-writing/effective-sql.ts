/**
 * The price in force, as SQL: `effectivePrice` of packages/rules (rule 3.4); a property test proves that both are the
 * same. All SQL that reads or writes it uses this.
 */
export function effectiveSql(type: string, calculated: string, manual: string): string {
  return `CASE ${type} WHEN 0 THEN ${calculated} WHEN 1 THEN NULL ELSE ${manual} END`;
}

/** The same of a row of the list that the statement calls `i`. */
export const EFFECTIVE_PRICE = effectiveSql('i.price_type', 'i.calculated_price', 'i.manual_price');
