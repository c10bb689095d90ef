/** Rule 3.12. */
export const ELASTICITY = { none: 0, medium: 1, high: 2 } as const;
export type Elasticity = (typeof ELASTICITY)[keyof typeof ELASTICITY];

export const ELASTICITY_CODES = [ELASTICITY.none, ELASTICITY.medium, ELASTICITY.high] as const;
