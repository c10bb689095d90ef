import { hasValidPznCheckDigit, normalizePzn } from '@portal/rules';
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

/** Any case and order. Missing headings and those that two columns have, by an alias too, are issues. Rule 10.2. */
export function matchColumns(
  { header, headerLine: line }: Pick<TableFile, 'header' | 'headerLine'>,
  wanted: readonly WantedColumn[],
): ColumnMatch {
  const pzn = header.find(isPzn);
  if (pzn !== undefined)
    return { ok: false, issues: [{ line, column: null, value: excerpt(pzn), message: FILE_TEXT.noHeader }] };
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

function isPzn(cell: string): boolean {
  const pzn = normalizePzn(cell);
  return pzn !== undefined && hasValidPznCheckDigit(pzn);
}
