import type { FileColumn } from '../file-column.ts';
import { columnLetters, type SheetColumn, sheetEnd, sheetRows, sheetStart } from './sheet-xml.ts';
import { type SheetValue, sheetValues } from './sheet-values.ts';
import { SHEET_PATH, workbookParts } from './workbook-parts.ts';

export type OpenPart = (path: string) => (text: string, last: boolean) => void;

export type WorkbookWriter = {
  readonly add: (rows: readonly (readonly SheetValue[])[]) => void;
  readonly end: () => void;
};

/** The format's limit. */
export const MOST_SHEET_ROWS = 1_048_576;

/**
 * Rule 10.14, ADR 57.
 * @param name up to 31 letters, digits and blanks
 * @throws RangeError from `add` for too many rows
 */
export function writeWorkbook(name: string, columns: readonly SheetColumn[], open: OpenPart): WorkbookWriter {
  const sheet = open(SHEET_PATH);
  sheet(sheetStart(columns), false);
  let count = 0;
  return {
    add(rows) {
      if (count + rows.length + 1 > MOST_SHEET_ROWS) throw new RangeError('more rows than a sheet can hold');
      sheet(sheetRows(columns, rows, count + 2), false);
      count += rows.length;
    },
    end() {
      sheet(sheetEnd(columns, count), true);
      const filtered = `$A$1:$${columnLetters(columns.length - 1)}$${count + 1}`;
      for (const [path, text] of workbookParts(name, filtered)) open(path)(text, true);
    },
  };
}

export function sheetColumns(columns: readonly FileColumn<never>[]): SheetColumn[] {
  return columns.map(({ heading, kind, width, technical }) => ({
    heading,
    kind,
    ...(width === undefined ? {} : { width }),
    ...(technical === undefined ? {} : { technical }),
  }));
}

export function rowValues<Row>(columns: readonly FileColumn<Row>[]): (row: Row) => SheetValue[] {
  const cells = columns.map((column) => sheetValues(column));
  return (row) => cells.map((cell) => cell(row));
}
