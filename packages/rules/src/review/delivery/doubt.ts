import type { Cents } from '../../money.ts';
import type { PriceType } from '../../price-types.ts';

type Column<Value> = readonly (Value | null)[];

/** A delivery beside the list, by columns: index i is one article everywhere. Gross prices in cents, null where unknown. */
export type DeliveryRows = {
  /** in force on the list; null for what is not sold */
  readonly before: Column<Cents>;
  /** the calculated price of the list, under an own one too; null where nothing is known of the list */
  readonly calculatedBefore: Column<Cents> | null;
  readonly priceTypeBefore: Column<PriceType>;
  /** seconds since 1970 of the last change of the listed row; NaN counts as unknown */
  readonly changedAt: Column<number> | null;
  /** 'TruePrice alt' of the file */
  readonly statedBefore: Column<Cents> | null;
  /** 'TruePrice neu' of the file */
  readonly calculatedPrice: Column<Cents>;
  readonly avp: Column<Cents>;
  readonly formerAvp: Column<Cents> | null;
};

/** What else is known when a delivery is judged. */
export type DeliveryBackground = {
  /** seconds since 1970; null while it arrives */
  readonly arrivedAt: number | null;
  /** how many prices the last approved packages of this kind and list changed, the latest first */
  readonly formerChanges: readonly number[];
  /** middle ratio of price to AVP on the list; null where it is not known */
  readonly priceToAvp: number | null;
  /** articles of the list that have a price */
  readonly listCount: number;
};

/** The checks that look at a delivery as a whole, in the order in which their doubts are said (rule 14.61). */
export const DELIVERY_CHECKS = ['commonFactor', 'newArticleLevel', 'staleBase', 'unusualShare'] as const;
export type DeliveryCheck = (typeof DELIVERY_CHECKS)[number];

/** Why prices may have moved by a factor. */
export type FactorCause =
  | 'vatRemoved'
  | 'vatAdded'
  | 'vatRateLowered'
  | 'vatRateRaised'
  | 'decimalLeft'
  | 'decimalRight'
  | 'unknown';

/** A factor that many prices of a delivery have in common. */
export type CommonFactor = {
  readonly check: 'commonFactor';
  readonly factor: number;
  /** A second factor of the same cause, where the list has articles of both VAT rates. */
  readonly otherFactor?: number;
  readonly cause: FactorCause;
  /** To the cent; else the prices lie around the factor. */
  readonly exact: boolean;
  /** How many prices of those that change, or that were compared where it is not exact. */
  readonly rows: number;
  readonly of: number;
};

export type DeliveryDoubt =
  | CommonFactor
  | {
      readonly check: 'newArticleLevel';
      /** how far the middle price of new articles lies from what their AVP and the list lead one to expect, as a factor */
      readonly factor: number;
      readonly cause: FactorCause;
      readonly rows: number;
    }
  | {
      readonly check: 'staleBase';
      readonly rows: number;
      readonly of: number;
      /** index of the row that lies furthest off, in percent */
      readonly worst: number;
      readonly stated: Cents;
      readonly listed: Cents;
    }
  | {
      readonly check: 'unusualShare';
      readonly rows: number;
      /** the most that one of the former updates changed, and how many updates those were */
      readonly most: number;
      readonly updates: number;
    };
