import {
  type BodyOf,
  type ImportAnswer,
  type ImportIssue,
  type importPrices,
  writeImportedRow,
} from '@portal/contracts';
import { type Day, optionalImportColumns, requiredImportColumns, type TillProfile } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, statement } from '../../db/statement.ts';
import type { TableFile } from '../../files/table.ts';
import { createTurns } from '../../http/turns.ts';
import { DayColumns } from './day-columns.ts';
import { type ImportColumns, ImportRowReader, type ParsedRow } from './import-rows.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import { importRefused, withImportFile, withTable } from './open-import.ts';
import { openTillExport } from './open-till-export.ts';
import type { TableReader } from './table-pool.ts';

/** More invalid rows are only counted. */
const NAMED_ROWS = 1000;
/** More hidden rows are only counted. */
const NAMED_HIDDEN_ROWS = 100;

type Choice = BodyOf<typeof importPrices>;

/** What is read of a file, beside its usable rows. */
export type ImportSummary = Pick<ImportAnswer, 'faulty' | 'faultyTotal' | 'repeated' | 'dayColumns'>;

/**
 * In a child process (rule 5.2).
 * @throws PortalError 422
 */
export async function readImport(
  { db, read }: { db: Queryable; read: TableReader },
  { path, choice, today }: { path: string; choice: Choice; today: Day },
): Promise<ImportAnswer> {
  const { answer, parts } = await read<ImportSummary>({ kind: 'rows', path, choice, today });
  const turns = createTurns();
  const rows: ParsedRow[] = [];
  for (const part of parts) {
    for (const row of JSON.parse(part.toString()) as ParsedRow[]) rows.push(row);
    await turns.give();
  }
  return { data: await withProducts(db, rows), ...answer };
}

type TableChoice = { readonly path: string; readonly choice: Choice; readonly today: Day };

/** The part of `readImport` that runs in the child process. */
export async function readImportRows(table: TableChoice): Promise<ImportSummary & { rows: ParsedRow[] }> {
  const { issues, ...rest } = await readTable(table);
  return { ...rest, ...named(issues) };
}

const named = (issues: readonly ImportIssue[]) => ({ faulty: issues.slice(0, NAMED_ROWS), faultyTotal: issues.length });

/** Prices of a till's export, and the PZNs of rows that are not readable. Rule 9.33. */
export async function readTillRows(
  table: TableChoice & { readonly profile: TillProfile | null },
): Promise<ImportSummary & { rows: ParsedRow[]; unreadable: string[] }> {
  const { issues, ...rest } = await readTable(table, table.profile);
  const unreadable = new Set(issues.flatMap(({ pzn }) => (pzn === null ? [] : [pzn])));
  return { ...rest, ...named(issues), unreadable: [...unreadable] };
}

/** @param profile of a till; undefined for an import */
async function readTable({ path, choice, today }: TableChoice, profile?: TillProfile | null) {
  const zeroIsEmpty = profile !== undefined;
  const optional = optionalImportColumns(choice.type).filter((column) => choice[column]);
  const needed = [...requiredImportColumns(choice.type), ...optional];
  const wanted = needed.map((column) => ({ heading: choice[column] as string, required: true }));
  const source = { path, sheet: choice.sheet, withHidden: choice.hidden === 'take' };
  const read = async (file: TableFile, indexes: readonly number[]) => {
    const placed = (column: (typeof needed)[number]) => {
      const at = needed.indexOf(column);
      return at === -1 ? undefined : { heading: choice[column] as string, index: indexes[at] as number };
    };
    const columns: ImportColumns = {
      pzn: { heading: choice.pzncolumn, index: indexes[needed.indexOf('pzncolumn')] as number },
      price: placed('pricecolumn'),
      code: placed('negativecolumn'),
      validFrom: placed('validfromcolumn'),
      validTo: placed('validtocolumn'),
    };
    const rows = new ImportRowReader(columns, { namesCells: file.sheets !== undefined, zeroIsEmpty, today });
    const asksDays = !zeroIsEmpty && optionalImportColumns(choice.type).length > 0;
    const days = new DayColumns(asksDays ? file.header : [], new Set(needed.map((column) => choice[column])));
    for await (const records of file.batches) {
      rows.read(records);
      days.note(records);
    }
    return { reader: rows, hidden: file.hidden?.rows ?? [], dayColumns: days.found() };
  };
  const { reader, hidden, dayColumns } = await (zeroIsEmpty
    ? withTable(openTillExport({ ...source, profile }), wanted, read)
    : withImportFile(source, wanted, read));
  const { rows, issues } = reader.result();
  const allHidden = reader.readable === 0 && issues.length === 0 && hidden.length > 0;
  const wrong = allHidden ? IMPORT_TEXT.allHidden : wrongColumn(reader, choice);
  if (wrong !== undefined) throw importRefused(issues, wrong);
  return {
    rows,
    issues,
    repeated: reader.repeated,
    ...(dayColumns.length > 0 && { dayColumns }),
    ...(hidden.length > 0 && {
      hiddenRows: { total: hidden.length, lines: hidden.slice(0, NAMED_HIDDEN_ROWS) },
    }),
  };
}

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

type ProductRow = Pick<ImportAnswer['data'][number], 'pzn' | 'productGroup' | 'product'>;

const PRODUCTS = statement<ProductRow>(
  { pzn: 'text', productGroup: 'text?', product: 'json?' },
  `SELECT pzn, product_group AS "productGroup",
          json_build_object('name', name, 'content', content, 'producer', producer, 'brand', brand,
                            'normSize', norm_size, 'atc', atc) AS product
     FROM product WHERE pzn = ANY($1)`,
);

async function withProducts(db: Queryable, rows: readonly ParsedRow[]): Promise<ImportAnswer['data']> {
  const products = await ask(db, PRODUCTS, [textArray(rows.map((row) => row.pzn))]);
  const turns = createTurns();
  const known = new Map<string, ProductRow>();
  for (const row of products) {
    known.set(row.pzn, row);
    await turns.give();
  }
  const data: ImportAnswer['data'] = [];
  for (const row of rows) {
    const { productGroup = null, product = null } = known.get(row.pzn) ?? {};
    data.push(writeImportedRow({ ...row, productGroup, product }));
    await turns.give();
  }
  return data;
}
