import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readCsv } from './csv-reader.ts';
import { FileRefusal } from './issues.ts';
import type { TableFile } from './table.ts';
import { FILE_TEXT } from './texts.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const MAGIC = {
  zip: ['504b0304', '504b0506'],
  /** The container of .xls and of anything that Office encrypts with a password. */
  ole: ['d0cf11e0'],
};

/**
 * Opens a table by what is in the file, whatever its name says: a workbook (.xlsx), or else text (rule 10.20). Its headings may stand below
 * titles (rule 10.27).
 * @param sheet name of the sheet of a workbook, the first one with content where it is left out
 * @param withHidden takes in rows and columns of a workbook that it does not show (rule 10.28)
 * @throws FileRefusal, from here or while `batches` is read, when the file cannot be read, is empty, has no rows or is too large
 */
export async function openTable(
  path: string,
  { sheet, withHidden = false }: { sheet?: string | undefined; withHidden?: boolean } = {},
): Promise<TableFile> {
  const magic = await firstBytes(path);
  if (MAGIC.zip.includes(magic)) return readXlsx(path, { sheet, withHidden });
  if (MAGIC.ole.includes(magic)) throw new FileRefusal(FILE_TEXT.workbook.oldOrEncrypted);
  return readCsv(createReadStream(path), { findsHeadings: true });
}

/** The first four bytes in hexadecimal digits. */
async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await file.close();
  }
}
