import { PRICE_TYPE, PRICE_TYPE_WORDS } from '@portal/rules';
import { effectivePriceAt, type PriceListModel } from '../price-list/model.ts';
import type { ListFile } from './file-column.ts';
import { packageFile } from './package-file.ts';

/** Rule 10.8: uploading it as an update changes no price. 'AVP Region' is the Umfeld average. */
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

/** No exclusions or products without any price: the reader refuses them. */
export function lzdFormatRows(model: PriceListModel, rows: ArrayLike<number>): Uint32Array {
  const written = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (model.columns.priceType[row] !== PRICE_TYPE.exclusion && calculatedOrEffective(model, row) !== null)
      written[count++] = row;
  }
  return written.subarray(0, count);
}

/** Keeps own prices that were never calculated. */
function calculatedOrEffective(model: PriceListModel, row: number) {
  return model.columns.calculatedPrice[row] ?? effectivePriceAt(model, row);
}
