import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';

/** Rule 10.25: 100,000 rows of 29 columns unpack to 100 MB, at most 50 times the packed size. */
const LIMITS = { entries: 2_000, unpacked: 200 * 2 ** 20, ratio: 200, ratioFrom: 2 ** 20 } as const;

export type Zip = {
  /** lower case, since parts are named in any letter case */
  readonly names: ReadonlySet<string>;
  /** @throws FileRefusal when missing, or unlike its declared size or checksum */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
  /** Bytes as declared, enforced by `read`. */
  size(name: string): number;
  close(): void;
};

/**
 * Refuses by the directory, without unpacking.
 * @throws FileRefusal
 */
export async function openZip(path: string): Promise<Zip> {
  const zip = await orBroken(() => openPromise(path, { autoClose: false, lazyEntries: true }));
  try {
    const entries = await orBroken(() => listEntries(zip));
    const find = (name: string) => entries.get(name.toLowerCase());
    return {
      names: new Set(entries.keys()),
      read: (name) => readEntry(zip, find(name)),
      size: (name) => find(name)?.uncompressedSize ?? 0,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entry.isEncrypted()) throw new FileRefusal(FILE_TEXT.workbook.oldOrEncrypted);
    if (entries.has(name)) throw new FileRefusal(FILE_TEXT.workbook.foreign);
    entries.set(name, entry);
    unpacked += entry.uncompressedSize;
    const suspicious = entry.uncompressedSize > LIMITS.ratioFrom;
    if (suspicious && entry.uncompressedSize > entry.compressedSize * LIMITS.ratio)
      throw new FileRefusal(FILE_TEXT.workbook.tooLarge);
    if (unpacked > LIMITS.unpacked || entries.size > LIMITS.entries) throw new FileRefusal(FILE_TEXT.workbook.tooLarge);
  }
  return entries;
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer, void, undefined> {
  if (!entry) throw new FileRefusal(FILE_TEXT.workbook.broken);
  const stream = await orBroken(() => zip.openReadStreamPromise(entry));
  let checksum = 0;
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await orBroken(() => chunks.next());
      if (next.done) break;
      checksum = crc32(next.value, checksum);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
  // a changed bit of a price would otherwise be another price
  if (checksum !== entry.crc32) throw new FileRefusal(FILE_TEXT.workbook.broken);
}

/** Errors of the system stay errors. */
async function orBroken<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof FileRefusal || !(error instanceof Error) || 'syscall' in error) throw error;
    const { workbook } = FILE_TEXT;
    if (/encrypt/i.test(error.message)) throw new FileRefusal(workbook.oldOrEncrypted);
    throw new FileRefusal(/path|fileName/i.test(error.message) ? workbook.foreign : workbook.broken);
  }
}
