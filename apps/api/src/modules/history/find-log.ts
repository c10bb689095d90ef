import type { Caller } from '../../auth/verifier.ts';
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

/**
 * Whether a caller may have the log of the entry `e`, $1 the pharmacy, $2 the caller's subject, $3 whether they are staff: people
 * of the pharmacy get the logs of the clock, their own and those of each other, not those of staff (rule 11.8). Of an entry from
 * before it was kept who was staff, only its actor does.
 */
export const MAY_HAVE_LOG = 'e.has_log AND ($3::boolean OR e.actor IS NULL OR e.by_staff IS FALSE OR e.actor = $2)';

/**
 * The log of one entry that this caller may have.
 * @throws PortalError 404 when there is none
 */
export async function requireOwnLog(
  db: Queryable,
  apoId: number,
  eventId: number,
  { subject, access }: Caller,
): Promise<string> {
  const text = `SELECT FROM history_entry e WHERE e.apo_id = $1 AND e.id = $4 AND ${MAY_HAVE_LOG}`;
  const { rowCount } = await db.query(text, [apoId, subject, access.staff, eventId]);
  if (!rowCount) throw notFound();
  return String(eventId);
}

const LOGS_OF_UPDATE = statement<{ id: string }>(
  { id: 'bigint' },
  `SELECT id FROM history_entry
    WHERE apo_id = $2 AND coalesce(mdp_import_id, qdp_import_id, lzd_import_id) = $1 AND has_log ORDER BY id`,
);

/** The entries with a log that a package has left: its approvals and reopenings, the oldest first. */
export async function findLogsOf(db: Queryable, update: Pick<UpdateRow, 'id' | 'apoId'>): Promise<string[]> {
  const rows = await ask(db, LOGS_OF_UPDATE, [update.id, update.apoId]);
  return rows.map((row) => row.id);
}
