import { countRows, type FoundFactor, hasFactor, isBestFit, NAMED_FACTORS, type PricePair } from './factor-pairs.ts';
import { middleOf } from './middle.ts';

const PART = { rows: 5, share: 0.03, compared: 20, beyondChance: 4, near: 0.02 };
/** Rule 20.3: a part of the rows by a factor to the cent, far more than beside it. */
export function findPart(changed: readonly PricePair[], compared: number): FoundFactor | null {
  if (compared < PART.compared) return null;
  const unexplained = changed.filter(({ followsAvp, isExplained }) => !followsAvp && !isExplained);
  for (const { factor, cause } of NAMED_FACTORS) {
    if (factor === 1.07) continue;
    const rows = countRows(unexplained, factor);
    if (rows < PART.rows || rows < PART.share * compared) continue;
    const beside = [factor * (1 + PART.near), factor / (1 + PART.near)].map((each) => countRows(unexplained, each));
    if (rows < PART.beyondChance * Math.max(...beside)) continue;
    const near = unexplained.filter(({ before, after }) => Math.abs(after / before / factor - 1) < PART.near / 2);
    if (!isBestFit(near, countRows(near, factor))) continue;
    return { check: 'commonFactor', factor, cause, exact: true, rows, of: changed.length, compared };
  }
  return null;
}

const FALLS = { from: 0.7, to: 0.92, rows: 20, share: 0.25, near: 0.02, inBand: 0.75, oneFactor: 0.5 };
const NET = 1 / 1.19;

/** Rule 20.3: prices of a quarter of the rows without VAT, rounded to usual endings. */
export function findFalls(known: readonly PricePair[]): FoundFactor | null {
  const falls = known.filter(({ before, after, followsAvp, isExplained }) => {
    const ratio = after / before;
    return !followsAvp && !isExplained && ratio > FALLS.from && ratio < FALLS.to;
  });
  if (falls.length < FALLS.rows || falls.length < FALLS.share * known.length) return null;
  const middle = middleOf(falls.map(({ before, after }) => after / before));
  if (Math.abs(middle / NET - 1) > FALLS.near || countRows(falls, middle) >= FALLS.oneFactor * falls.length)
    return null;
  const rows = falls.filter((pair) => hasFactor(pair, { factor: NET, exact: false })).length;
  if (rows < FALLS.inBand * falls.length) return null;
  return {
    check: 'commonFactor',
    factor: NET,
    cause: 'vatRemoved',
    exact: false,
    rows,
    of: known.length,
    compared: known.length,
  };
}
