import { editConcerns, type PriceConcern, type RowEdit, vatPercentOf } from '@portal/rules';
import type { PriceListModel } from './model.ts';

export function priceConcerns({ columns }: PriceListModel, row: number, edit: RowEdit): PriceConcern[] {
  const { avp, aep, calculatedPrice, vatPercent } = columns;
  return editConcerns(edit, {
    expected: calculatedPrice[row] ?? avp[row] ?? null,
    purchase: aep[row] ?? null,
    vatPercent: vatPercentOf(vatPercent[row]),
  });
}
