import type { AnswerOf, csvMetaData } from '@portal/contracts';
import { type ImportFile, withImportFile } from './open-import.ts';

/**
 * The headings of a CSV file or a sheet, each once and without empty ones, the sheets where there is a choice, where the headings stand,
 * and what is hidden (rules 5.2, 10.21, 10.27 and 10.28, csvMetaData).
 * @throws PortalError 422 for a file that is no table, has no header row or no data
 */
export async function readImportColumns(source: ImportFile): Promise<AnswerOf<typeof csvMetaData>> {
  return withImportFile(source, [], async ({ batches, header, headerLine, hasTitles, hidden, sheets = [] }) => {
    // the first rows show a file without any; the rest is read by the import
    await batches.next();
    const columns = [...new Set(header.filter((heading) => heading !== ''))];
    return {
      columns,
      ...(sheets.length > 1 && { sheets: [...sheets] }),
      ...(hasTitles && { headingLine: headerLine }),
      ...(hidden && hidden.columns.length > 0 && { hiddenColumns: [...hidden.columns] }),
    };
  });
}
