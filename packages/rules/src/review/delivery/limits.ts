/** Thresholds of rule 20.2; shares are of rows. */
export const DELIVERY_LIMITS = {
  refuseRows: 10,
  /** By one factor: of all rows that are compared. */
  factorShare: 0.5,
  staleShare: 0.02,
  aepShare: 0.5,
  /** Cells of a column that look like another's, a PZN or another row's. */
  columnShare: 0.8,
  umfeldShare: 0.25,
  missingShare: 0.2,
  nameShare: 0.08,
  encodingShare: 0.002,
  foreignShare: 0.05,
  reviewShare: 0.25,
  /** Deviations from what is usual that are not doubted. */
  spreads: 4,
} as const satisfies Record<string, number>;

export type DeliveryLimits = { readonly [Name in keyof typeof DELIVERY_LIMITS]: number };

/** Rows that a doubt about shares needs. */
export const MIN_DOUBTED_ROWS = 20;

/** More say no more of shares and medians. */
export const MAX_SAMPLED_ROWS = 1000;
