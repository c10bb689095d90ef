import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import { type HistoryReader, MAY_HAVE_LOG, readerValues } from '../history-writing/index.ts';
import type { UpdateRow } from '../price-updates/index.ts';

const LOG = statement(
  { id: 'bigint' },
  `SELECT e.id FROM history_entry e WHERE e.apo_id = $1 AND e.id = $4 AND ${MAY_HAVE_LOG}`,
);

/**
 * Rule 11.8.
 * @throws PortalError 404
 */
export async function requireLog(
  db: Queryable,
  apoId: number,
  eventId: number,
  reader: HistoryReader,
): Promise<string> {
  const [entry] = await ask(db, LOG, [...readerValues(apoId, reader), eventId]);
  if (!entry) throw notFound();
  return entry.id;
}

const LOGS_OF_UPDATE = statement(
  { id: 'bigint', mayHaveLog: 'bool' },
  `SELECT e.id, ${MAY_HAVE_LOG} AS "mayHaveLog" FROM history_entry e
    WHERE e.apo_id = $1 AND coalesce(e.mdp_import_id, e.qdp_import_id, e.lzd_import_id) = $4 AND e.has_log ORDER BY e.id`,
);

/**
 * Oldest first.
 * @param at people of a mirror have no logs of its main pharmacy
 * @throws PortalError 404
 */
export async function findLogsOf(
  db: Queryable,
  { id, apoId }: Pick<UpdateRow, 'id' | 'apoId'>,
  { at, reader }: { at: number; reader: HistoryReader },
): Promise<string[]> {
  const rows = await ask(db, LOGS_OF_UPDATE, [...readerValues(apoId, reader), id]);
  const ids = rows.flatMap((row) => (row.mayHaveLog && (reader.access.staff || at === apoId) ? [row.id] : []));
  if (ids.length === 0 && rows.length > 0) throw notFound();
  return ids;
}
