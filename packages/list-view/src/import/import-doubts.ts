import { type DeliveryDoubt, findCommonFactor, type ImportedRow, PRICE_TYPE } from '@portal/rules';
import { effectivePriceAt, type PriceListModel, rowOfPzn } from '../price-list/model.ts';

/**
 * Judges the prices of an import as a whole, beside those in force (rule 14.61): exclusions have no price to compare with (rule 5.20).
 * @param rows of the file, each PZN at most once
 */
export function findImportDoubts(model: PriceListModel, rows: readonly ImportedRow[]): DeliveryDoubt[] {
  const pairs = rows.flatMap(({ pzn, ownPrice, priceType }) => {
    const row = rowOfPzn(model, pzn);
    const before = row === undefined ? null : effectivePriceAt(model, row);
    if (before === null || ownPrice === null || priceType === PRICE_TYPE.exclusion) return [];
    return [{ before, after: ownPrice }];
  });
  const doubt = findCommonFactor(pairs);
  return doubt ? [doubt] : [];
}
