/** By PZN, ascending, at the same places. */
export type HeldRows = {
  readonly pzns: readonly number[];
  /** Null: the till has the article without a price. */
  readonly cents: readonly (number | null)[];
};

/** As the till's file writes it. */
export const pznText = (pzn: number): string => String(pzn).padStart(8, '0');
