import type { Cents } from '../../money.ts';
import type { PriceType } from '../../price-types.ts';

type Column<Value> = readonly (Value | null)[];

/** Gross cents, null where unknown. */
export type DeliveryRows = {
  /** null: not sold */
  readonly before: Column<Cents>;
  /** under an own one too */
  readonly calculatedBefore: Column<Cents> | null;
  readonly priceTypeBefore: Column<PriceType>;
  /** seconds since 1970; NaN: unknown */
  readonly changedAt: Column<number> | null;
  readonly statedBefore: Column<Cents> | null;
  readonly calculatedPrice: Column<Cents>;
  readonly avp: Column<Cents>;
  readonly formerAvp: Column<Cents> | null;
  /** On arrival alone. */
  readonly aep?: Column<Cents> | null;
  readonly formerAep?: Column<Cents> | null;
  readonly listedBefore?: Column<Cents> | null;
};

export type DeliveryBackground = {
  /** seconds since 1970; null while it arrives */
  readonly arrivedAt: number | null;
  /** by the last approved packages of this kind and list, latest first */
  readonly formerChanges: readonly number[];
  readonly priceToAvp: number | null;
  readonly listCount: number;
  /** What only the arrival told. */
  readonly onArrival?: readonly { readonly check: DeliveryCheck; readonly message: string }[];
};

/** In the order of their sentences (rule 20.2). */
export const DELIVERY_CHECKS = [
  'commonFactor',
  'newArticleLevel',
  'staleBase',
  'unusualShare',
  'unusualSize',
  'columns',
  'references',
  'umfeld',
  'missingRows',
  'names',
  'encoding',
  'priceLevel',
  'priceShape',
  'vat',
  'foreignRows',
  'rowReview',
  'headings',
] as const;
export const REPEATED_CHECKS: readonly DeliveryCheck[] = DELIVERY_CHECKS.slice(0, 4);
export type DeliveryCheck = (typeof DELIVERY_CHECKS)[number];

/** Rule 20.22. */
export function isOfIdentity(check: DeliveryCheck): boolean {
  return IDENTITY_CHECKS.includes(check);
}
const IDENTITY_CHECKS: readonly DeliveryCheck[] = ['names', 'encoding', 'vat', 'foreignRows'];

export type FactorCause =
  | 'vatRemoved'
  | 'vatAdded'
  | 'vatRateLowered'
  | 'vatRateRaised'
  | 'decimalLeft'
  | 'decimalRight'
  | 'unknown';

export type CommonFactor = {
  readonly check: 'commonFactor';
  readonly factor: number;
  /** A second factor of the same cause, where the list has articles of both VAT rates. */
  readonly otherFactor?: number;
  readonly cause: FactorCause;
  readonly exact: boolean;
  /** Of those that change, or were compared. */
  readonly rows: number;
  readonly of: number;
  readonly compared: number;
  /** Of `rows` (rule 20.10). */
  readonly unexplained: number;
};

type Counted = { readonly rows: number; readonly of: number };

/** Money columns of a package that the list has, too; 'base' is 'TruePrice alt'. */
export const MONEY_COLUMNS = ['price', 'base', 'avp', 'aep', 'vhp', 'umfeldMin', 'umfeldAvg', 'umfeldMax'] as const;
export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

export type ColumnFault =
  /** `isSwapped`: rule 20.21. */
  | { readonly fault: 'aepAbovePrice'; readonly isSwapped: boolean }
  | { readonly fault: 'holdsOther'; readonly column: MoneyColumn; readonly other: MoneyColumn }
  | { readonly fault: 'pznAsPrice'; readonly column: MoneyColumn }
  | { readonly fault: 'rowsShifted' };

export type DeliveryDoubt =
  | CommonFactor
  | {
      readonly check: 'newArticleLevel';
      readonly factor: number;
      readonly cause: FactorCause;
      readonly rows: number;
    }
  | (Counted & {
      readonly check: 'staleBase';
      /** furthest off, in percent */
      readonly worst: number;
      readonly stated: Cents;
      readonly listed: Cents;
    })
  | {
      readonly check: 'unusualShare';
      readonly rows: number;
      readonly usual: number;
      readonly updates: number;
    }
  | {
      readonly check: 'unusualSize';
      readonly percent: number;
      readonly usual: number;
      readonly updates: number;
    }
  | (Counted & { readonly check: 'columns' } & ColumnFault)
  | (Counted & {
      readonly check: 'references';
      readonly column: MoneyColumn;
      readonly fault: 'factor' | 'scattered' | 'exchanged';
      readonly factor: number;
      readonly cause: FactorCause;
    })
  | (Counted & { readonly check: 'umfeld'; readonly fault: 'doubtful' | 'farOff' })
  | (Counted & {
      readonly check: 'missingRows';

      readonly atEnd: boolean;
      /** The file has no line break at its end. */
      readonly isCut: boolean;
    })
  | (Counted & { readonly check: 'names'; readonly column: 'name' | 'producer' | 'content' | 'exchanged' })
  | (Counted & { readonly check: 'encoding' })
  | (Counted & {
      readonly check: 'priceLevel';
      readonly basis: 'base' | 'lastPrice' | 'avp' | 'endings' | 'columns' | 'size';
      readonly factor: number;
      readonly cause: FactorCause;
      readonly isFact: boolean;
    })
  | (Counted & {
      readonly check: 'priceShape';
      readonly fault: 'equal' | 'otherColumn' | 'partOfColumn' | 'decimal' | 'odd' | 'moved' | 'alike' | 'wholeEuros';
      readonly column: MoneyColumn;
    })
  | (Counted & { readonly check: 'vat'; readonly fault: 'other' | 'mostLower' })
  | (Counted & { readonly check: 'foreignRows'; readonly fault: 'otherGroup' | 'inMaster' | 'notListed' })
  | (Counted & { readonly check: 'rowReview' })
  | {
      readonly check: 'headings';

      readonly missing: readonly string[];
      readonly unknown: readonly string[];
    };

export type DoubtOf<Check extends DeliveryCheck> = Extract<DeliveryDoubt, { readonly check: Check }>;
