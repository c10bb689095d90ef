import type { Cents } from '../money.ts';
import type { PriceType } from '../price-types.ts';

/** Why a price deserves a look; the place in this list is the bit in a row's mask (rules 14.10 to 14.22). */
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
  /** how much it matters beside other flags: 1 at the limit, one more for every 10 % beyond, at most 10 */
  readonly deviation: number;
  /** cents a pack that are at stake, gross */
  readonly stake: Cents;
  /** the other row, for rules that compare two */
  readonly neighbour: number | null;
};

/** What a rule says of a row. `unknown`: a figure is missing, so it cannot judge. */
export type RiskVerdict = 'fine' | 'unknown' | RiskFlag;

/** @internal A flag of a price that lies `percent` from a reference, `beyond` percent beyond what the rule allows. */
export function flagOf(
  reason: RiskReason,
  basis: RiskBasis,
  price: Cents,
  reference: Cents,
  percent: number,
  beyond: number,
  neighbour: number | null = null,
): RiskFlag {
  const stake = Math.abs(price - reference);
  return { reason, basis, reference, percent, deviation: deviationOf(beyond), stake, neighbour };
}

/** @internal 1 at the limit, one more for every 10 % beyond it, at most 10. */
export function deviationOf(beyondPercent: number): number {
  return Math.min(MAX_DEVIATION, 1 + Math.max(0, beyondPercent) / 10);
}
export const MAX_DEVIATION = 10;

/** @internal Less than this many percent more than before is no worse. */
export const SAME_PERCENT = 0.1;
