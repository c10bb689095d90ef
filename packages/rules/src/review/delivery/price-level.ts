import { isBestFit, isNamedFactor, NAMED_FACTORS } from './factor-pairs.ts';
import { type CentsColumn, countWhere, farness, isTimes, ratiosOf, values } from './columns.ts';
import type { DoubtOf, FactorCause } from './doubt.ts';
import { findNetEndings, usualDigits } from './endings.ts';
import type { DeliveryLimits } from './limits.ts';
import { middleOf, quantileOf } from './middle.ts';
import { type DeliverySample, followsAvp, isRepair } from './moved-columns.ts';

type Level = DoubtOf<'priceLevel'>;
type Basis = Level['basis'];

/** Rule 20.18. */
export function findPriceLevel(sample: DeliverySample, limits: DeliveryLimits, size: Size): Level | null {
  const found = [
    ...otherBases(sample, limits),
    ...withAvp(sample, size),
    ...byEndings(sample, limits, size),
    ...byColumns(sample),
    ...bySize(sample),
  ];
  return found.find(({ isFact }) => isFact) ?? found[0] ?? null;
}

/** Half of the rows, or a quarter of many (rule 20.10). */
export function isFactOf(
  { rows, of }: { readonly rows: number; readonly of: number },
  { refuseRows, factorShare }: DeliveryLimits,
): boolean {
  return rows >= refuseRows && (rows >= factorShare * of || (rows >= 2 * refuseRows && rows * 2 >= factorShare * of));
}

const SINCE = 1.13;

function otherBases(sample: DeliverySample, limits: DeliveryLimits): Level[] {
  const { file, list, lastPrice } = sample;
  const bases: [Basis, CentsColumn][] = [
    ['base', file.base],
    ['lastPrice', lastPrice],
  ];
  return bases.flatMap(([basis, column]) => {
    const compared = ratiosOf(file.price, column);
    const known = compared.filter(({ row }) => !followsAvp(sample, row) && !isRepaired(sample, row));
    const of = compared.length;
    const levels = NAMED_FACTORS.map(({ factor, cause }) => {
      const rows = countWhere(known, ({ row }) => {
        const [price, before, listed] = [file.price[row] as number, column[row] as number, list.price[row] ?? null];
        if (!isTimes(before, price, factor)) return false;
        return listed === null || farness(price / listed / factor) < SINCE;
      });
      const isFact = factor !== 1.07 && isFactOf({ rows, of }, limits);
      return { check: 'priceLevel' as const, basis, factor, cause, rows, of, isFact };
    });
    const [best] = levels.filter(({ isFact }) => isFact).toSorted((a, b) => b.rows - a.rows);
    if (!best) return [];
    const pairs = known.map(({ row }) => ({ before: column[row] as number, after: file.price[row] as number }));
    return isNamedFactor(best.factor) || isBestFit(pairs, best.rows) ? [best] : [];
  });
}

function isRepaired({ file, list, listedBefore }: DeliverySample, row: number): boolean {
  const [price, listed] = [file.price[row], list.price[row]];
  return Boolean(price && listed) && isRepair(price as number, listed as number, listedBefore[row] ?? null);
}

const WHOLE = 50;
type Size = { readonly rows: number; readonly listCount: number };

/** No producer moves half of a list. */
function withAvp({ file, list }: DeliverySample, { rows: count, listCount }: Size): Level[] {
  if (count * 2 < listCount) return [];
  const known = ratiosOf(file.price, list.price).filter(({ row }) => file.avp[row] && list.avp[row]);
  for (const { factor, cause } of NAMED_FACTORS.filter((each) => isNamedFactor(each.factor))) {
    const rows = countWhere(known, ({ row }) => {
      const isAlike = isTimes(list.price[row] as number, file.price[row] as number, factor);
      return isAlike && isTimes(list.avp[row] as number, file.avp[row] as number, factor);
    });
    const found = { check: 'priceLevel', basis: 'avp', factor, cause, rows, of: known.length } as const;
    if (rows >= WHOLE && rows * 2 >= known.length) return [{ ...found, isFact: true }];
  }
  return [];
}

