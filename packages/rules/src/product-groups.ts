/** The three assortments a price list and an update package belong to (rule 3.9). */
export const PRODUCT_GROUPS = ['OTC', 'FREIWAHL', 'HILFSMITTEL'] as const;
export type ProductGroup = (typeof PRODUCT_GROUPS)[number];

/** Reads a product group in any letter case, as file names and the till download spell it 'Freiwahl'. */
export function parseProductGroup(text: string): ProductGroup | undefined {
  const upper = text.trim().toUpperCase();
  return PRODUCT_GROUPS.find((group) => group === upper);
}
