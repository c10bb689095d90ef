import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import type { ExportRange } from './export-range.ts';
import { exportFileName } from './export-texts.ts';
import { logExportLines } from './log-export-lines.ts';

/** Sends an export as a compressed file, made as the reader takes it. */
export async function sendLogExport(db: Queryable, response: Response, range: ExportRange): Promise<void> {
  const pages = logExportLines(db, range);
  const first = await pages.next(); // an error of the database is still a proper answer
  const texts = async function* () {
    if (!first.done) yield first.value.text;
    for await (const page of pages) yield page.text;
  };
  response
    .attachment(`${exportFileName(range)}.csv.gz`)
    .type('application/gzip')
    .set('Cache-Control', 'private, no-store');
  try {
    await pipeline(Readable.from(texts()), createGzip(), response);
  } catch (error) {
    // A client that closes the browser during the download is no error of the server.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
