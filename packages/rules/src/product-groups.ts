/** Rule 3.9. */
export const PRODUCT_GROUPS = ['OTC', 'FREIWAHL', 'HILFSMITTEL'] as const;
export type ProductGroup = (typeof PRODUCT_GROUPS)[number];

/** In any letter case. */
export function parseProductGroup(text: string): ProductGroup | undefined {
  const upper = text.trim().toUpperCase();
  return PRODUCT_GROUPS.find((group) => group === upper);
}

export const PRODUCT_GROUP_NAMES = { OTC: 'OTC', FREIWAHL: 'Freiwahl', HILFSMITTEL: 'Hilfsmittel' } as const;
