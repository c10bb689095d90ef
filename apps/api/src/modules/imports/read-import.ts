import { type BodyOf, type ImportAnswer, type importPrices, writeImportedRow } from '@portal/contracts';
import { type ProductGroup, requiredImportColumns } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { type ImportPlaces, ImportRowReader, type ParsedRow } from './import-rows.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import { importRefused, withImportFile } from './open-import.ts';

/** More faulty rows are only counted. */
const NAMED_ROWS = 1000;

/**
 * Reads an import file and what the product master knows of its products (rule 5.2). Stores nothing.
 * @throws PortalError 422 for a file that cannot be read, a column that is missing, and one that holds nothing of its kind
 */
export async function readImport(
  db: Queryable,
  { path, choice }: { path: string; choice: BodyOf<typeof importPrices> },
): Promise<ImportAnswer> {
  const required = requiredImportColumns(choice.type);
  const wanted = required.map((column) => ({ heading: choice[column] as string, required: true }));
  const reader = await withImportFile(path, wanted, async (file, places) => {
    const placed = (column: (typeof required)[number]) => {
      const at = required.indexOf(column);
      return at === -1 ? undefined : { heading: choice[column] as string, place: places[at] as number };
    };
    const columns: ImportPlaces = {
      pzn: { heading: choice.pzncolumn, place: places[required.indexOf('pzncolumn')] as number },
      price: placed('pricecolumn'),
      code: placed('negativecolumn'),
    };
    const rows = new ImportRowReader(columns);
    for await (const records of file.batches) rows.read(records);
    return rows;
  });
  const { rows, faults } = reader.result();
  const wrong = wrongColumn(reader, choice);
  if (wrong !== undefined) throw importRefused(faults, wrong);
  return {
    data: await withProducts(db, rows),
    faulty: faults.slice(0, NAMED_ROWS),
    faultyTotal: faults.length,
    repeated: reader.repeated,
  };
}

/** The sentence about a column that holds nothing of what it was chosen for, undefined when all of them fit. */
function wrongColumn(
  { fits, readable }: ImportRowReader,
  { pzncolumn, pricecolumn = '', negativecolumn = '' }: BodyOf<typeof importPrices>,
): string | undefined {
  if (readable === 0) return IMPORT_TEXT.nothingReadable;
  if (fits.pzn.fitting === 0) return IMPORT_TEXT.noPzn(pzncolumn);
  if (fits.price.filled > 0 && fits.price.fitting === 0) return IMPORT_TEXT.noPrice(pricecolumn);
  if (fits.code.filled > 0 && fits.code.fitting === 0) return IMPORT_TEXT.noCode(negativecolumn);
  return undefined;
}

type ProductRow = {
  pzn: string;
  productGroup: ProductGroup | null;
  name: string;
  content: string | null;
  producer: string;
  brand: string | null;
  normSize: string | null;
  atc: string | null;
};

async function withProducts(db: Queryable, rows: readonly ParsedRow[]): Promise<ImportAnswer['data']> {
  const { rows: products } = await db.query<ProductRow>(
    `SELECT pzn, product_group AS "productGroup", name, content, producer, brand, norm_size AS "normSize", atc
       FROM product WHERE pzn = ANY($1)`,
    [rows.map((row) => row.pzn)],
  );
  const known = new Map(products.map(({ pzn, productGroup, ...product }) => [pzn, { productGroup, product }]));
  return rows.map((row) => {
    const { productGroup = null, product = null } = known.get(row.pzn) ?? {};
    return writeImportedRow({ ...row, productGroup, product });
  });
}
