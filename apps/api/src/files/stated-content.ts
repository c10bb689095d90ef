import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FileRefusal } from './issues.ts';
import { FILE_TEXT } from './texts.ts';

/** Rule 10.51. */
export type StatedContent = {
  /** rows without headings and blank lines */
  readonly rows?: number | undefined;
  /** of the bytes of the file */
  readonly digests?: readonly Digest[] | undefined;
};
export type Digest = { readonly algorithm: 'sha256' | 'sha512'; readonly value: Buffer };

export type FileContent = {
  /** bytes before the trailer */
  readonly length: number;
  readonly stated: StatedContent;
};

/** Separators, digits, digest and line break need less. */
const TAIL_BYTES = 256;
const TRAILER_START = /[\r\n]("?#ZEILEN)(?![\s\S]*[\r\n]"?#ZEILEN)/i;
const TRAILER_LINE = /^"?#ZEILEN"?([;,\t])"?(\d{1,7})"?(?:\1"?([0-9a-f]{64})"?)?[;,\s]*$/i;

/**
 * '#ZEILEN;1500;SHA256', over all bytes before it.
 * @throws FileRefusal when incomplete
 */
export async function readTrailer(path: string): Promise<FileContent> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const tail = (await file.read(Buffer.alloc(size - start), 0, size - start, start)).buffer.toString('latin1');
    const at = tail.search(TRAILER_START) + 1;
    if (at === 0) return { length: size, stated: {} };
    const line = TRAILER_LINE.exec(tail.slice(at));
    if (!line) throw new FileRefusal(FILE_TEXT.badTrailer);
    const [, , rows, digest] = line;
    const value = digest === undefined ? undefined : Buffer.from(digest, 'hex');
    return {
      length: start + at,
      stated: { rows: Number(rows), digests: value && [{ algorithm: 'sha256', value }] },
    };
  } finally {
    await file.close();
  }
}

export async function hasDigests(path: string, length: number, digests: readonly Digest[]): Promise<boolean> {
  for (const { algorithm, value } of digests) {
    const hash = createHash(algorithm);
    if (length > 0) for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk as Buffer);
    if (!hash.digest().equals(value)) return false;
  }
  return true;
}
