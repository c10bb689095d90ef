import type { Cents } from '../money.ts';
import { flagOf, percentOff, type RiskContext, type RiskFlag, type RiskRow, type RiskVerdict } from './risk.ts';
import { isNewArticle } from './risk-prices.ts';

/** What the new articles of a delivery have in common. */
export type NewArticles = {
  /** so few that each deserves a look */
  readonly few: boolean;
  /** by reference: the usual ratio of price to reference, and how far from it articles usually lie, in percent */
  readonly usual: Readonly<Partial<Record<NewBasis, { readonly ratio: number; readonly spread: number }>>>;
};
export type NewBasis = 'umfeldAvg' | 'avp' | 'aep';

/** As many new articles as one looks through one by one: 20, or 1 % of the rows; never more than half of a delivery. */
export function areFewNew(count: number, rows: number): boolean {
  return count <= Math.max(20, rows / 100) && count * 2 <= rows;
}

/** What a new article's price is compared with: Umfeld Ø, else AVP, else AEP with value added tax. */
export function newReference({
  umfeldAvg,
  avp,
  aep,
  vatPercent,
}: Pick<RiskRow, 'umfeldAvg' | 'avp' | 'aep' | 'vatPercent'>): readonly [NewBasis, Cents] | undefined {
  if (umfeldAvg) return ['umfeldAvg', umfeldAvg];
  if (avp) return ['avp', avp];
  if (aep) return ['aep', (aep * (100 + vatPercent)) / 100];
  return undefined;
}

/** Middle ratio and middle distance from it; nothing of fewer than 20 articles. Sorts what it gets. */
export function usualRatio(ratios: Float64Array): { readonly ratio: number; readonly spread: number } | undefined {
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
  const reference = newReference(row);
  const usual = reference && articles.usual[reference[0]];
  if (reference === undefined || usual === undefined) return 'unknown';
  const expected = Math.round(reference[1] * usual.ratio);
  const percent = percentOff(after, expected);
  const limit = Math.max(limits.newArticlePercent, SPREADS * usual.spread);
  if (Math.abs(percent) <= limit) return 'fine';
  return flagOf('newArticle', reference[0], after, expected, percent);
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
