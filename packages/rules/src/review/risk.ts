import type { Cents } from '../money.ts';
import type { PriceType } from '../price-types.ts';

/** Why a price deserves a look; the place in this list is the bit in a row's mask (rules 14.10 to 14.22, 14.62, 14.63). */
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
  'largestEffect',
] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

/** What the rules know of one row. Prices in cents, null where unknown. */
export type RiskRow = {
  /** in force today; null for a product that is not sold */
  readonly before: Cents | null;
  /** in force after saving or approving; null for an exclusion */
  readonly after: Cents | null;
  /** of the pricing engine, whatever was edited */
  readonly calculatedPrice: Cents | null;
  readonly aep: Cents | null;
  readonly avp: Cents | null;
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
  /** packs sold in the sales period of the delivery */
  readonly units: number | null;
  readonly vatPercent: number;
  readonly priceTypeBefore: PriceType | null;
  readonly ownPriceBefore: Cents | null;
  /** seconds since 1970 */
  readonly ownPriceSince: number | null;
  /** what the list knew before the delivery */
  readonly formerAep: Cents | null;
  readonly formerAvp: Cents | null;
  readonly formerUmfeld: Cents | null;
  /** where the price before says nothing: the one that the other rows lead one to expect */
  readonly expected: Expected | null;
};

/** What the other rows of a list or delivery say of a price (rule 14.35). */
export type Expected = {
  readonly price: Cents;
  /** the figure that says most */
  readonly basis: 'umfeldAvg' | 'avp' | 'aep';
  /** how far from it such prices usually lie, in percent: the middle distance */
  readonly spread: number;
};

/** From where on the rules speak up. A pharmacy may set its own (guardrails); percentages are of the reference. */
export type RiskLimits = {
  /** 'largeChange': more than this many percent and at least this many cents */
  readonly changePercent: number;
  readonly changeCents: Cents;
  readonly aboveAvpPercent: number;
  readonly aboveUmfeldMaxPercent: number;
  readonly belowUmfeldMinPercent: number;
  /** either way from the average, where minimum or maximum is unknown */
  readonly umfeldAvgPercent: number;
  /** either way from the average, where the delivered minimum or maximum is doubtful (rule 14.60) */
  readonly doubtfulUmfeldPercent: number;
  /** off the usual ratio of the delivery's new articles */
  readonly newArticlePercent: number;
  readonly staleMonths: number;
  /** how far AEP or Umfeld must have moved under a stale own price */
  readonly movedPercent: number;
  /** an ending with a smaller share of the pharmacy's prices is unusual */
  readonly endingShare: number;
  /** price per unit of the larger pack above that of the smaller one */
  readonly packSizePercent: number;
  /** share of the changed rows that count as the largest effects */
  readonly largestShare: number;
};

/** Defaults; docs/rules/14-review.md gives the reason of each. */
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

/** How a rule is asked. */
export type RiskContext = {
  readonly limits: RiskLimits;
  /**
   * True on a price list: whatever breaks a rule is flagged. False on a package: only what the package makes so or makes
   * worse, since the owner has lived with the rest.
   */
  readonly standing: boolean;
  /** seconds since 1970 */
  readonly now: number;
};

/** The figure that a flag rests on. */
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

/** A rule that speaks up, with the numbers that say why. */
export type RiskFlag = {
  readonly reason: RiskReason;
  readonly basis: RiskBasis;
  /** the figure in cents, gross where it is a price; null where the basis is no amount */
  readonly reference: Cents | null;
  /** how far the price lies from the reference, in percent; of 'unusualEnding' the share of the ending */
  readonly percent: number | null;
  /** how much it matters beside other flags, 0 to 10: for prices in proportion to `percent` */
  readonly deviation: number;
  /** cents a pack that are at stake, gross */
  readonly stake: Cents;
  /** the other row, for rules that compare two */
  readonly neighbour: number | null;
  /** the Umfeld minimum or maximum that Ø stands in for because it is doubtful (rule 14.60) */
  readonly doubtfulEnd?: Cents;
};

/** What a rule says of a row. `unknown`: a figure is missing, so it cannot judge. */
export type RiskVerdict = 'fine' | 'unknown' | RiskFlag;

/** How many percent from the reference count as a deviation of 1 (rule 14.23): an AEP weighs more than a change. */
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

/** @internal How far a price lies from a reference above 0, in percent of it (rule 14.9). */
export function percentOff(price: Cents, reference: Cents): number {
  return ((price - reference) * 100) / reference;
}

/**
 * @internal A flag of a price that lies `percent` from a reference.
 * @param counted the percent that make the deviation, if not all of them
 */
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

/**
 * How many spreads from the expected price are in line with the other rows (rule 14.35). More where the expected price comes
 * from the very figure that the rule compares with.
 */
const SPREADS_IN_LINE: Readonly<Partial<Record<RiskReason, number>>> = {
  belowPurchasePrice: 0,
  aboveAvp: 2,
  packSizeInversion: 3,
  aboveUmfeld: 4,
  belowUmfeld: 4,
};

/** @internal A rule that was broken before is news once it is broken by this many percent more. */
const NEWS_PERCENT = 5;

/**
 * @internal How many percent a package adds to a price's distance from its reference, and whether it is news: a limit crossed,
 * or one that was crossed before left far behind. On a price list all of it counts. Where other rows lead to expect a price,
 * it is the distance from that which counts, and no news in line with them.
 * @param now percent beyond the reference, above 0 on the wrong side
 * @param before the same of the price before, or of the expected one; null where there is none
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
