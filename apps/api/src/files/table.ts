import type { FileIssue } from './issues.ts';

export type TableLimits = { readonly bytes: number; readonly rows: number };

/** A row of a file, of whatever kind it is. */
export type TableRecord = {
  /** physical line; in a workbook the row number */
  readonly line: number;
  /** trimmed unless quoted; fewer than headings where the row is short */
  readonly cells: readonly string[];
  /** cells of such a record may be shifted */
  readonly issues: readonly FileIssue[];
  /** Ends within the last cell. */
  readonly isOpen?: boolean;
  /** By column; only matters where the cell is needed. */
  readonly unreadable?: ReadonlyMap<number, string>;
  /** By column: not whole cents. */
  readonly inexact?: ReadonlyMap<number, 'formula' | 'constant'>;
};

/** What a sheet does not show (rule 10.28). */
export type HiddenParts = {
  /** Headings of columns that are left out unless wanted. */
  readonly columns: readonly string[];
  readonly rows: readonly number[];
};

/** A file of rows below headings. */
export type TableFile = {
  /** trimmed headings */
  readonly header: readonly string[];
  readonly headerLine: number;
  /** Titles or notes stand above the headings. */
  readonly hasTitles?: boolean;
  /** False: the header holds A, B, C. */
  readonly hasHeadings?: boolean;
  /** Of a workbook. */
  readonly hidden?: HiddenParts;
  readonly batches: AsyncGenerator<TableRecord[], void, undefined>;
  readonly sheets?: readonly string[];
  close(): Promise<void>;
};
