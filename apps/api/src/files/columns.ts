import { hasValidPznCheckDigit, MOST_HEADING, readPznCell, textIssue } from '@portal/rules';
import type { TableFile } from './table.ts';
import { excerpt, type FileIssue } from './issues.ts';
import { foldHeading } from './headings.ts';
import { FILE_TEXT } from './texts.ts';

/** A column as files name it. */
export type WantedColumn = {
  readonly heading: string;
  readonly aliases?: readonly string[] | undefined;
  readonly required: boolean;
};

export type ColumnMatch =
  /** -1 where missing */
  | { readonly ok: true; readonly indexes: readonly number[] }
  | { readonly ok: false; readonly issues: readonly FileIssue[] };

/** Any case and order. Missing headings and those that two columns have, by an alias too, are issues. Rules 10.2 and 13.15. */
export function matchColumns(
  { header, headerLine: line }: Pick<TableFile, 'header' | 'headerLine'>,
  wanted: readonly WantedColumn[],
): ColumnMatch {
  for (const heading of header) {
    const issue = textIssue(heading, MOST_HEADING);
    if (issue) return refused(line, heading, FILE_TEXT.heading[issue]);
  }
  const pzn = header.find(isPzn);
  if (pzn !== undefined) return refused(line, pzn, FILE_TEXT.noHeader);
  const folded = header.map(foldHeading);
  const issues: FileIssue[] = [];
  const indexes = wanted.map(({ heading, aliases = [], required }) => {
    const names = new Set([heading, ...aliases].map(foldHeading));
    const [index = -1, second] = folded.flatMap((name, at) => (names.has(name) ? [at] : []));
    if (index === -1 && required) issues.push({ line, column: heading, value: null, message: FILE_TEXT.missingColumn });
    if (second !== undefined) {
      const both = folded[index] === folded[second] ? [index] : [index, second];
      const value = excerpt(both.map((at) => header[at]).join(', '));
      issues.push({ line, column: heading, value, message: FILE_TEXT.doubledColumn });
    }
    return index;
  });
  return issues.length === 0 ? { ok: true, indexes } : { ok: false, issues };
}

function refused(line: number, heading: string, message: string): ColumnMatch {
  return { ok: false, issues: [{ line, column: null, value: excerpt(heading), message }] };
}

function isPzn(cell: string): boolean {
  return hasValidPznCheckDigit(readPznCell(cell)?.pzn ?? '');
}
