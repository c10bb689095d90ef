import { findHeadingLine, HEADING_LINES, isPznCell } from '@portal/list-view';
import { excerpt, FileRefusal } from '../issues.ts';
import { CSV_LIMITS } from '../csv-reader.ts';
import type { TableFile, TableLimits, TableRecord } from '../table.ts';
import { FILE_TEXT } from '../texts.ts';
import { columnNames } from '../headings.ts';
import { openZip, type Zip } from './open-zip.ts';
import { readSharedParts, type SharedParts } from './shared-parts.ts';
import { SheetMarks } from './sheet-marks.ts';
import { MOST_COLUMNS, type SheetRow, SheetRows } from './sheet-rows.ts';
import { TallCells } from './tall-cells.ts';
import { readWorkbook, type Workbook } from './workbook.ts';
import { XmlReader } from './xml-reader.ts';

type Sheet = Workbook['sheets'][number];

/**
 * Streams one sheet (rules 10.20 to 10.25); the archive stays on disk. Rule 10.21.
 * @param withHidden rule 10.28
 * @throws FileRefusal, also while `batches` is read
 */
export async function readXlsx(
  path: string,
  {
    sheet: wanted,
    withHidden = false,
    mayLackHeadings = false,
    limits = CSV_LIMITS,
  }: { sheet?: string | undefined; withHidden?: boolean; mayLackHeadings?: boolean; limits?: TableLimits } = {},
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
    const { header, chunk, hiddenColumns, ...found } = await findHeader(rows, tall, mayLackHeadings);
    const left = withHidden ? [] : [...hiddenColumns];
    const hidden = { columns: headingsAt(header.cells, hiddenColumns), rows: [] as number[] };
    const batches = finishRows({
      first: chunk,
      rows,
      tall,
      maxRows: limits.rows,
      width: header.cells.length,
      withHidden,
      left,
      hidden: hidden.rows,
    });
    return {
      header: withoutColumns(header.cells, left),
      headerLine: header.line,
      ...found,
      hidden,
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

/** Tags over all sheets: 200,000 rows of 20 empty formatted cells. */
const MOST_LOOKED_THROUGH = 4_000_000;

/** @throws FileRefusal for too many tags */
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

type Header = Pick<TableFile, 'hasTitles' | 'hasHeadings'> & {
  readonly header: Pick<SheetRow, 'line' | 'cells'>;
  readonly chunk: readonly SheetRow[];
  readonly hiddenColumns: ReadonlySet<number>;
};

async function findHeader(
  rows: AsyncGenerator<SheetChunk, void, undefined>,
  tall: TallCells,
  mayLackHeadings: boolean,
): Promise<Header> {
  const head: SheetRow[] = [];
  let sheet: SheetRows | undefined;
  for (;;) {
    const next = await rows.next();
    if (next.value) {
      head.push(...next.value.rows);
      sheet = next.value.sheet;
    }
    if (!next.done && head.length <= HEADING_LINES) continue;
    const [first] = head;
    if (!first) throw new FileRefusal(FILE_TEXT.empty);
    const found = headingAt(head, mayLackHeadings);
    const at = found ?? -1;
    const header = head[at] ?? { line: 0, cells: columnNames(head.map(({ cells }) => cells.length)) };
    if (header.cells.length >= MOST_COLUMNS) throw new FileRefusal(FILE_TEXT.tooManyCells, { line: header.line });
    for (const row of head.slice(0, at + 1)) tall.fill(row, MOST_COLUMNS);
    // notes beside the table are not read
    if (sheet) sheet.width = header.cells.length;
    const chunk = head.slice(at + 1).filter((row) => cutRow(row, header.cells.length));
    const hiddenColumns = sheet?.hiddenColumns ?? new Set();
    return { header, chunk, hasTitles: at > 0, hasHeadings: found !== undefined, hiddenColumns };
  }
}

function headingAt(head: readonly SheetRow[], mayLackHeadings: boolean): number | undefined {
  const at = findHeadingLine(head.slice(0, HEADING_LINES).map(({ cells }) => cells));
  if (at !== undefined || mayLackHeadings) return at;
  const { cells, line } = head[0] as SheetRow;
  // without a PZN anywhere the headings may have any name
  if (cells.some(isPznCell) || !head.some((row) => row.cells.some(isPznCell))) return 0;
  throw new FileRefusal(FILE_TEXT.noHeaderBelowTitle, {
    line,
    value: excerpt(cells.find((cell) => cell !== '') ?? ''),
  });
}

const headingsAt = (cells: readonly string[], indexes: Iterable<number>) =>
  [...indexes].flatMap((index) => cells[index] || []);

function cutRow({ cells, unreadable }: SheetRow, width: number): boolean {
  cells.splice(width);
  return cells.some((cell, index) => cell !== '' || unreadable?.has(index));
}

/** The cells with those of some columns empty. */
function withoutColumns(cells: readonly string[], indexes: readonly number[]): readonly string[] {
  return indexes.length === 0 ? cells : cells.map((cell, index) => (indexes.includes(index) ? '' : cell));
}

type Rest = {
  readonly first: readonly SheetRow[];
  readonly rows: AsyncGenerator<SheetChunk, void, undefined>;
  readonly tall: TallCells;
  readonly maxRows: number;
  readonly width: number;
  readonly withHidden: boolean;
  /** Columns that are left out. */
  readonly left: readonly number[];
  /** Takes the numbers of hidden rows. */
  readonly hidden: number[];
};

async function* finishRows(rest: Rest): AsyncGenerator<TableRecord[], void, undefined> {
  const { first, rows, tall, maxRows, width, withHidden, left, hidden } = rest;
  let count = 0;
  for (let chunk: readonly SheetRow[] | undefined = first; chunk; chunk = (await rows.next()).value?.rows) {
    const records: TableRecord[] = [];
    for (const row of chunk) {
      tall.fill(row, width);
      count++;
      if (row.hidden) hidden.push(row.line);
      if (row.hidden && !withHidden) continue;
      const cells = withoutColumns(row.cells, left);
      if (left.length > 0 && cells.every((cell) => cell === '')) continue;
      records.push({ ...row, cells, issues: [] });
    }
    if (count > maxRows) throw new FileRefusal(FILE_TEXT.tooManyRows(maxRows.toLocaleString('de-DE')));
    if (records.length > 0) yield records;
  }
  if (count === 0) throw new FileRefusal(FILE_TEXT.noRows);
}
