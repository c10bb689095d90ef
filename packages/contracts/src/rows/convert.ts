import { type Cents, centsToNumber, type ImportedRow } from '@portal/rules';
import { readEuros, writeEuros } from './euros.ts';
import type { ImportedRowOnWire } from './imported-row.ts';
import type { PriceHistoryEntry, PriceHistoryRow } from './price-history-row.ts';

export function writePriceHistory(row: PriceHistoryRow): PriceHistoryEntry {
  const { avp, effectivePrice, priceType, former, lowest, ...rest } = row;
  return {
    ...rest,
    avp: writeEuros(avp),
    priceNew: writeEuros(effectivePrice),
    negative: priceType,
    ...(former ? { priceOld: writeEuros(former.effectivePrice), negativeOld: former.priceType } : {}),
    ...(lowest ? { lowest: { ...lowest, price: centsToNumber(lowest.price) } } : {}),
  };
}

export function readPriceHistory(entry: PriceHistoryEntry): PriceHistoryRow {
  const { avp, priceNew, negative, priceOld = null, negativeOld, lowest, ...rest } = entry;
  return {
    ...rest,
    avp: readEuros(avp),
    effectivePrice: readEuros(priceNew),
    priceType: negative,
    ...(negativeOld === undefined ? {} : { former: { effectivePrice: readEuros(priceOld), priceType: negativeOld } }),
    ...(lowest ? { lowest: { ...lowest, price: readEuros(lowest.price) as Cents } } : {}),
  };
}

export function writeImportedRow({ line, pzn, productGroup, product, ...row }: ImportedRow): ImportedRowOnWire {
  const { ownPrice, priceType, roundedFrom, validFrom, validTo } = row;
  const days = { ...(validFrom ? { validFrom } : {}), ...(validTo ? { validTo } : {}) };
  const rounded = roundedFrom === undefined ? {} : { roundedFrom };
  return { line, pzn, price: writeEuros(ownPrice), ...rounded, negative: priceType, ...days, productGroup, product };
}

export function readImportedRow({
  price,
  negative,
  roundedFrom,
  validFrom,
  validTo,
  ...rest
}: ImportedRowOnWire): ImportedRow {
  return {
    ...rest,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(roundedFrom === undefined ? {} : { roundedFrom }),
    ownPrice: readEuros(price),
    priceType: negative,
  };
}
