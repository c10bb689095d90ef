/** After how many months a fixed price is looked at again (rule 19.1). */
export const REVIEW_MONTHS = [6, 12, 24] as const;
export type ReviewMonths = (typeof REVIEW_MONTHS)[number];
