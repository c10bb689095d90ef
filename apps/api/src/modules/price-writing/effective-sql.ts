/** Rule 3.4; a property test compares it with `effectivePrice`. */
export function effectiveSql(type: string, calculated: string, manual: string): string {
  return `CASE ${type} WHEN 0 THEN ${calculated} WHEN 1 THEN NULL ELSE ${manual} END`;
}

export const EFFECTIVE_PRICE = effectiveSql('i.price_type', 'i.calculated_price', 'i.manual_price');
