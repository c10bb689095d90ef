import type { Cents } from '../../money.ts';
import { isNamedFactor } from './common-factor.ts';
import type { FactorCause } from './doubt.ts';
import { type CentsColumn, countWhere } from './columns.ts';

/** What prices are, told by their last digits alone. */
export type EndingsFact = {
  readonly factor: number;
  readonly cause: FactorCause;
  /** Estimated, of prices that end otherwise than usual. */
  readonly rows: number;
  readonly of: number;
};

/** Rows that tell anything of endings, and odd ones among them. */
const LEAST = { rows: 20, odd: 12 };
/** Share of prices with one of the three digits that are usual. */
const CONCENTRATED = 0.6;
const BY_CHANCE = 0.3;
/** Standard deviations beyond chance. */
const CERTAIN = 5;

/**
 * Prices of a list end in few digits. Where many do not, but would with VAT put on or taken off, they are net, or have
 * it twice (rule 20.18).
 * @param usual prices of the list, or gross ones of the file; null: neither is known
 * @param isMajor by 1.19; else by 1.07 and by the rates mistaken for each other, where a whole percentage fits no better
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
    // Without a list the gross prices alone can tell.
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
    // A third of the net prices end as usual by chance.
    const share = Math.min(1, (hits / odd.length - BY_CHANCE) / (digits.share - BY_CHANCE));
    const rows = Math.min(known.length, Math.round((share * odd.length) / (1 - BY_CHANCE)));
    best = { factor, cause, rows, of: known.length, sure };
  }
  return best;
}

/** Than by a whole percentage nearby. */
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

/** The three most usual last digits; null where prices end in any. */
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
