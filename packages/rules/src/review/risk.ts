import type { Cents } from '../money.ts';
import type { PriceType } from '../price-types.ts';

/** The index is the bit in a row's mask (rules 14.10 to 14.22, 14.62, 14.63, 19.4). */
export const RISK_REASONS = [
  'belowPurchasePrice',
  'aboveAvp',
  'largeChange',
  'decimalSlip',
  'aboveUmfeld',
  'belowUmfeld',
  'newArticle',
  'ownPriceEnds',
  'ownPriceStale',
  'unusualEnding',
  'packSizeInversion',
  'swappedPrices',
  'commonFactor',
  'staleBase',
  'dueReview',
  'largestEffect',
] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

/** Cents, null where unknown. */
export type RiskRow = {
  /** null: not sold */
  readonly before: Cents | null;
  /** null for an exclusion */
  readonly after: Cents | null;
  /** edits aside */
  readonly calculatedPrice: Cents | null;
  readonly aep: Cents | null;
  readonly avp: Cents | null;
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
  /** packs in the sales period */
  readonly units: number | null;
  readonly vatPercent: number;
  readonly priceTypeBefore: PriceType | null;
  readonly ownPriceBefore: Cents | null;
  /** seconds since 1970 */
  readonly ownPriceSince: number | null;
  /** before the delivery */
  readonly formerAep: Cents | null;
  readonly formerAvp: Cents | null;
  readonly formerUmfeld: Cents | null;
  readonly expected: Expected | null;
};

export type Expected = {
  readonly price: Cents;
  readonly basis: 'umfeldAvg' | 'avp' | 'aep';
  /** median distance, percent */
  readonly spread: number;
};

/** Percent of the reference. */
export type RiskLimits = {
  /** percent, and cents */
  readonly changePercent: number;
  readonly changeCents: Cents;
  readonly aboveAvpPercent: number;
  readonly aboveUmfeldMaxPercent: number;
  readonly belowUmfeldMinPercent: number;
  readonly umfeldAvgPercent: number;
  /** rule 14.60 */
  readonly doubtfulUmfeldPercent: number;
  readonly newArticlePercent: number;
  readonly staleMonths: number;
  readonly movedPercent: number;
  readonly endingShare: number;
  readonly packSizePercent: number;
  readonly largestShare: number;
};

/** Reasons: docs/rules/14-review.md. */
export const RISK_LIMITS: RiskLimits = {
  changePercent: 20,
  changeCents: 50,
  aboveAvpPercent: 0,
  aboveUmfeldMaxPercent: 5,
  belowUmfeldMinPercent: 10,
  umfeldAvgPercent: 30,
  doubtfulUmfeldPercent: 10,
  newArticlePercent: 30,
  staleMonths: 12,
  movedPercent: 5,
  endingShare: 0.005,
  packSizePercent: 2,
  largestShare: 0.005,
};

export type RiskContext = {
  readonly limits: RiskLimits;
  /** True on a price list. False on a package: only what it makes so, or worse, is flagged. */
  readonly standing: boolean;
  /** seconds since 1970 */
  readonly now: number;
};

export type RiskBasis =
  | 'aep'
  | 'avp'
  | 'umfeldMin'
  | 'umfeldAvg'
  | 'umfeldMax'
  | 'before'
  | 'ownPrice'
  | 'neighbour'
  | 'endings'
  | 'effects'
  | 'delivery';

export type RiskFlag = {
  readonly reason: RiskReason;
  readonly basis: RiskBasis;
  /** cents, gross */
  readonly reference: Cents | null;
  /** of 'unusualEnding' the share of the ending */
  readonly percent: number | null;
  /** weight, 0 to 10 */
  readonly deviation: number;
  /** cents a pack, gross */
  readonly stake: Cents;
  readonly neighbour: number | null;
  /** in cents (rule 14.60) */
  readonly doubtfulEnd?: Cents;
  readonly due?: DueFacts;
};

export const DUE_FIGURES = ['aep', 'umfeldAvg', 'avp'] as const;
export type DueFigure = (typeof DUE_FIGURES)[number];

/** Rule 19.4. */
export type DueFacts = {
  readonly excluded: boolean;
  /** Since the price has not changed; null: unknown. */
  readonly months: number | null;
  /** The same in seconds since 1970. */
  readonly fixedSince: number | null;
  /** A day in Berlin: it was last looked at. */
  readonly since: string;
  readonly moved: readonly {
    readonly figure: DueFigure;
    readonly percent: number;
    readonly from: Cents;
    readonly to: Cents;
  }[];
};

/** `unknown`: a figure is missing. */
export type RiskVerdict = 'fine' | 'unknown' | RiskFlag;

/** Rule 14.23: an AEP weighs more than a change. */
const PERCENT_OF_ONE: Readonly<Partial<Record<RiskReason, number>>> = {
  belowPurchasePrice: 2.5,
  aboveAvp: 5,
  aboveUmfeld: 5,
  belowUmfeld: 5,
  packSizeInversion: 5,
};
const PERCENT_OF_ONE_ELSE = 10;
const MIN_DEVIATION = 0.2;
const MAX_DEVIATION = 10;

/**
 * Rule 14.9.
 * @internal
 */
export function percentOff(price: Cents, reference: Cents): number {
  return ((price - reference) * 100) / reference;
}

/** @internal */
export function flagOf(
  reason: RiskReason,
  basis: RiskBasis,
  price: Cents,
  reference: Cents,
  percent: number,
  counted = percent,
  neighbour: number | null = null,
): RiskFlag {
  const ones = Math.abs(counted) / (PERCENT_OF_ONE[reason] ?? PERCENT_OF_ONE_ELSE);
  const deviation = Math.min(MAX_DEVIATION, Math.max(MIN_DEVIATION, ones));
  return { reason, basis, reference, percent, deviation, stake: Math.abs(price - reference), neighbour };
}

/** Rule 14.35. More where the expected price rests on the same figure. */
const SPREADS_IN_LINE: Readonly<Partial<Record<RiskReason, number>>> = {
  belowPurchasePrice: 0,
  aboveAvp: 2,
  packSizeInversion: 3,
  aboveUmfeld: 4,
  belowUmfeld: 4,
};

/** @internal */
const NEWS_PERCENT = 5;

/**
 * @internal Added percent, and whether it is news: a limit newly crossed or far exceeded. With an expected price, the
 * distance from that.
 * @param now percent on the wrong side
 * @param before null: none
 */
export function newsOf(
  { standing }: RiskContext,
  reason: RiskReason,
  { after, expected }: { readonly after: Cents; readonly expected: Expected | null },
  now: number,
  before: number | null,
  limit: number,
) {
  const isBroken = now > limit;
  const isFirst = before === null || before <= 0;
  if (expected === null && (standing || isFirst)) return { isNews: isBroken, added: now };
  const added = isFirst ? now : ((now - before) * 100) / (100 + before);
  const isNews = isBroken && (before === null || before <= limit || added > NEWS_PERCENT);
  if (expected === null) return { isNews, added };
  const off = Math.abs(percentOff(after, expected.price));
  return { isNews: isNews && off >= (SPREADS_IN_LINE[reason] ?? 0) * expected.spread, added: Math.max(now, off) };
}