function byEndings(sample: DeliverySample, limits: DeliveryLimits, { rows: count, listCount }: Size): Level[] {
  const { file, usual, vat, knownVat } = sample;
  const following = countWhere([...file.price.keys()], (row) => followsAvp(sample, row));
  const isOfAll = following >= WHOLE && following * 2 >= file.price.length && count * 2 >= listCount;
  const unexplained = file.price.map((cents, row) => (followsAvp(sample, row) ? null : cents));
  const vatAt = (row: number) => knownVat[row] ?? vat[row] ?? 19;
  const has = (column: CentsColumn) => countWhere(column, (cents) => cents !== null) >= 20;
  const beside = has(usual.price) ? usual.price : has(file.avp) && usualDigits(file.avp) ? file.avp : null;
  const fact =
    findNetEndings(isOfAll ? file.price : unexplained, vatAt, beside, true) ??
    findNetEndings(unexplained, vatAt, beside, false);
  if (fact === null || fact.rows < 0.04 * fact.of) return [];
  const { factor, cause, rows, of } = fact;
  const isFact = isNamedFactor(factor) && isFactOf({ rows, of }, limits);
  return [{ check: 'priceLevel', basis: 'endings', factor, cause, rows, of, isFact }];
}

const COLUMNS = ['avp', 'aep', 'umfeldAvg', 'vhp'] as const;
const AGREED = 0.05;
const LEVEL = { rows: 10, many: 30, off: 1.2, offOfMany: 1.12 };

function byColumns({ file, list, usual }: DeliverySample): Level[] {
  const isNew = (row: number) => !list.price[row];
  const shifts = COLUMNS.flatMap((column) => {
    const fresh = values(ratiosOf(file.price, file[column]).filter(({ row }) => isNew(row)));
    const known = values(ratiosOf(usual.price, usual[column]));
    if (fresh.length < LEVEL.rows || known.length < LEVEL.many) return [];
    return [{ shift: middleOf(fresh) / middleOf(known), rows: fresh.length }];
  });
  const [first] = shifts;
  const second = shifts.find(
    ({ shift }) => first && shift !== first.shift && farness(shift / first.shift) < 1 + AGREED,
  );
  if (!first || !second) return [];
  const factor = Math.sqrt(first.shift * second.shift);
  if (farness(factor) < (first.rows >= LEVEL.many ? LEVEL.offOfMany : LEVEL.off)) return [];
  return [
    { check: 'priceLevel', basis: 'columns', ...nearest(factor), rows: first.rows, of: first.rows, isFact: false },
  ];
}

/** Cents. */
const SIZE = { rows: 10, off: 4, edge: 0.2, edgeOff: 1.5, list: 100 };
const PHARMACY_PRICES = { low: 200, high: 6000 };

function bySize({ file, usual }: DeliverySample): Level[] {
  const prices = file.price.filter((cents) => cents !== null);
  if (prices.length < SIZE.rows) return [];
  const middle = middleOf(prices);
  const known = usual.price.filter((cents) => cents !== null);
  const level = (factor: number, rows: number): Level[] => {
    return [{ check: 'priceLevel', basis: 'size', ...nearest(factor), rows, of: prices.length, isFact: false }];
  };
  if (known.length < SIZE.list) {
    if (middle >= PHARMACY_PRICES.low && middle <= PHARMACY_PRICES.high) return [];
    return level(middle < PHARMACY_PRICES.low ? 0.1 : 10, prices.length);
  }
  const off = middle / middleOf(known);
  if (farness(off) >= SIZE.off) {
    const found = level(off, prices.length);
    const zeros = countWhere(prices, (cents) => cents % 10 === 0);
    return off > 1 && zeros === prices.length && usualZeros(known) < 0.5
      ? found.map((each) => ({ ...each, isFact: true }))
      : found;
  }
  const [low, high] = [quantileOf(known, 0.01) / SIZE.edgeOff, quantileOf(known, 0.99) * SIZE.edgeOff];
  const below = countWhere(prices, (cents) => cents < low);
  const above = countWhere(prices, (cents) => cents > high);
  const rows = Math.max(below, above);
  return rows >= 5 && rows >= SIZE.edge * prices.length ? level(below > above ? 0.1 : 10, rows) : [];
}

function usualZeros(prices: readonly number[]): number {
  return countWhere(prices, (cents) => cents % 10 === 0) / prices.length;
}

function nearest(near: number): { readonly factor: number; readonly cause: FactorCause } {
  const named = NAMED_FACTORS.find(({ factor }) => farness(near / factor) < (farness(factor) > 5 ? 2 : 1.03));
  return { factor: named?.factor ?? near, cause: named?.cause ?? 'unknown' };
}
