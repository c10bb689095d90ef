import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { MOST_SHEET_ROWS } from '@portal/list-view';
import type { Queryable } from '../../db/database.ts';
import { csvTexts } from '../../files/csv-writer.ts';
import { xlsxPieces } from '../../files/xlsx-writer.ts';
import { zipPieces } from '../../files/zip-pieces.ts';
import type { ExportRange } from './export-range.ts';
import { exportFileName, packedAt } from './export-names.ts';
import { LOG_EXPORT_COLUMNS, type LogExportRow } from './log-export-columns.ts';
import { logExportPages } from './log-export-pages.ts';

export type LogFile =
  | { readonly form: 'zip'; readonly rows: number; readonly path: string }
  | { readonly form: 'tooLarge' };

/** Times as long as it works. */
const PAUSES = 3;

/** Streamed; stops beyond `mostBytes` or the rows of a sheet. */
export async function buildLogFile(
  db: Queryable,
  range: ExportRange,
  { folder, mostBytes, signal }: { folder: string; mostBytes: number; signal: AbortSignal },
): Promise<LogFile> {
  const path = join(folder, 'log.zip');
  let rows = 0;
  const count = (more: number) => {
    rows += more;
    if (rows >= MOST_SHEET_ROWS) throw new TooLarge();
  };
  try {
    const archive = Readable.from(archiveOf(logExportPages(db, range), range, { count, signal }));
    await pipeline(archive, bounded(mostBytes), createWriteStream(path), { signal });
  } catch (error) {
    if (error instanceof TooLarge) return { form: 'tooLarge' };
    throw error;
  }
  return { form: 'zip', rows, path };
}

/** Rows are read once: the workbook waits in memory, packed. */
async function* archiveOf(
  pages: AsyncIterable<readonly LogExportRow[]>,
  range: ExportRange,
  { count, signal }: { count: (rows: number) => void; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void> {
  const name = exportFileName(range);
  const zip = zipPieces(packedAt(range));
  const csv = zip.open(`${name}.csv`);
  const xlsx = zip.open(`${name}.xlsx`, { stored: true });
  const workbook = xlsxPieces('Log', LOG_EXPORT_COLUMNS);
  const both = async function* () {
    for await (const page of pages) {
      const began = performance.now();
      count(page.length);
      await workbook.add(page);
      for (const piece of workbook.take()) xlsx(piece, false);
      yield page;
      await pause(PAUSES * (performance.now() - began), undefined, { signal });
    }
  };
  for await (const { text } of csvTexts(LOG_EXPORT_COLUMNS, both())) {
    csv(text, false);
    yield* zip.take();
  }
  csv('', true);
  workbook.end();
  for (const piece of workbook.take()) xlsx(piece, false);
  xlsx('', true);
  zip.end();
  yield* zip.take();
}

class TooLarge extends Error {}

function bounded(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new TooLarge());
      else done(null, chunk);
    },
  });
}
