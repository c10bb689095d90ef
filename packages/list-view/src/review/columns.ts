import type {
  Cents,
  DeliveryBackground,
  FormerFigures,
  Guardrails,
  PriceType,
  RiskContext,
  RiskLimits,
} from '@portal/rules';

type Column<Value> = readonly (Value | null)[];

/** Prices in cents, null where unknown. */
export type ReviewColumns = {
  readonly pzn: readonly string[];
  readonly name: readonly string[];
  readonly producer: readonly string[];
  readonly atc: Column<string>;
  readonly content: Column<string>;
  /** approving leaves it as it is (rule 6.6) */
  readonly inactive: Column<boolean> | null;
  /** in a part: others are compared with it (rule 6.31) */
  readonly approved?: Column<boolean> | null;
  /** null: not sold */
  readonly before: Column<Cents>;
  /** after saving or approving; null: excluded or leaving */
  readonly after: Column<Cents>;
  readonly calculatedPrice: Column<Cents>;
  readonly priceTypeBefore: Column<PriceType>;
  readonly ownPriceBefore: Column<Cents>;
  /** seconds since 1970; NaN: unknown */
  readonly ownPriceSince: Column<number>;
  /** null without a delivery */
  readonly formerAep: Column<Cents> | null;
  readonly formerAvp: Column<Cents> | null;
  readonly formerUmfeld: Column<Cents> | null;
  readonly calculatedBefore: Column<Cents> | null;
  readonly statedBefore: Column<Cents> | null;
  readonly delivery: DeliveryBackground | null;
  /** whole percent */
  readonly vatPercent: Column<number>;
  /** null where `before` is the whole list */
  readonly listEndings: readonly number[] | null;
} & { readonly [Name in Figure]: Column<number> };

/** `units`: packs in the sales period. */
export const FIGURES = ['aep', 'avp', 'vhp', 'units', 'umfeldMin', 'umfeldAvg', 'umfeldMax'] as const;
export type Figure = (typeof FIGURES)[number];

export type ReviewOptions = {
  readonly limits?: Partial<RiskLimits>;
  readonly standing: RiskContext['standing'];
  readonly guardrails?: Guardrails | undefined;
  /** seconds since 1970 */
  readonly now: number;
  /** By PZN, on a price list (rule 19.4). */
  readonly due?: ReadonlyMap<string, FormerFigures> | undefined;
};
