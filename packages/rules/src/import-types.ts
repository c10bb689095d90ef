import type { ColumnValue, ProductColumnName, TextColumnName } from './columns/names.ts';
import type { Cents } from './money.ts';
import type { Day } from './price-period.ts';
import { PRICE_TYPE, type PriceType } from './price-types.ts';
import type { ProductGroup } from './product-groups.ts';
import { APPROVAL_TYPE_WORDS, PRICE_TYPE_WORDS } from './type-words.ts';

export const IMPORT_TYPES = ['priceimport', 'negativeimport', 'expertimport'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

export function offeredImportTypes({ staff }: { readonly staff: boolean }): readonly ImportType[] {
  return staff ? IMPORT_TYPES : IMPORT_TYPES.filter((type) => type !== 'expertimport');
}

/** Rule 17.2. */
const DAY_COLUMNS = ['validfromcolumn', 'validtocolumn'] as const;
export type ImportColumn = 'pzncolumn' | 'pricecolumn' | 'negativecolumn' | (typeof DAY_COLUMNS)[number];
export type ImportColumns = Readonly<Partial<Record<ImportColumn, string>>>;

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

export function optionalImportColumns(type: ImportType): readonly ImportColumn[] {
  return type === 'negativeimport' ? [] : DAY_COLUMNS;
}

/** Rule 5.1. */
export function canStartImport(choice: {
  readonly type: ImportType | null;
  readonly hasFile: boolean;
  readonly columns: ImportColumns;
}): boolean {
  const { type, hasFile, columns } = choice;
  if (type === null || !hasFile) return false;
  return requiredImportColumns(type).every((column) => Boolean(columns[column]));
}

export type MasterProduct = {
  readonly [Name in TextColumnName & ProductColumnName as Exclude<Name, 'pzn'>]: ColumnValue<Name>;
};

export type ImportedRow = {
  /** physical line */
  readonly line: number;
  readonly pzn: string;
  /** null: empty, or not read */
  readonly ownPrice: Cents | null;
  /** a formula's result that was rounded */
  readonly roundedFrom?: string;
  readonly priceType: PriceType | null;
  /** Rule 17.2. */
  readonly validFrom?: Day;
  readonly validTo?: Day;
  /** null: unknown */
  readonly productGroup: ProductGroup | null;
  /** null: unknown */
  readonly product: MasterProduct | null;
};

const CODE_WORDS: ReadonlyMap<string, PriceType> = new Map(
  Object.values(PRICE_TYPE).flatMap((type) =>
    [String(type), PRICE_TYPE_WORDS[type], APPROVAL_TYPE_WORDS[type]].map(
      (word) => [word.toLowerCase(), type] as const,
    ),
  ),
);

/** Rule 5.5: 0 to 3 or the words of the exports. Null: empty; undefined: anything else. */
export function readPriceTypeCell(text: string): PriceType | null | undefined {
  const folded = text.replace(/\s+/g, ' ').trim().toLowerCase();
  return folded === '' ? null : CODE_WORDS.get(folded);
}
