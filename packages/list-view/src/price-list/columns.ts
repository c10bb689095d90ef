import type { Cents, Elasticity, PriceType } from '@portal/rules';

/** A price list by columns, as it travels: index i is one article everywhere. Prices in cents, `date` in seconds since 1970. */
export type PriceListColumns = {
  readonly pzn: readonly string[];
  readonly name: readonly string[];
  readonly content: readonly (string | null)[];
  readonly producer: readonly string[];
  readonly brand: readonly (string | null)[];
  readonly normSize: readonly (string | null)[];
  readonly atc: readonly (string | null)[];
  /** Value added tax in percent, null where the product master does not say it */
  readonly vatPercent: readonly (number | null)[];
  readonly peCluster: readonly (Elasticity | null)[];
  readonly vhCluster: readonly (Elasticity | null)[];
  readonly units: readonly (number | null)[];
  readonly avp: readonly (Cents | null)[];
  readonly aep: readonly (Cents | null)[];
  readonly vhp: readonly (Cents | null)[];
  readonly priceMin: readonly (Cents | null)[];
  readonly priceAvg: readonly (Cents | null)[];
  readonly priceMax: readonly (Cents | null)[];
  readonly calculatedPrice: readonly (Cents | null)[];
  readonly formerPrice: readonly (Cents | null)[];
  readonly ownPrice: readonly (Cents | null)[];
  /** NaN in a row that is not stored yet. */
  readonly date: readonly number[];
  readonly priceType: readonly PriceType[];
};

/** The columns a price is compared with. */
export type ReferenceColumn = 'avp' | 'aep' | 'vhp' | 'priceMin' | 'priceAvg' | 'priceMax';

/** The sort keys that are differences, and the column each refers to (rules 4.1 and 4.2). */
export const DIFFERENCE_REFERENCES = {
  diffAvp: 'avp',
  diffAep: 'aep',
  diffVhp: 'vhp',
  diffRpMin: 'priceMin',
  diffRpAvg: 'priceAvg',
  diffRpMax: 'priceMax',
} as const satisfies Record<string, ReferenceColumn>;
export type DifferenceKey = keyof typeof DIFFERENCE_REFERENCES;

/** True for the six sort keys that are differences. */
export function isDifferenceKey(key: string): key is DifferenceKey {
  return Object.hasOwn(DIFFERENCE_REFERENCES, key);
}
