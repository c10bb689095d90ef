import { FileRefusal } from '../issues.ts';
import { CSV_LIMITS } from '../csv-reader.ts';
import type { TableFile, TableLimits, TableRecord } from '../table.ts';
import { FILE_TEXT } from '../texts.ts';
import { openZip, type Zip } from './open-zip.ts';
import { readSharedParts, type SharedParts } from './shared-parts.ts';
import { SheetMarks } from './sheet-marks.ts';
import { MOST_COLUMNS, type SheetRow, SheetRows } from './sheet-rows.ts';
import { TallCells } from './tall-cells.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { XmlReader } from './xml-reader.ts';

type Sheet = Workbook['sheets'][number];

/**
 * Opens a workbook (.xlsx) and streams the rows of one of its sheets as text, by the rules for cells of CSV files (rules 10.20
 * to 10.25). Nothing is unpacked that has not been bounded, and the archive stays on the disk.
 * @param sheet its name; without one the first sheet with headings and rows
 * @throws FileRefusal, from here or while `batches` is read
 */
export async function readXlsx(
  path: string,
  { sheet: wanted, limits = CSV_LIMITS }: { sheet?: string | undefined; limits?: TableLimits } = {},
): Promise<TableFile> {
  const zip = await openZip(path);
  try {
    const workbook = await readWorkbook(zip);
    const shared = await readSharedParts(zip, workbook);
    const tables: Sheet[] = [];
    const budget = { tags: MOST_LOOKED_THROUGH };
    for (const each of workbook.sheets) if (await holdsTable(zip, each, { shared, budget })) tables.push(each);
    const sheet = wanted ? tables.find(({ name }) => name === wanted) : (tables[0] ?? workbook.sheets[0]);
    if (!sheet) throw new FileRefusal(wanted ? FILE_TEXT.workbook.noSheet(wanted) : FILE_TEXT.empty);
    const marks = new SheetMarks(limits.rows);
    for await (const chunk of zip.read(sheet.part)) marks.add(chunk);
    marks.end();
    const rows = readRows(zip, sheet, shared);
    const tall = new TallCells(marks.tallCells);
    const { header, chunk } = await findHeader(rows, tall);
    const batches = finishRows({ first: chunk, rows, tall, maxRows: limits.rows, width: header.cells.length });
    return {
      header: header.cells,
      headerLine: header.line,
      batches,
      sheets: tables.map(({ name }) => name),
      close: async () => {
        await batches.return();
        await rows.return(undefined);
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Tags of all sheets together that are read in search of rows: 200,000 rows of 20 cells that are formatted and empty. */
const MOST_LOOKED_THROUGH = 4_000_000;

/**
 * True for headings with a row below; a cover sheet or an empty one is not worth a question.
 * @throws FileRefusal when the sheets looked through so far have too many tags
 */
async function holdsTable(
  zip: Zip,
  sheet: Sheet,
  { shared, budget }: { shared: SharedParts; budget: { tags: number } },
): Promise<boolean> {
  let filled = 0;
  for await (const { rows, sheet: read } of readRows(zip, sheet, shared)) {
    budget.tags -= read.takeTags();
    if (budget.tags < 0) throw new FileRefusal(FILE_TEXT.tooManyCells);
    filled += rows.length;
    if (filled > 1) return true;
  }
  return false;
}

/** The rows that end in each piece of the sheet. */
async function* readRows(zip: Zip, { part }: Sheet, shared: SharedParts): AsyncGenerator<SheetChunk, void, undefined> {
  const sheet = new SheetRows(shared);
  const xml = new XmlReader({
    open: (name, attributes) => sheet.open(name, attributes),
    text: (text) => sheet.text(text),
    close: (name) => sheet.close(name),
  });
  for await (const bytes of zip.read(part)) {
    xml.write(bytes);
    yield { rows: sheet.rows, sheet };
    sheet.rows = [];
  }
  xml.end();
  yield { rows: sheet.rows, sheet };
}

type SheetChunk = { readonly rows: SheetRow[]; readonly sheet: SheetRows };

async function findHeader(
  rows: AsyncGenerator<SheetChunk, void, undefined>,
  tall: TallCells,
): Promise<{ readonly header: SheetRow; readonly chunk: readonly SheetRow[] }> {
  for (;;) {
    const next = await rows.next();
    if (next.done) throw new FileRefusal(FILE_TEXT.empty);
    const { rows: found, sheet } = next.value;
    const [header, ...behind] = found;
    if (!header) continue;
    if (header.cells.length >= MOST_COLUMNS) throw new FileRefusal(FILE_TEXT.tooManyCells, { line: header.line });
    tall.fill(header, MOST_COLUMNS);
    // notes beside the table are not read
    sheet.width = header.cells.length;
    return { header, chunk: behind.filter((row) => cutRow(row, sheet.width)) };
  }
}

/** Cuts what lies beside the table off a row; false where nothing is left. */
function cutRow({ cells, unreadable }: SheetRow, width: number): boolean {
  cells.splice(width);
  return cells.some((cell, place) => cell !== '' || unreadable?.has(place));
}

async function* finishRows({
  first,
  rows,
  tall,
  maxRows,
  width,
}: {
  first: readonly SheetRow[];
  rows: AsyncGenerator<SheetChunk, void, undefined>;
  tall: TallCells;
  maxRows: number;
  width: number;
}): AsyncGenerator<TableRecord[], void, undefined> {
  let count = 0;
  for (let chunk: readonly SheetRow[] | undefined = first; chunk; chunk = (await rows.next()).value?.rows) {
    const records = chunk.map((row) => {
      tall.fill(row, width);
      return { ...row, issues: [] };
    });
    count += records.length;
    if (count > maxRows) throw new FileRefusal(FILE_TEXT.tooManyRows(maxRows.toLocaleString('de-DE')));
    if (records.length > 0) yield records;
  }
  if (count === 0) throw new FileRefusal(FILE_TEXT.noRows);
}
