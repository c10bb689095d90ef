import { PRICE_TYPE, PRICE_TYPE_WORDS } from '@portal/rules';
import { effectivePriceAt, type PriceListModel } from '../price-list/model.ts';
import type { ListFile } from './file-column.ts';
import { packageFile } from './package-file.ts';

/**
 * The price list in the format of an LZD without a new calculation (rule 10.8): nothing in it is new, and uploading it
 * as an update (choice 1) changes no price. Exclusions are left out. 'TruePrice neu' is the calculated price, 'Aktueller
 * Preis' the one in force; the surroundings' average, all that an LZD brings of them, is 'AVP Region'.
 * @param rows as they stand on the screen: filtered and sorted
 */
export function lzdFormatFile(model: PriceListModel, rows: ArrayLike<number>): ListFile {
  const { columns } = model;
  return packageFile(
    'LZD',
    {
      columns,
      cells: {
        checkReason: () => null,
        avpOld: (row) => columns.avp[row],
        formerCalculatedPrice: (row) => effectivePriceAt(model, row),
        calculatedPrice: (row) => calculatedOrEffective(model, row),
        ravp: (row) => effectivePriceAt(model, row),
        ravpRegio: (row) => columns.priceAvg[row],
        ravpNational: () => null,
      },
      type: (row) => PRICE_TYPE_WORDS[columns.priceType[row] ?? 0],
    },
    lzdFormatRows(model, rows),
  );
}

/** The rows that an LZD can hold: no exclusions, and no products without any price, which its reader would refuse. */
export function lzdFormatRows(model: PriceListModel, rows: ArrayLike<number>): Uint32Array {
  const kept = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (model.columns.priceType[row] !== PRICE_TYPE.exclusion && calculatedOrEffective(model, row) !== null)
      kept[count++] = row;
  }
  return kept.subarray(0, count);
}

/** A product that has never been calculated keeps its own price, so that no upload loses it. */
function calculatedOrEffective(model: PriceListModel, row: number) {
  return model.columns.calculatedPrice[row] ?? effectivePriceAt(model, row);
}
