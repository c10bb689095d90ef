import { type DifferenceColumnName, type ReferenceOf, referenceOf, type ShownColumnName } from '@portal/rules';

export type { PriceListColumns } from '@portal/rules';

/** Rules 4.1 and 4.2. */
export type DifferenceKey = DifferenceColumnName & ShownColumnName<'priceList'>;
export type ReferenceColumn = ReferenceOf<DifferenceKey>;

export function isDifferenceKey(key: string): key is DifferenceKey {
  return referenceOf(key) !== undefined;
}
