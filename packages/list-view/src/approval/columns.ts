import type { Cents, Elasticity, PriceType } from '@portal/rules';

/** The rows of an update package by columns, as they travel: index i is one product everywhere. Prices in cents. */
export type UpdateColumns = {
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
  readonly avpOld: readonly (Cents | null)[];
  /** The AVP: 'AVP neu' on MDP */
  readonly avp: readonly (Cents | null)[];
  readonly aep: readonly (Cents | null)[];
  readonly vhp: readonly (Cents | null)[];
  /** The pharmacy's current price, the regional and the national average */
  readonly ravp: readonly (Cents | null)[];
  readonly ravpRegio: readonly (Cents | null)[];
  readonly ravpNational: readonly (Cents | null)[];
  readonly formerCalculatedPrice: readonly (Cents | null)[];
  readonly calculatedPrice: readonly (Cents | null)[];
  /** Open: the type the row starts from. Approved: the type it got. */
  readonly priceType: readonly PriceType[];
  readonly ownPrice: readonly (Cents | null)[];
  readonly draftOwnPrice: readonly (Cents | null)[];
  readonly draftPermanent: readonly (boolean | null)[];
  readonly draftExclusion: readonly (boolean | null)[];
  readonly checkReason: readonly (string | null)[];
  readonly inactive: readonly boolean[];
};

/** The columns a price is compared with (rules 3.10 and 6.10). */
export type ApprovalReference = 'avp' | 'aep' | 'vhp' | 'ravp' | 'ravpRegio' | 'ravpNational';

/** The sort keys that are differences, and the column each refers to. */
export const APPROVAL_DIFFERENCES = {
  deviationAvp: 'avp',
  diffAvp: 'avp',
  diffAep: 'aep',
  diffVhp: 'vhp',
  diffRavp: 'ravp',
  diffRavpRegio: 'ravpRegio',
  diffRavpNational: 'ravpNational',
} as const satisfies Record<string, ApprovalReference>;
export type ApprovalDifferenceKey = keyof typeof APPROVAL_DIFFERENCES;
