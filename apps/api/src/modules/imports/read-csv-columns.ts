import { withImportFile } from './open-import.ts';

/**
 * The headings of a CSV file, each once and without empty ones (rule 5.2, csvMetaData).
 * @throws PortalError 422 for a file that is no text, has no header row or no data
 */
export async function readCsvColumns(path: string): Promise<string[]> {
  return withImportFile(path, [], async (file) => {
    // the first rows show a file without any; the rest is read by the import
    await file.batches.next();
    return [...new Set(file.header.filter((heading) => heading !== ''))];
  });
}
