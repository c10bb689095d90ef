import {
  type Cents,
  describePznForm,
  hasManyMarks,
  hasValidPznCheckDigit,
  readPznCell,
  type UpdateKind,
} from '@portal/rules';
import {
  isInactiveCell,
  MAX_TEXT_LENGTH,
  readElasticityCell,
  readIntegerCell,
  readPriceCell,
  readTextCell,
  readVatCell,
} from './cells.ts';
import { matchColumns } from './columns.ts';
import { readCsv } from './csv-reader.ts';
import type { ByteSource } from './decode.ts';
import { excerpt, IssueList, type FileIssue, FileRefusal } from './issues.ts';
import { OpenEnd } from './open-end.ts';
import { type AvpReport, createAvpReport, noteAvp, settleAvp } from './package-avp.ts';
import {
  CURRENT_PRICE_HEADING,
  EMPTY_ROW,
  type PackageColumn,
  type PackageRow,
  packageColumns,
} from './package-columns.ts';
import type { TableLimits, TableRecord } from './table.ts';
import { FILE_TEXT } from './texts.ts';

export type LeftOutRow = { readonly line: number; readonly pzn: string; readonly reason: string };

export type PackageReport = {
  /** any issue refuses the whole file */
  readonly issues: IssueList;
  /** wrong check digits and 00000000 */
  readonly leftOut: LeftOutRow[];
  /** rows of the file, whatever became of them */
  records: number;
  /** rows handed out */
  rows: number;
  repeated: number;
  /** Known ones by their name in exports, and unknown ones. */
  headings: { readonly known: readonly string[]; readonly unknown: readonly string[] };
  /** Texts whose marks were cut (rule 13.15). */
  marksCut: { cells: number; readonly line: number; readonly column: string } | null;
  /** The last row has no line break behind it. */
  isOpen: boolean;
  /** complete when the generator has ended */
  readonly avp: AvpReport;
};

export function createPackageReport(): PackageReport {
  const headings = { known: [], unknown: [] };
  const counts = { records: 0, rows: 0, repeated: 0, headings, marksCut: null, isOpen: false };
  return { issues: new IssueList(), leftOut: [], ...counts, avp: createAvpReport() };
}

/**
 * Once an issue is known no further rows are yielded; the file is only checked. Decide by `report.issues.total` at the
 * end.
 */
