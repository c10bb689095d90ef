import { findCommonFactor } from './common-factor.ts';
import { isNamedFactor, NAMED_FACTORS } from './factor-pairs.ts';
import { countWhere, farness, isTimes, ratiosOf, usualBand, values } from './columns.ts';
import type { DoubtOf, FactorCause, MoneyColumn } from './doubt.ts';
import { MIN_DOUBTED_ROWS } from './limits.ts';
import { middleOf, quantileOf } from './middle.ts';
import { type DeliverySample, followsAvp } from './moved-columns.ts';

type Doubt = DoubtOf<'references'>;

const COLUMNS: readonly MoneyColumn[] = ['avp', 'aep', 'umfeldMin', 'umfeldAvg', 'umfeldMax', 'vhp'];

/** Rule 20.2. */
export function findReferences(sample: DeliverySample): Doubt | null {
  for (const column of COLUMNS) {
    const found = byFactor(sample, column) ?? scattered(sample, column) ?? shiftedLevel(sample, column);
    if (found) return found;
  }
  return exchangedAvp(sample);
}

const SMALL = 30;
const PART = { rows: 5, share: 0.04, beyondChance: 4 };

function byFactor(sample: DeliverySample, column: MoneyColumn): Doubt | null {
  const { file, list } = sample;
  const known = ratiosOf(file[column], list[column]);
  // A producer's rise: price and market go with it, and the file knows the former AVP.
  const isSmall = column === 'avp' && known.length < SMALL;
  const isTold = (row: number) => (isSmall || sample.avpOld[row] === list.avp[row]) && followsAvp(sample, row);
  const pairs = known
    .filter(({ row }) => !isTold(row))
    .map(({ row }) => ({ before: list[column][row] as number, after: file[column][row] as number }));
  const of = pairs.length;
  if (of < 10) return null;
  const found = of < MIN_DOUBTED_ROWS ? null : findCommonFactor(pairs);
  if (found && isNamedFactor(found.factor) && found.rows * 2 >= of) {
    const { factor, cause, rows } = found;
    return { check: 'references', column, fault: 'factor', factor, cause, rows, of };
  }
  const count = (factor: number) => countWhere(pairs, ({ before, after }) => isTimes(before, after, factor));
  for (const { factor, cause } of NAMED_FACTORS) {
    if (!isNamedFactor(factor)) continue;
    const rows = count(factor);
    const byChance = Math.max(count(factor * 1.02), count(factor / 1.02));
    if (rows >= PART.rows && rows >= PART.share * of && rows >= PART.beyondChance * byChance)
      return { check: 'references', column, fault: 'factor', factor, cause, rows, of };
  }
  return null;
}

const SCATTERED = { by: 1.5, umfeldBy: 1.8, share: 0.05, rows: 5 };
/** `aepBand`: purchase prices that nobody pays stand beside those that somebody does. */
const FRESH = { band: 1.25, ownBand: 1.6, aepBand: 2, share: 0.08, list: 60, rows: 20 };

function scattered({ file, list, usual }: DeliverySample, column: MoneyColumn): Doubt | null {
  const isUmfeld = column.startsWith('umfeld');
  const known = ratiosOf(file[column], list[column]);
  const by = isUmfeld ? SCATTERED.umfeldBy : SCATTERED.by;
  const off = countWhere(known, ({ ratio }) => farness(ratio) > by);
  if (off >= SCATTERED.rows && off >= (isUmfeld ? 2 : 1) * SCATTERED.share * known.length)
    return {
      check: 'references',
      column,
      fault: 'scattered',
      factor: 1,
      cause: 'unknown',
      rows: off,
      of: known.length,
    };
  const fresh = ratiosOf(file[column], file.price).filter(({ row }) => !list[column][row]);
  if (fresh.length < SCATTERED.rows) return null;
  const listed = usualBand(ratiosOf(usual[column], usual.price), FRESH.list);
  const own = usualBand(fresh, FRESH.rows);
  const ownBand = column === 'aep' ? FRESH.aepBand : FRESH.ownBand;
  const [low, high] = listed
    ? [listed.low / FRESH.band, listed.high * FRESH.band]
    : [(own?.middle ?? 1) / ownBand, (own?.middle ?? 1) * ownBand];
  const odd = countWhere(fresh, ({ ratio }) => ratio < low || ratio > high);
  return odd >= SCATTERED.rows && odd >= (isUmfeld ? 1.5 : 1) * FRESH.share * fresh.length
    ? { check: 'references', column, fault: 'scattered', factor: 1, cause: 'unknown', rows: odd, of: fresh.length }
    : null;
}

const SHIFT = { rows: 15, off: 1.12, deviations: 4, parts: [0.2, 0.5, 0.8] };
/** By the price, without a list. */
const LEVELS: Partial<Record<MoneyColumn, readonly [number, number]>> = {
  avp: [0.8, 1.8],
  aep: [0.2, 1.2],
  umfeldMin: [0.4, 1.4],
  umfeldAvg: [0.6, 1.6],
  umfeldMax: [0.7, 2.5],
  vhp: [0.5, 2],
};

function shiftedLevel({ file, list, usual }: DeliverySample, column: MoneyColumn): Doubt | null {
  const fresh = values(ratiosOf(file[column], file.price).filter(({ row }) => !list[column][row]));
  if (fresh.length < SHIFT.rows || fresh.length * 4 < file.price.length) return null;
  const found = { check: 'references', column, fault: 'factor', rows: fresh.length, of: fresh.length } as const;
  const listed = values(ratiosOf(usual[column], usual.price));
  const middle = middleOf(fresh);
  if (listed.length < 2 * SHIFT.rows) {
    const [low, high] = LEVELS[column] ?? [0, Number.POSITIVE_INFINITY];
    return middle < low || middle > high ? { ...found, ...nearest(middle) } : null;
  }
  // A list may have two levels.
  const shifts = SHIFT.parts.map((share) => quantileOf(fresh, share) / quantileOf(listed, share));
  const usually = middleOf(listed);
  const spread = middleOf(listed.map((ratio) => Math.abs(Math.log(ratio / usually))));
  const least = Math.exp(Math.max(Math.log(SHIFT.off), (SHIFT.deviations * spread) / Math.sqrt(fresh.length)));
  const isShifted = shifts.every((shift) => shift > least) || shifts.every((shift) => shift < 1 / least);
  return isShifted ? { ...found, ...nearest(middle / usually) } : null;
}

function nearest(near: number): { readonly factor: number; readonly cause: FactorCause } {
  const named = NAMED_FACTORS.find(({ factor }) => farness(near / factor) < 1.05);
  return { factor: named?.factor ?? near, cause: named?.cause ?? 'unknown' };
}

function exchangedAvp({ file, list, avpOld }: DeliverySample): Doubt | null {
  const moved = ratiosOf(file.avp, avpOld).filter(({ row, ratio }) => ratio !== 1 && list.avp[row]);
  const rows = countWhere(moved, ({ row }) => {
    const isToday = file.base[row] === list.base[row] || file.base[row] === list.price[row];
    return isToday && file.avp[row] === list.avp[row] && avpOld[row] !== list.avp[row];
  });
  return rows >= PART.rows && rows * 2 >= moved.length
    ? { check: 'references', column: 'avp', fault: 'exchanged', factor: 1, cause: 'unknown', rows, of: moved.length }
    : null;
}
