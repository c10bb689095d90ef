import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import { csvTexts } from '../../files/csv-writer.ts';
import { zipPieces } from '../../files/zip-pieces.ts';
import { sendPieces } from '../../http/send-pieces.ts';
import type { ExportRange } from './export-range.ts';
import { exportFileName, packedAt } from './export-names.ts';
import { LOG_EXPORT_COLUMNS } from './log-export-columns.ts';
import { logExportPages } from './log-export-pages.ts';

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
  await sendPieces(response, archive());
}
