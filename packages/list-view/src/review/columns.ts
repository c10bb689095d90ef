import type { Cents, DeliveryBackground, Guardrails, PriceType, RiskContext, RiskLimits } from '@portal/rules';

type Column<Value> = readonly (Value | null)[];

/** What a review looks at, by columns: index i is one product everywhere. Prices in cents, null where unknown. */
export type ReviewColumns = {
  readonly pzn: readonly string[];
  readonly name: readonly string[];
  readonly producer: readonly string[];
  readonly atc: Column<string>;
  readonly content: Column<string>;
  /** off the market, so that approving leaves it as it is (rule 6.6); null where no row is */
  readonly inactive: Column<boolean> | null;
  /** in force today; null for what is not sold */
  readonly before: Column<Cents>;
  /** in force after saving or approving, edits included; null for what is excluded or leaves */
  readonly after: Column<Cents>;
  /** of the pricing engine, edits aside */
  readonly calculatedPrice: Column<Cents>;
  readonly priceTypeBefore: Column<PriceType>;
  readonly ownPriceBefore: Column<Cents>;
  /** seconds since 1970; NaN counts as unknown */
  readonly ownPriceSince: Column<number>;
  /** what the list knew before the delivery; null where there is no delivery */
  readonly formerAep: Column<Cents> | null;
  readonly formerAvp: Column<Cents> | null;
  readonly formerUmfeld: Column<Cents> | null;
  /** the calculated price of the list; null where there is no delivery, or the list is not known */
  readonly calculatedBefore: Column<Cents> | null;
  /** 'TruePrice alt' of a delivery; null where there is none */
  readonly statedBefore: Column<Cents> | null;
  /** what a delivery is judged by as a whole; null where there is none, or the list is not known */
  readonly delivery: DeliveryBackground | null;
  /** value added tax of the product, whole percent; null where it does not say its own (`vatPercentOf`) */
  readonly vatPercent: Column<number>;
  /** how many effective prices of the pharmacy's list end in each digit; null where `before` is the whole list */
  readonly listEndings: readonly number[] | null;
} & { readonly [Name in Figure]: Column<number> };

/** Figures that a delivery or the price list may know. `units` are packs in the sales period of the delivery. */
export const FIGURES = ['aep', 'avp', 'vhp', 'units', 'umfeldMin', 'umfeldAvg', 'umfeldMax'] as const;
export type Figure = (typeof FIGURES)[number];

/** Limits and the moment of the review; what is not said is as `RISK_LIMITS`. */
export type ReviewOptions = {
  readonly limits?: Partial<RiskLimits>;
  /** judge whatever stands, as on a price list, or only what changes, as in a package; see `RiskContext` */
  readonly standing: RiskContext['standing'];
  /** of the group; none when absent */
  readonly guardrails?: Guardrails | undefined;
  /** seconds since 1970 */
  readonly now: number;
};
