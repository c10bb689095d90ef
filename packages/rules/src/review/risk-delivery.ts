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

export type NewArticles = {
  readonly few: boolean;
  /** absent where too few articles have it */
  readonly usual: Readonly<Partial<Record<NewBasis, UsualRatio>>>;
};
export type NewBasis = 'umfeldAvg' | 'avp' | 'aep';
/** Median ratio and spread, percent. */
export type UsualRatio = { readonly ratio: number; readonly spread: number };

/** 20, or 1 % of the rows; at most half of a delivery. Rule 14.35. */
export function areFewNew(count: number, rows: number): boolean {
  return count <= Math.max(20, rows / 100) && count * 2 <= rows;
}

type References = Pick<RiskRow, 'umfeldAvg' | 'avp' | 'aep' | 'vatPercent'>;

/** Umfeld Ø, AVP, AEP with value added tax. */
export function newReferences({ umfeldAvg, avp, aep, vatPercent }: References): [NewBasis, Cents][] {
  const references: [NewBasis, Cents][] = [];
  if (umfeldAvg) references.push(['umfeldAvg', umfeldAvg]);
  if (avp) references.push(['avp', avp]);
  if (aep) references.push(['aep', (aep * (100 + vatPercent)) / 100]);
  return references;
}

/** null: nothing known. */
export function expectedPrice(row: References, { usual }: NewArticles): Expected | null {
  for (const [basis, reference] of newReferences(row)) {
    const found = usual[basis];
    if (found) return { price: Math.round(reference * found.ratio), basis, spread: found.spread };
  }
  return null;
}

/** Undefined for fewer than 20 articles. Sorts its argument. */
export function usualRatio(ratios: Float64Array): UsualRatio | undefined {
  if (ratios.length < 20) return undefined;
  const ratio = middle(ratios);
  const distances = ratios.map((each) => Math.abs(each / ratio - 1) * 100);
  return { ratio, spread: middle(distances) };
}

function middle(values: Float64Array): number {
  return values.sort()[values.length >> 1] as number;
}

/** Times the median distance. */
const SPREADS = 5;

/** Rule 14.16. Flags each of a few; where most are new, those with an unusual ratio. */
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

export function largestCount(rows: number, { limits }: RiskContext): number {
  return Math.ceil(rows * limits.largestShare);
}

/**
 * Rule 14.22.
 * @param effect cents, null: unknown
 * @param least cents, exclusive
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
