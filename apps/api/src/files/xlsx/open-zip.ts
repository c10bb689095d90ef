import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';

/**
 * What an archive may hold (rule 10.25). The largest table that is taken in, 100,000 rows of 29 columns, unpacks to some
 * 100 MB, at most a fiftieth of which is left when packed.
 */
const LIMITS = { entries: 2_000, unpacked: 200 * 2 ** 20, ratio: 200, ratioFrom: 2 ** 20 } as const;

/** The parts of an archive by name; nothing is unpacked until it is read. */
export type Zip = {
  /** lower case, since parts are named in any letter case */
  readonly names: ReadonlySet<string>;
  /** The bytes of a part. @throws FileRefusal when it is missing, or differs from its declared size or checksum */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
  /** Unpacked size in bytes as declared, which `read` holds it to; 0 where the part is missing. */
  size(name: string): number;
  close(): void;
};

/**
 * Opens an archive and looks through its list of parts. What it declares too large, too many or not the way spreadsheets write
 * it is refused without unpacking anything.
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

/** What yauzl and zlib say of a file is a refusal; errors of the system stay what they are. */
async function orBroken<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof FileRefusal || !(error instanceof Error) || 'syscall' in error) throw error;
    const { workbook } = FILE_TEXT;
    if (/encrypt/i.test(error.message)) throw new FileRefusal(workbook.oldOrEncrypted);
    throw new FileRefusal(/path|fileName/i.test(error.message) ? workbook.foreign : workbook.broken);
  }
}
