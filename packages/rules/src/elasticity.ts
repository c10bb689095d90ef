/** Price elasticity of a product: 0 not, 1 medium, 2 highly elastic (rule 3.12). */
export const ELASTICITY = { none: 0, medium: 1, high: 2 } as const;
export type Elasticity = (typeof ELASTICITY)[keyof typeof ELASTICITY];

/** The codes in the order in which filters offer them. */
export const ELASTICITY_CODES = [ELASTICITY.none, ELASTICITY.medium, ELASTICITY.high] as const;

/** True for the codes 0, 1 and 2. */
export function isElasticity(code: number): code is Elasticity {
  return code === 0 || code === 1 || code === 2;
}
