import { type DeliveryDoubt, findCommonFactor, type ImportedRow, PRICE_TYPE } from '@portal/rules';
import { effectivePriceAt, type PriceListModel, rowOfPzn } from '../price-list/model.ts';

/** Rule 20.2, without exclusions. Rule 5.20. */
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