export async function* packageRows(
  kind: UpdateKind,
  source: ByteSource,
  report: PackageReport,
  options: { readonly limits?: TableLimits } = {},
): AsyncGenerator<PackageRow[], void, undefined> {
  try {
    const file = await readCsv(source, options);
    try {
      const columns = packageColumns(kind);
      const match = matchColumns(file, columns);
      if (!match.ok) return addAll(report.issues, match.issues);
      const found = findColumns(columns, match.indexes);
      const reader = new PackageRowReader(found, report);
      report.headings = {
        known: found.map(({ column }) => column.heading),
        unknown: file.header.filter((heading, at) => heading !== '' && !match.indexes.includes(at)),
      };
      for await (const records of file.batches) {
        report.records += records.length;
        report.isOpen = records.at(-1)?.isOpen ?? false;
        const rows = reader.read(records);
        if (report.issues.total > 0) continue;
        report.rows += rows.length;
        if (rows.length > 0) yield rows;
      }
      if (report.rows === 0 && report.issues.total === 0) throw new FileRefusal(FILE_TEXT.noUsableRows);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    report.issues.add(error.issue);
  }
}

type FoundColumn = { readonly column: PackageColumn; readonly index: number };

function findColumns(columns: readonly PackageColumn[], indexes: readonly number[]): FoundColumn[] {
  return columns.flatMap((column, at) => {
    const index = indexes[at] ?? -1;
    return index === -1 ? [] : [{ column, index }];
  });
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class PackageRowReader {
  readonly #columns: readonly FoundColumn[];
  readonly #pznIndex: number;
  readonly #report: PackageReport;
  readonly #end = new OpenEnd();
  /** tells a repeated row from a conflicting one */
  readonly #seen = new Map<string, PackageRow>();
  /** Of the row that was read last */
  #said: { avp: Cents | null; listed: Cents | null } = { avp: null, listed: null };

  constructor(columns: readonly FoundColumn[], report: PackageReport) {
    this.#columns = columns.filter(({ column }) => column.read !== 'pzn');
    this.#pznIndex = columns.find(({ column }) => column.read === 'pzn')?.index ?? -1;
    this.#report = report;
    report.avp.hasCurrentPrice = columns.some(({ column }) => column.heading === CURRENT_PRICE_HEADING);
  }

  read(records: readonly TableRecord[]): PackageRow[] {
    const rows: PackageRow[] = [];
    for (const record of records) {
      if (record.issues.length > 0) {
        addAll(this.#report.issues, record.issues);
        continue;
      }
      const row = this.#readRow(record);
      this.#end.noteRow(record);
      if (row !== undefined && this.#isFirst(row)) rows.push(row);
    }
    return rows;
  }

  #readRow(record: TableRecord): PackageRow | undefined {
    const { line, cells } = record;
    if (this.#end.isCut(record, this.#pznIndex, 'pzn')) return this.#cut(line, 'PZN', cells[this.#pznIndex] ?? '');
    const pzn = this.#readPzn(line, cells[this.#pznIndex] ?? '');
    if (pzn !== undefined && !hasValidPznCheckDigit(pzn)) {
      const reason = pzn === '00000000' ? FILE_TEXT.pznZero : FILE_TEXT.pznCheckDigit;
      this.#report.leftOut.push({ line, pzn, reason });
      return undefined;
    }
    const row = emptyRow(line, pzn ?? '');
    const before = this.#report.issues.total;
    let listed: Cents | null = null;
    for (const { column, index } of this.#columns) {
      const cell = cells[index] ?? '';
      const number = numberOf(column);
      const isMissing = cell === '' && column.required;
      if (number && !isMissing && this.#end.isCut(record, index, number)) {
        this.#cut(line, column.heading, cell);
        continue;
      }
      if (number === 'price') this.#end.note(cell);
      let message: string | undefined;
      if (column.read === 'listedAvp') {
        const price = readPriceCell(cell);
        if (typeof price === 'string') message = FILE_TEXT.price[price];
        else listed = price;
      } else message = readInto(row, column, cell);
      if (column.read === 'text' && hasManyMarks(cell)) this.#noteMarks(line, column.heading);
      if (message !== undefined)
        this.#report.issues.add({ line, column: column.heading, value: cell === '' ? null : excerpt(cell), message });
    }
    if (pzn === undefined || this.#report.issues.total > before) return undefined;
    this.#said = { avp: row.avp, listed };
    settleAvp(row, listed, this.#report.avp);
    return row;
  }

  #noteMarks(line: number, column: string): void {
    this.#report.marksCut ??= { cells: 0, line, column };
    this.#report.marksCut.cells += 1;
  }

  #cut(line: number, column: string, cell: string): undefined {
    this.#report.issues.add({ line, column, value: cell === '' ? null : excerpt(cell), message: FILE_TEXT.cutCell });
  }

  #readPzn(line: number, cell: string): string | undefined {
    const read = readPznCell(cell);
    if (read?.pzn !== undefined) return read.pzn;
    const value = read ? excerpt(cell) : null;
    const message = read ? describePznForm(read.form, excerpt(cell.trim())) : FILE_TEXT.pznMissing;
    this.#report.issues.add({ line, column: 'PZN', value, message });
    return undefined;
  }

  #isFirst(row: PackageRow): boolean {
    const first = this.#seen.get(row.pzn);
    if (first === undefined) {
      this.#seen.set(row.pzn, row);
      noteAvp(this.#report.avp, row, this.#said);
      return true;
    }
    if (saysTheSame(first, row)) this.#report.repeated++;
    else {
      const message = FILE_TEXT.conflictingDuplicate(first.line);
      this.#report.issues.add({ line: row.line, column: 'PZN', value: row.pzn, message });
    }
    return false;
  }
}

function numberOf({ read }: PackageColumn): 'price' | 'integer' | 'vat' | undefined {
  if (read === 'listedAvp') return 'price';
  return read === 'price' || read === 'integer' || read === 'vat' ? read : undefined;
}

function readInto(row: Mutable<PackageRow>, column: PackageColumn, cell: string): string | undefined {
  switch (column.read) {
    case 'price': {
      const price = readPriceCell(cell);
      if (typeof price === 'string') return FILE_TEXT.price[price];
      if (column.field !== 'calculatedPrice') row[column.field] = price;
      else if (price === null) return FILE_TEXT.cellMissing;
      else row.calculatedPrice = price;
      return undefined;
    }
    case 'text': {
      const text = readTextCell(cell);
      if (text === undefined) return FILE_TEXT.textTooLong(MAX_TEXT_LENGTH);
      row[column.field] = text;
      return undefined;
    }
    case 'elasticity': {
      const code = readElasticityCell(cell);
      if (code === undefined) return FILE_TEXT.notACluster;
      row[column.field] = code;
      return undefined;
    }
    case 'integer': {
      const count = readIntegerCell(cell);
      if (count === undefined) return FILE_TEXT.notAnInteger;
      row[column.field] = count;
      return undefined;
    }
    case 'vat': {
      const percent = readVatCell(cell);
      if (percent === undefined) return FILE_TEXT.notAVat;
      row.vatPercent = percent;
      return undefined;
    }
    case 'inactive':
      row.inactive = isInactiveCell(cell);
      return undefined;
    case 'pzn':
    case 'listedAvp':
      return undefined;
  }
}

function emptyRow(line: number, pzn: string): Mutable<PackageRow> {
  return { ...EMPTY_ROW, line, pzn, calculatedPrice: 0, vatPercent: null, inactive: false };
}

function saysTheSame(one: PackageRow, other: PackageRow): boolean {
  return Object.entries(one).every(([field, value]) => field === 'line' || other[field as keyof PackageRow] === value);
}

function addAll(list: IssueList, issues: readonly FileIssue[]): void {
  for (const issue of issues) list.add(issue);
}
