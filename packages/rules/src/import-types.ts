import type { Cents } from './money.ts';
import { PRICE_TYPE, type PriceType } from './price-types.ts';
import type { ProductGroup } from './product-groups.ts';
import { APPROVAL_TYPE_WORDS, PRICE_TYPE_WORDS } from './type-words.ts';

/** The imports of the price list (rule 5.1). */
export const IMPORT_TYPES = ['priceimport', 'negativeimport', 'expertimport'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** The types on offer: the expert import is for admin or sales only (rule 5.1). */
export function offeredImportTypes({ staff }: { readonly staff: boolean }): readonly ImportType[] {
  return staff ? IMPORT_TYPES : IMPORT_TYPES.filter((type) => type !== 'expertimport');
}

/** The columns of a file that an import reads, by the field names of the call (rule 5.1). */
export type ImportColumn = 'pzncolumn' | 'pricecolumn' | 'negativecolumn';
export type ImportColumns = Readonly<Partial<Record<ImportColumn, string>>>;

/** The columns an import cannot do without (rule 5.5; the code column by rule 5.5). */
export function requiredImportColumns(type: ImportType): readonly ImportColumn[] {
  switch (type) {
    case 'negativeimport':
      return ['pzncolumn'];
    case 'priceimport':
      return ['pzncolumn', 'pricecolumn'];
    case 'expertimport':
      return ['pzncolumn', 'pricecolumn', 'negativecolumn'];
  }
}

/** True when an import can be started: type and file are chosen and every column it needs is named (rule 5.1). */
export function canStartImport(choice: {
  readonly type: ImportType | null;
  readonly hasFile: boolean;
  readonly columns: ImportColumns;
}): boolean {
  const { type, hasFile, columns } = choice;
  if (type === null || !hasFile) return false;
  return requiredImportColumns(type).every((column) => Boolean(columns[column]));
}

/** What the product master knows of a product that a list may take up. */
export type MasterProduct = {
  readonly name: string;
  readonly content: string | null;
  readonly producer: string;
  readonly brand: string | null;
  readonly normSize: string | null;
  readonly atc: string | null;
};

/** A row of an import file as it was understood. */
export type ImportedRow = {
  /** physical line of the file */
  readonly line: number;
  readonly pzn: string;
  /** null where the cell is empty or the import reads no price */
  readonly ownPrice: Cents | null;
  /** the result of a formula that was rounded to the price */
  readonly roundedFrom?: string;
  /** null where the import reads no code */
  readonly priceType: PriceType | null;
  /** null where the master does not know the product or its group */
  readonly productGroup: ProductGroup | null;
  /** null where the master does not know the product */
  readonly product: MasterProduct | null;
};

/** The codes and the words of the exports (rule 5.5), in lower case. */
const CODE_WORDS: ReadonlyMap<string, PriceType> = new Map(
  Object.values(PRICE_TYPE).flatMap((type) =>
    [String(type), PRICE_TYPE_WORDS[type], APPROVAL_TYPE_WORDS[type]].map(
      (word) => [word.toLowerCase(), type] as const,
    ),
  ),
);

/**
 * The price type of a code cell: 0 to 3 or the words of the exports in any letter case (rule 5.5). Null where it is empty,
 * undefined where it is anything else.
 */
export function readPriceTypeCell(text: string): PriceType | null | undefined {
  const folded = text.replace(/\s+/g, ' ').trim().toLowerCase();
  return folded === '' ? null : CODE_WORDS.get(folded);
}
