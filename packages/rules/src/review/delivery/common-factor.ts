import type { CommonFactor, FactorCause } from './doubt.ts';
import {
  countRows,
  hasFactor,
  isBestFit,
  type KnownFactor,
  mostCommonFactor,
  NAMED_FACTORS,
  type FoundFactor as Found,
  type PricePair,
} from './factor-pairs.ts';
import { findFalls, findPart } from './part-factor.ts';
import { middleOf } from './middle.ts';

const BOTH_RATES: readonly (readonly [number, number, FactorCause])[] = [
  [1 / 1.19, 1 / 1.07, 'vatRemoved'],
  [1.19, 1.07, 'vatAdded'],
];

const NEARLY_ALL = 0.9;
const MANY = { share: 0.5, ofAll: 0.25, rows: 20 };
const MIN_ROWS = { major: 3, other: 10 };
/** Percent: lists rise, and producers raise prices. */
const ORDINARY_PERCENT = 10;
/** Prices rounded to usual endings: the median within the first, most within the second. */
const AROUND = { vat: 0.02, decimal: 0.25, share: 0.75, rows: 20 };
const ORDINARY_RANGE = [0.75, 1.3] as const;

/** Rule 20.3; first to the cent, then around a factor. Null: none. */
export function findCommonFactor(pairs: readonly PricePair[]): CommonFactor | null {
  const known = pairs.filter(({ before, after }) => before > 0 && after > 0);
  const changed = known.filter(({ before, after }) => before !== after);
  if (changed.length < MIN_ROWS.major) return null;
  const found =
    exactFactor(changed, known.length) ?? factorAround(known) ?? findPart(changed, known.length) ?? findFalls(known);
  if (found === null) return null;
  const isDecimal = found.cause === 'decimalLeft' || found.cause === 'decimalRight';
  const unexplained = isDecimal
    ? Math.max(0, found.rows - known.filter((pair) => pair.isRepair).length)
    : known.filter((pair) => !pair.followsAvp && !pair.isExplained && hasFactor(pair, found)).length;
  return { ...found, unexplained };
}

function exactFactor(changed: readonly PricePair[], compared: number): Found | null {
  const isMostOfAll = changed.length * 2 >= compared;
  const found = (factor: number, cause: FactorCause, rows: number): Found => {
    return { check: 'commonFactor', factor, cause, exact: true, rows, of: changed.length, compared };
  };
  const unexplained = changed.filter(({ followsAvp }) => !followsAvp);
  const findKnown = (isEnough: (known: KnownFactor, rows: number) => boolean) => {
    for (const known of NAMED_FACTORS) {
      const rows = countRows(known.isMajor ? changed : unexplained, known.factor);
      if (isEnough(known, rows) && (known.isMajor || isBestFit(unexplained, rows)))
        return found(known.factor, known.cause, rows);
    }
    return null;
  };
  const isNearlyAll = ({ isMajor }: KnownFactor, rows: number) =>
    rows >= NEARLY_ALL * changed.length && (isMajor ? rows >= MIN_ROWS.major : rows >= MIN_ROWS.other && isMostOfAll);
  const isMany = ({ isMajor, factor }: KnownFactor, rows: number) =>
    rows >= MANY.rows &&
    (isMajor
      ? rows >= MANY.share * changed.length || rows >= MANY.ofAll * compared
      : factor === 1 / 1.07 && rows >= MANY.share * compared && rows >= MANY.share * changed.length);
  const known =
    findKnown(isNearlyAll) ??
    findBothRates(changed, compared, { share: NEARLY_ALL, rows: MIN_ROWS.other }) ??
    findKnown(isMany) ??
    findBothRates(changed, compared, MANY);
  if (known) return known;
  if (!isMostOfAll || unexplained.length < Math.max(MIN_ROWS.other, NEARLY_ALL * changed.length)) return null;
  const factor = mostCommonFactor(unexplained);
  const rows = countRows(unexplained, factor);
  // To a tenth of a percent, the rounding of the prices.
  // What falls by 10 % rises by 11.1 % when it comes back.
  const isOrdinary = Math.round((1 - Math.min(factor, 1 / factor)) * 1000) <= ORDINARY_PERCENT * 10;
  return !isOrdinary && rows >= NEARLY_ALL * changed.length ? found(factor, 'unknown', rows) : null;
}

/** Prices without VAT, or with VAT twice, where neither rate has nearly all rows. */
function findBothRates(
  changed: readonly PricePair[],
  compared: number,
  least: { readonly share: number; readonly rows: number },
): Found | null {
  for (const [factor, otherFactor, cause] of BOTH_RATES) {
    const isLower = (pair: PricePair) => !pair.followsAvp && hasFactor(pair, { factor: otherFactor, exact: true });
    const isFull = (pair: PricePair) => hasFactor(pair, { factor, exact: true });
    const full = changed.filter(isFull).length;
    const lower = changed.filter((pair) => !isFull(pair) && isLower(pair)).length;
    const rows = full + lower;
    const hasBoth = full >= MIN_ROWS.major && lower >= MIN_ROWS.major;
    if (hasBoth && rows >= least.rows && rows >= least.share * changed.length)
      return { check: 'commonFactor', factor, otherFactor, cause, exact: true, rows, of: changed.length, compared };
  }
  return null;
}

function factorAround(pairs: readonly PricePair[]): Found | null {
  if (pairs.length < AROUND.rows) return null;
  const middle = middleOf(pairs.map(({ before, after }) => after / before));
  const cause = causeAround(middle);
  const factor = cause?.factor ?? middle;
  const isOrdinary = middle >= ORDINARY_RANGE[0] && middle <= ORDINARY_RANGE[1];
  if (cause === null && isOrdinary) return null;
  const rows = pairs.filter((pair) => hasFactor(pair, { factor, exact: false })).length;
  if (rows < AROUND.share * pairs.length) return null;
  const of = pairs.length;
  return { check: 'commonFactor', factor, cause: cause?.cause ?? 'unknown', exact: false, rows, of, compared: of };
}

export function causeAround(middle: number, vatTolerance = AROUND.vat): KnownFactor | null {
  const isClose = ({ factor, cause, isMajor }: KnownFactor) => {
    const tolerance = cause === 'decimalLeft' || cause === 'decimalRight' ? AROUND.decimal : vatTolerance;
    return isMajor && Math.abs(middle / factor - 1) <= tolerance;
  };
  return NAMED_FACTORS.find(isClose) ?? null;
}
