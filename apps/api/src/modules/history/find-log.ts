import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import type { UpdateRow } from '../price-updates/index.ts';

/**
 * The log of one entry.
 * @throws PortalError 404 when the pharmacy has no such entry or the entry no log
 */
export async function requireLog(db: Queryable, apoId: number, eventId: number): Promise<string> {
  const { rowCount } = await db.query('SELECT FROM history_entry WHERE apo_id = $1 AND id = $2 AND has_log', [
    apoId,
    eventId,
  ]);
  if (!rowCount) throw notFound();
  return String(eventId);
}

const LOGS_OF_UPDATE = statement<{ id: string }>(
  { id: 'bigint' },
  `SELECT id FROM history_entry
    WHERE coalesce(mdp_import_id, qdp_import_id, lzd_import_id) = $1 AND apo_id = $2 AND has_log ORDER BY id`,
);

/** The entries with a log that a package has left: its approvals and reopenings, the oldest first. */
export async function findLogsOf(db: Queryable, update: Pick<UpdateRow, 'id' | 'apoId'>): Promise<string[]> {
  const rows = await ask(db, LOGS_OF_UPDATE, [update.id, update.apoId]);
  return rows.map((row) => row.id);
}
