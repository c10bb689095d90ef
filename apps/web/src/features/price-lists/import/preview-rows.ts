import type { ImportIssue } from '@portal/contracts';
import type { ImportedRow } from '@portal/rules';
import type { ReadImport } from './import-api.ts';

/** As many rows show whether a file is understood. */
const PREVIEW_ROWS = 8;

export type PreviewRow =
  | { readonly line: number; readonly row: ImportedRow; readonly issue?: undefined }
  | { readonly line: number; readonly row?: undefined; readonly issue: ImportIssue };

/** The first rows of a file in its order, usable and faulty ones together. */
export function previewRows({ data, faulty }: ReadImport): PreviewRow[] {
  return [
    ...data.slice(0, PREVIEW_ROWS).map((row) => ({ line: row.line, row })),
    ...faulty.slice(0, PREVIEW_ROWS).map((issue) => ({ line: issue.line, issue })),
  ]
    .sort((a, b) => a.line - b.line)
    .slice(0, PREVIEW_ROWS);
}
