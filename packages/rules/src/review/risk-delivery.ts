import type { Cents } from '../money.ts';
import {
  type Expected,
  flagOf,
  percentOff,
  type RiskContext,
  type RiskFlag,
  type RiskRow,
  type RiskVerdict,
} from './risk.ts';
import { isNewArticle } from './risk-prices.ts';

/** What the new articles of a delivery have in common. */
export type NewArticles = {
  /** so few that each deserves a look */
  readonly few: boolean;
  /** by reference; absent where too few articles have it */
  readonly usual: Readonly<Partial<Record<NewBasis, UsualRatio>>>;
};
export type NewBasis = 'umfeldAvg' | 'avp' | 'aep';
/** The middle ratio of price to reference, and how far from it articles usually lie, in percent. */
export type UsualRatio = { readonly ratio: number; readonly spread: number };

/** As many new articles as one looks through one by one: 20, or 1 % of the rows; never more than half of a delivery (rule 14.35). */
export function areFewNew(count: number, rows: number): boolean {
  return count <= Math.max(20, rows / 100) && count * 2 <= rows;
}

type References = Pick<RiskRow, 'umfeldAvg' | 'avp' | 'aep' | 'vatPercent'>;

/** What a new article's price is compared with where it is known: Umfeld Ø, AVP, AEP with value added tax. */
export function newReferences({ umfeldAvg, avp, aep, vatPercent }: References): [NewBasis, Cents][] {
  const references: [NewBasis, Cents][] = [];
  if (umfeldAvg) references.push(['umfeldAvg', umfeldAvg]);
  if (avp) references.push(['avp', avp]);
  if (aep) references.push(['aep', (aep * (100 + vatPercent)) / 100]);
  return references;
}

/** The price that a row's references and the usual ratios of the delivery lead one to expect; null where nothing is known. */
export function expectedPrice(row: References, { usual }: NewArticles): Expected | null {
  for (const [basis, reference] of newReferences(row)) {
    const found = usual[basis];
    if (found) return { price: Math.round(reference * found.ratio), basis, spread: found.spread };
  }
  return null;
}

/** Middle ratio and middle distance from it; nothing of fewer than 20 articles. Sorts what it gets. */
export function usualRatio(ratios: Float64Array): UsualRatio | undefined {
  if (ratios.length < 20) return undefined;
  const ratio = middle(ratios);
  const distances = ratios.map((each) => Math.abs(each / ratio - 1) * 100);
  return { ratio, spread: middle(distances) };
}

function middle(values: Float64Array): number {
  return values.sort()[values.length >> 1] as number;
}

/** Five times the middle distance is out of line, whatever the limit says. */
const SPREADS = 5;

/**
 * A product that was not sold before (rule 14.16). Where a delivery brings few, each is flagged. Where most are new, as in a
 * first calculation, only those whose price stands in another ratio to Umfeld, AVP or AEP than those of the other rows.
 */
export function newArticle(row: RiskRow, articles: NewArticles, { limits }: RiskContext): RiskVerdict {
  const { after } = row;
  if (after === null || !isNewArticle(row)) return 'fine';
  if (articles.few) return { ...NEW, stake: 0 };
  const expected = expectedPrice(row, articles);
  if (expected === null) return 'unknown';
  const percent = percentOff(after, expected.price);
  const limit = Math.max(limits.newArticlePercent, SPREADS * expected.spread);
  if (Math.abs(percent) <= limit) return 'fine';
  return flagOf('newArticle', expected.basis, after, expected.price, percent);
}

const NEW: Omit<RiskFlag, 'stake'> = {
  reason: 'newArticle',
  basis: 'delivery',
  reference: null,
  percent: null,
  deviation: 1,
  neighbour: null,
};

/** How many of the rows with an effect count as the largest. */
export function largestCount(rows: number, { limits }: RiskContext): number {
  return Math.ceil(rows * limits.largestShare);
}

/**
 * The effect in euros is among the largest of the list (rule 14.22).
 * @param effect in cents, null where before, after or units are missing
 * @param least the largest effect that no longer counts, in cents
 */
export function largestEffect(effect: Cents | null, least: Cents): RiskVerdict {
  if (effect === null) return 'unknown';
  if (Math.abs(effect) <= least) return 'fine';
  return {
    reason: 'largestEffect',
    basis: 'effects',
    reference: effect,
    percent: null,
    deviation: LARGEST_DEVIATION,
    stake: 0,
    neighbour: null,
  };
}
/** @internal */
export const LARGEST_DEVIATION = 2.5;
