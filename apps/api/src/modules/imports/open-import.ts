import { REASON } from '@portal/contracts';
import { matchColumns, type WantedColumn } from '../../files/columns.ts';
import { type FileIssue, FileRefusal, NAMED_ISSUES } from '../../files/issues.ts';
import { openTable } from '../../files/open-table.ts';
import type { TableFile } from '../../files/table.ts';
import { PortalError } from '../../http/errors.ts';
import { IMPORT_TEXT } from './import-texts.ts';

export type ImportFile = {
  readonly path: string;
  readonly sheet?: string | undefined;
  /** Rule 10.28. */
  readonly withHidden?: boolean;
};

/** @throws PortalError 422 */
export function withImportFile<Result>(
  { path, sheet, withHidden = false }: ImportFile,
  wanted: readonly WantedColumn[],
  use: (file: TableFile, indexes: readonly number[]) => Promise<Result>,
): Promise<Result> {
  return withTable(openTable(path, { sheet, withHidden }), wanted, use);
}

export async function withTable<File extends TableFile, Result>(
  opening: Promise<File>,
  wanted: readonly WantedColumn[],
  use: (file: File, indexes: readonly number[]) => Promise<Result>,
): Promise<Result> {
  try {
    const file = await opening;
    try {
      const match = matchColumns(file, wanted);
      if (!match.ok) throw importRefused(match.issues);
      return await use(file, match.indexes);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof FileRefusal ? importRefused([error.issue]) : error;
  }
}

export function importRefused(issues: readonly FileIssue[], sentence?: string): PortalError {
  const [first] = issues;
  const message = sentence ?? (first ? placed(first) : IMPORT_TEXT.nothingReadable);
  return new PortalError(422, REASON.invalid, message, {
    errors: issues.slice(0, NAMED_ISSUES),
    total: issues.length,
  });
}

function placed({ line, column, message }: FileIssue): string {
  if (column !== null) return IMPORT_TEXT.inColumn(column, message);
  return line !== null && line > 1 ? IMPORT_TEXT.inLine(line, message) : message;
}
