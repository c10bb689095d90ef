import type { Cents } from './money.ts';
import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';

/** Rule 3.2; the wire calls them `negative`. */
export const PRICE_TYPE = { calculated: 0, exclusion: 1, own: 2, permanent: 3 } as const;
export type PriceType = (typeof PRICE_TYPE)[keyof typeof PRICE_TYPE];

export type PriceState = {
  readonly priceType: PriceType;
  /** under every type */
  readonly calculatedPrice: Cents | null;
  /** types 2 and 3 only */
  readonly ownPrice: Cents | null;
};

/** Rule 3.4: null for an exclusion and where no price is known. */
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

/** Rule 3.5: price or type differs. */
export function isEffectiveChange(before: PriceState, after: PriceState): boolean {
  return before.priceType !== after.priceType || effectivePrice(before) !== effectivePrice(after);
}

export function priceListTag(type: PriceType): '' | 'A' | 'E' | 'D' {
  return (['', 'A', 'E', 'D'] as const)[type];
}

/** Rule 3.3. */
export function approvalTag(kind: UpdateKind, type: PriceType): '' | 'N' | 'E' | 'M' | 'D' {
  return (['', 'N', PACKAGE_KINDS[kind].ownPriceTag, 'D'] as const)[type];
}
