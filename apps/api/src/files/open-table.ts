import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readCsv } from './csv-reader.ts';
import { FileRefusal } from './issues.ts';
import type { TableFile } from './table.ts';
import { FILE_TEXT } from './texts.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const MAGIC = {
  zip: ['504b0304', '504b0506'],
  /** .xls, and encrypted Office files. */
  ole: ['d0cf11e0'],
};

type TableChoice = { sheet?: string | undefined; withHidden?: boolean; mayLackHeadings?: boolean };

/**
 * By content, not name (rules 10.20 and 10.27).
 * @param sheet else the first with content
 * @param withHidden rule 10.28
 * @param mayLackHeadings rule 9.37
 * @throws FileRefusal, also while `batches` is read
 */
export async function openTable(
  path: string,
  { sheet, withHidden = false, mayLackHeadings = false }: TableChoice = {},
): Promise<TableFile> {
  const magic = await firstBytes(path);
  if (MAGIC.zip.includes(magic)) return readXlsx(path, { sheet, withHidden, mayLackHeadings });
  if (MAGIC.ole.includes(magic)) throw new FileRefusal(FILE_TEXT.workbook.oldOrEncrypted);
  return readCsv(createReadStream(path), { findsHeadings: mayLackHeadings ? 'ifAny' : true });
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
