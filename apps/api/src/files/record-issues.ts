import type { RawRecord } from './csv-records.ts';
import { hasUnreadable } from './decode.ts';
import { excerpt, type FileIssue } from './issues.ts';
import type { Separator } from './separator.ts';
import { FILE_TEXT } from './texts.ts';

/** What the header says of the rows below it. */
export type RowShape = {
  readonly header: readonly string[];
  readonly width: number;
  readonly separator: Separator;
};

export type RecordContext = {
  readonly suspect: boolean;
  /** the file ends within the record, without a line break */
  readonly cutOff: boolean;
};

const NO_ISSUES: readonly FileIssue[] = [];

/** Rule 10.50. */
export function recordIssues(
  raw: RawRecord,
  shape: RowShape,
  { suspect, cutOff }: RecordContext,
): readonly FileIssue[] {
  const { line, span, cells, issue } = raw;
  if (issue) {
    const { columnIndex, value, message } = issue;
    return [{ line, column: columnIndex === undefined ? null : columnAt(shape, columnIndex), value, message }];
  }
  const wholeRow = (message: string) => [{ line, column: null, value: excerpt(cells.join(shape.separator)), message }];
  if (span > 1 && hasSwallowedRow(cells, shape)) return wholeRow(FILE_TEXT.unclosedQuote);
  if (cutOff && (cells.length < shape.width || endsWithinCharacter(cells))) return wholeRow(FILE_TEXT.truncated);
  if (cells.length <= shape.width && !suspect) return NO_ISSUES;
  const issues: FileIssue[] = [];
  const report = (index: number, message: string) =>
    issues.push({ line, column: columnAt(shape, index), value: excerpt(cells[index] ?? ''), message });
  const extra = cells.findIndex((cell, index) => index >= shape.width && cell !== '');
  if (extra !== -1) report(extra, FILE_TEXT.extraCell);
  if (suspect)
    for (const [index, cell] of cells.entries()) if (hasUnreadable(cell)) report(index, FILE_TEXT.unreadableCharacter);
  return issues;
}

/** A missing quote joined rows: a PZN would get another's price. */
function hasSwallowedRow(cells: readonly string[], { header, separator }: RowShape): boolean {
  if (cells.length > header.length) return true;
  if (header.length < 2) return false;
  return cells.some((cell) => /[\r\n]/.test(cell) && cell.split(separator).length >= header.length);
}

/** Cut within a UTF-8 character: these letters end no German word. */
function endsWithinCharacter(cells: readonly string[]): boolean {
  return /(?:[ÂÃ]|â[‚€]?)$/.test(cells.at(-1) ?? '');
}

function columnAt({ header }: RowShape, index: number): string {
  return header[index] || FILE_TEXT.column(index + 1);
}
