import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, command, run, statement, type Statement } from '../../db/statement.ts';

const RETENTION_DAYS = 730;

type Closed = { apoId: number; id: number };

const NEVER_APPROVED: Statement<Closed> = statement(
  { apoId: 'int', id: 'int' },
  `SELECT apo_id AS "apoId", id FROM price_update u
    WHERE status < 0 AND rows_dropped_at IS NULL AND updated_at < $1
      AND NOT EXISTS (SELECT FROM price_update_approval a WHERE a.apo_id = u.apo_id AND a.update_id = u.id)
    ORDER BY updated_at LIMIT 1000`,
);

const CLOSED: Statement<Closed> = statement(
  { apoId: 'int', id: 'int' },
  `SELECT apo_id AS "apoId", id FROM price_update
    WHERE status <> 0 AND rows_dropped_at IS NULL AND coalesce(approved_at, updated_at) < $1 ORDER BY apo_id, id`,
);

const NOTE = command(`UPDATE price_update SET rows_dropped_at = $3
    WHERE apo_id = $1 AND id = $2 AND rows_dropped_at IS NULL AND status <> 0 AND coalesce(approved_at, updated_at) < $4`);
const DROP_ROWS = command('DELETE FROM price_update_item WHERE apo_id = $1 AND update_id = $2');
const DROP_OUTCOMES = command('DELETE FROM price_update_outcome WHERE apo_id = $1 AND update_id = $2');

/** Rule 6.34, of packages that were never approved. */
export async function dropDeletedRows(
  { database, clock }: { database: Database; clock: Clock },
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 3_600_000);
  let dropped: number;
  do dropped = await dropAll(database, NEVER_APPROVED, { before, now }, signal);
  while (dropped > 0 && !signal?.aborted);
}

/**
 * Rule 6.34, of all that were closed before a moment.
 * @returns how many packages
 */
export function dropClosedRows(database: Database, before: Date, now: Date): Promise<number> {
  return dropAll(database, CLOSED, { before, now });
}

async function dropAll(
  database: Database,
  wanted: Statement<Closed>,
  { before, now }: { before: Date; now: Date },
  signal?: AbortSignal,
): Promise<number> {
  let dropped = 0;
  for (const { apoId, id } of await ask(database.pool, wanted, [before])) {
    if (signal?.aborted) break;
    dropped += await database.transaction(async (connection) => {
      const noted = await run(connection, NOTE, [apoId, id, now, before]);
      if (noted === 0) return 0;
      await run(connection, DROP_ROWS, [apoId, id]);
      await run(connection, DROP_OUTCOMES, [apoId, id]);
      return noted;
    });
  }
  return dropped;
}
