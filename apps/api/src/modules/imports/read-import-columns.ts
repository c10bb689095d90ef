import type { AnswerOf, csvMetaData } from '@portal/contracts';
import { type ImportFile, withImportFile } from './open-import.ts';

/**
 * Rules 5.2, 10.21, 10.27 and 10.28.
 * @throws PortalError 422
 */
export async function readImportColumns(source: ImportFile): Promise<AnswerOf<typeof csvMetaData>> {
  return withImportFile(source, [], async ({ batches, header, headerLine, hasTitles, hidden, sheets = [] }) => {
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
