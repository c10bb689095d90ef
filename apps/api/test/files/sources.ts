import { CSV_LIMITS, readCsv } from '../../src/files/csv-reader.ts';
import { FileRefusal } from '../../src/files/issues.ts';
import type { TableRecord } from '../../src/files/table.ts';

/** Bytes as an upload delivers them, cut into chunks of a size. */
export async function* chunksOf(content: Buffer | string, size = 64 * 1024): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Single-byte text; only for characters whose Windows-1252 code is their Unicode number, and the euro sign. */
export function windows1252(text: string): Buffer {
  return Buffer.from(Array.from(text, (char) => (char === '€' ? 0x80 : char.charCodeAt(0))));
}

export async function readAll(content: Buffer | string, chunkSize?: number) {
  const file = await readCsv(chunksOf(content, chunkSize));
  const records: TableRecord[] = [];
  for await (const batch of file.batches) records.push(...batch);
  const { header, headerLine, separator } = file;
  return { header, headerLine, separator, records };
}

export const cells = async (content: Buffer | string) => (await readAll(content)).records.map((record) => record.cells);
export const issues = async (content: Buffer | string) =>
  (await readAll(content)).records.flatMap((record) => record.issues);

/** Why a file is refused as a whole. */
export async function refusal(content: Buffer | string, limits = CSV_LIMITS): Promise<FileRefusal> {
  try {
    const file = await readCsv(chunksOf(content), { limits });
    for await (const _batch of file.batches);
  } catch (error) {
    if (error instanceof FileRefusal) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}

/** PZNs with the right check digit. */
export const PZN = { paracetamol: '01126111', ibuprofen: '06313728', nasenspray: '04114918' } as const;
