import type { Cents } from './money.ts';
import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';

/** The types of a price and their codes (rule 3.2); the wire calls them `negative`. */
export const PRICE_TYPE = { calculated: 0, exclusion: 1, own: 2, permanent: 3 } as const;
export type PriceType = (typeof PRICE_TYPE)[keyof typeof PRICE_TYPE];

/** What one product costs in one pharmacy: the type and both prices that are kept apart. */
export type PriceState = {
  readonly priceType: PriceType;
  /** the price of the pricing engine; kept under every type */
  readonly calculatedPrice: Cents | null;
  /** the price entered by a person; set for types 2 and 3 only */
  readonly ownPrice: Cents | null;
};

/** True for the codes 0, 1, 2 and 3 (rules 3.4 and 3.5). */
export function isPriceType(code: number): code is PriceType {
  return code === 0 || code === 1 || code === 2 || code === 3;
}

/** The price that reaches the till; null for an exclusion and where no price is known. */
export function effectivePrice({ priceType, calculatedPrice, ownPrice }: PriceState): Cents | null {
  switch (priceType) {
    case PRICE_TYPE.calculated:
      return calculatedPrice;
    case PRICE_TYPE.exclusion:
      return null;
    case PRICE_TYPE.own:
    case PRICE_TYPE.permanent:
      return ownPrice;
  }
}

/**
 * True when the till has to learn of the step from `before` to `after`: price or type differs. A calculated
 * price that is only stored under an exclusion, an own or a permanent price is no change.
 */
export function isEffectiveChange(before: PriceState, after: PriceState): boolean {
  return before.priceType !== after.priceType || effectivePrice(before) !== effectivePrice(after);
}

/** Tag on the price list (rule 3.3): exclusion A, own price E, permanent price D. */
export function priceListTag(type: PriceType): '' | 'A' | 'E' | 'D' {
  return (['', 'A', 'E', 'D'] as const)[type];
}

/** Tag on the approval screens (rule 3.3): exclusion N, permanent D, own price E on MDP and M on QDP and LZD. */
export function approvalTag(kind: UpdateKind, type: PriceType): '' | 'N' | 'E' | 'M' | 'D' {
  return (['', 'N', PACKAGE_KINDS[kind].ownPriceTag, 'D'] as const)[type];
}
