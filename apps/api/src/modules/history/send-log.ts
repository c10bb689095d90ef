import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import { LOG_CHANGE_KINDS, logChangeSql } from '../../db/log-changes.ts';
import { ask, statement } from '../../db/statement.ts';
import { csvTexts } from '../../files/csv-writer.ts';
import { LOG_COLUMNS, LOG_NOTES, type LogRow } from '../../files/log-columns.ts';
import { sendPieces } from '../../http/send-pieces.ts';
import { XLSX_MEDIA_TYPE, xlsxBytes } from '../../files/xlsx-writer.ts';

type ChangeRow = LogRow & { id: string };

const PAGE = 500;

/** Rules 10.12 and 10.13; page by page, no connection waits for a slow reader. */
export async function sendLog(
  db: Queryable,
  response: Response,
  {
    apoId,
    historyIds,
    name,
    format,
  }: { apoId: number; historyIds: readonly string[]; name: string; format: 'csv' | 'xlsx' },
): Promise<void> {
  const columns = [...LOG_COLUMNS, ...LOG_NOTES];
  const pages = changesOf(db, apoId, historyIds);
  const pieces = format === 'xlsx' ? xlsxBytes('Log', columns, pages) : textsOf(csvTexts(columns, pages));
  const first = await pieces.next(); // an error of the database is still a proper answer
  response.attachment(`${name}.${format}`).type(format === 'xlsx' ? XLSX_MEDIA_TYPE : 'text/csv; charset=utf-8');
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* pieces;
  };
  await sendPieces(response, all());
}

async function* textsOf(slices: AsyncIterable<{ text: string }>): AsyncGenerator<string, void> {
  for await (const { text } of slices) yield text;
}

async function* changesOf(
  db: Queryable,
  apoId: number,
  historyIds: readonly string[],
): AsyncGenerator<ChangeRow[], void> {
  for (const historyId of historyIds) {
    for (let after = '0'; ; ) {
      const rows = await ask(db, CHANGES_OF_ENTRY, [apoId, historyId, after]);
      yield rows;
      const last = rows.at(-1);
      if (rows.length < PAGE || !last) break;
      after = last.id;
    }
  }
}

const CHANGES_OF_ENTRY = statement<ChangeRow>(
  LOG_CHANGE_KINDS,
  `SELECT ${logChangeSql('$1')}
     FROM price_change c LEFT JOIN product p USING (pzn)
    WHERE c.apo_id = $1 AND c.history_id = $2 AND c.id > $3 ORDER BY c.id LIMIT ${PAGE}`,
);
