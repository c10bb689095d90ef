import type { Cents } from '../../money.ts';
import { isNamedFactor } from './factor-pairs.ts';
import type { FactorCause } from './doubt.ts';
import { type CentsColumn, countWhere } from './columns.ts';

export type EndingsFact = {
  readonly factor: number;
  readonly cause: FactorCause;
  readonly rows: number;
  readonly of: number;
};

const LEAST = { rows: 20, odd: 12 };
const CONCENTRATED = 0.6;
const BY_CHANCE = 0.3;
/** Standard deviations. */
const CERTAIN = 5;

/**
 * Prices that would end as usual with VAT put on or taken off (rule 20.18).
 * @param isMajor by 1.19; else by 1.07 and mistaken rates
 */
export function findNetEndings(
  prices: CentsColumn,
  vatAt: (row: number) => number,
  usual: CentsColumn | null,
  isMajor: boolean,
): EndingsFact | null {
  const known = prices.flatMap((cents, row) => (cents ? [{ cents, row }] : []));
  if (known.length < LEAST.rows) return null;
  const listed = usual && usualDigits(usual, LEAST.rows, CONCENTRATED);
  if (usual && !listed) return null;
  let best: (EndingsFact & { sure: number }) | null = null;
  for (const { cause, factor, grossOf } of WAYS.filter((way) => isNamedFactor(way.factor) === isMajor)) {
    const gross = (cents: Cents, row: number) => Math.round(grossOf(cents, vatAt(row)));
    const own = () =>
      usualDigits(
        known.map(({ cents, row }) => gross(cents, row)),
        OWN.rows,
        OWN.share,
      );
    const digits = listed ?? own();
    if (digits === null) continue;
    const odd = known.filter(({ cents }) => !digits.usual.has(cents % 10));
    if (odd.length < LEAST.odd) continue;
    const ends = (cents: number) => digits.usual.has(Math.round(cents) % 10);
    const hits = countWhere(odd, ({ cents, row }) => ends(gross(cents, row)));
    const byPercent = countWhere(odd, ({ cents }) => ends(cents / (Math.round(factor * 100) / 100)));
    const sure = (hits / odd.length - BY_CHANCE) / Math.sqrt((BY_CHANCE * (1 - BY_CHANCE)) / odd.length);
    if (sure < CERTAIN || (!isMajor && hits < BETTER * byPercent) || (best !== null && best.sure >= sure)) continue;
    const share = Math.min(1, (hits / odd.length - BY_CHANCE) / (digits.share - BY_CHANCE));
    const rows = Math.min(known.length, Math.round((share * odd.length) / (1 - BY_CHANCE)));
    best = { factor, cause, rows, of: known.length, sure };
  }
  return best;
}

const BETTER = 1.15;
const OWN = { rows: 30, share: 0.8, first: 0.4 };

const WAYS: readonly {
  readonly cause: FactorCause;
  readonly factor: number;
  readonly grossOf: (cents: Cents, vat: number) => number;
}[] = [
  { cause: 'vatRemoved', factor: 1 / 1.19, grossOf: (cents, vat) => (cents * (100 + vat)) / 100 },
  { cause: 'vatAdded', factor: 1.19, grossOf: (cents, vat) => (cents * 100) / (100 + vat) },
  { cause: 'vatRemoved', factor: 1 / 1.07, grossOf: (cents) => cents * 1.07 },
  { cause: 'vatAdded', factor: 1.07, grossOf: (cents) => cents / 1.07 },
  { cause: 'vatRateLowered', factor: 1.07 / 1.19, grossOf: (cents) => (cents * 1.19) / 1.07 },
  { cause: 'vatRateRaised', factor: 1.19 / 1.07, grossOf: (cents) => (cents * 1.07) / 1.19 },
];

export function usualDigits(
  prices: CentsColumn,
  least: number = LEAST.rows,
  leastShare: number = CONCENTRATED,
): { usual: ReadonlySet<number>; share: number } | null {
  const counts = Array.from({ length: 10 }, () => 0);
  let of = 0;
  for (const cents of prices) {
    if (!cents) continue;
    counts[cents % 10] = (counts[cents % 10] as number) + 1;
    of++;
  }
  if (of < least) return null;
  const most = counts
    .map((count, digit) => ({ count, digit }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3);
  const share = most.reduce((sum, { count }) => sum + count, 0) / of;
  const isCharming = least < OWN.rows || (most[0]?.count ?? 0) >= OWN.first * of;
  return share < leastShare || !isCharming ? null : { usual: new Set(most.map(({ digit }) => digit)), share };
}
