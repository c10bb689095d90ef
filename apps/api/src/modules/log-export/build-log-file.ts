import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Queryable } from '../../db/database.ts';
import type { ExportRange } from './export-range.ts';
import { logExportLines } from './log-export-lines.ts';

/** Up to this size the CSV goes out as it is, so that a double click opens it. */
const PLAIN_BYTES = 1024 * 1024;

/** The file of an export: small enough to go as it is, compressed, or too large to be mailed at all. */
export type LogFile =
  | { readonly form: 'plain'; readonly rows: number; readonly content: Buffer }
  | { readonly form: 'gzip'; readonly rows: number; readonly path: string }
  | { readonly form: 'tooLarge' };

/**
 * Builds the file of an export in a folder, as a stream; it stops as soon as the compressed file outgrows `mostBytes`.
 * @param mostBytes limit of the compressed file
 */
export async function buildLogFile(
  db: Queryable,
  range: ExportRange,
  { folder, mostBytes, signal }: { folder: string; mostBytes: number; signal: AbortSignal },
): Promise<LogFile> {
  const pages = logExportLines(db, range);
  let text = '';
  let rows = 0;
  for (;;) {
    signal.throwIfAborted();
    const page = await pages.next();
    if (page.done) return { form: 'plain', rows, content: Buffer.from(text, 'utf8') };
    text += page.value.text;
    rows += page.value.rows;
    if (text.length > Math.min(PLAIN_BYTES, mostBytes)) break;
  }
  const path = join(folder, 'log.csv.gz');
  const rest = async function* () {
    yield text;
    for await (const page of pages) {
      rows += page.rows;
      yield page.text;
    }
  };
  try {
    await pipeline(Readable.from(rest()), createGzip(), bounded(mostBytes), createWriteStream(path), { signal });
  } catch (error) {
    if (error instanceof TooLarge) return { form: 'tooLarge' };
    throw error;
  }
  return { form: 'gzip', rows, path };
}

class TooLarge extends Error {}

function bounded(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}
