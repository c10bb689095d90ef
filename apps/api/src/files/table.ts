import type { FileIssue } from './issues.ts';

export type TableLimits = { readonly bytes: number; readonly rows: number };

/** A row of a file, of whatever kind it is. */
export type TableRecord = {
  /** physical line on which the record begins, the first line of the file is 1; in a workbook the row as it is numbered there */
  readonly line: number;
  /** trimmed unless quoted; fewer than headings where the row is short */
  readonly cells: readonly string[];
  /** structural issues; the cells of such a record may be shifted and are not to be used */
  readonly issues: readonly FileIssue[];
  /** The file ends within the last cell of this record, without line break or closing quotation mark. */
  readonly isOpen?: boolean;
  /** By place: why a cell of a workbook has no value that could be read. Only of consequence where the cell is needed. */
  readonly unreadable?: ReadonlyMap<number, string>;
  /** By place: numbers of a workbook that are not whole cents, results of formulas or typed in. */
  readonly inexact?: ReadonlyMap<number, 'formula' | 'constant'>;
};

/** What a sheet does not show (rule 10.28). */
export type HiddenParts = {
  /** Headings of columns that are left out unless wanted. */
  readonly columns: readonly string[];
  /** Numbers of filled rows below the headings; complete once `batches` is read to its end. */
  readonly rows: readonly number[];
};

/** A file of rows below headings. */
export type TableFile = {
  /** trimmed headings */
  readonly header: readonly string[];
  readonly headerLine: number;
  /** Titles or notes stand above the headings. */
  readonly hasTitles?: boolean;
  /** Of a workbook. */
  readonly hidden?: HiddenParts;
  /** records in order, some hundred at a time; reads on in the source only when asked for the next */
  readonly batches: AsyncGenerator<TableRecord[], void, undefined>;
  /** The sheets of a workbook that hold rows, in its order; undefined for a text file. */
  readonly sheets?: readonly string[];
  /** Lets go of the source; needed only where `batches` is not read to its end. */
  close(): Promise<void>;
};
