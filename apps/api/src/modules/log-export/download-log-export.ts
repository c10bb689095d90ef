import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import { csvTexts } from '../../files/csv-writer.ts';
import { zipPieces } from '../../files/zip-pieces.ts';
import type { ExportRange } from './export-range.ts';
import { exportFileName, packedAt } from './export-names.ts';
import { LOG_EXPORT_COLUMNS } from './log-export-columns.ts';
import { logExportPages } from './log-export-pages.ts';

/** Sends an export that no mail could bring as an archive with its CSV, made as the reader takes it. */
export async function sendLogExport(db: Queryable, response: Response, range: ExportRange): Promise<void> {
  const lines = csvTexts(LOG_EXPORT_COLUMNS, logExportPages(db, range));
  const first = await lines.next(); // an error of the database is still a proper answer
  const name = exportFileName(range);
  const archive = async function* () {
    const zip = zipPieces(packedAt(range));
    const csv = zip.open(`${name}.csv`);
    if (!first.done) csv(first.value.text, false);
    for await (const { text } of lines) {
      csv(text, false);
      yield* zip.take();
    }
    csv('', true);
    zip.end();
    yield* zip.take();
  };
  response.attachment(`${name}.zip`).type('application/zip').set('Cache-Control', 'private, no-store');
  try {
    await pipeline(Readable.from(archive()), response);
  } catch (error) {
    // A client that closes the browser during the download is no error of the server.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
