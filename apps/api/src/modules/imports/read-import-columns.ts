import type { AnswerOf, csvMetaData } from '@portal/contracts';
import { type ImportFile, withImportFile } from './open-import.ts';

/**
 * The headings of a CSV file or a sheet, each once and without empty ones, and the sheets where there is a choice (rules 5.2
 * and 10.21, csvMetaData).
 * @throws PortalError 422 for a file that is no table, has no header row or no data
 */
export async function readImportColumns(source: ImportFile): Promise<AnswerOf<typeof csvMetaData>> {
  return withImportFile(source, [], async ({ batches, header, sheets = [] }) => {
    // the first rows show a file without any; the rest is read by the import
    await batches.next();
    const columns = [...new Set(header.filter((heading) => heading !== ''))];
    return { columns, ...(sheets.length > 1 && { sheets: [...sheets] }) };
  });
}
