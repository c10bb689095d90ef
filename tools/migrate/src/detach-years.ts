import pg from 'pg';
import { runScript } from './run-script.ts';

/** Whole calendar years that price changes and packages are kept for after their own (ADR 72). */
const RETENTION_YEARS = 10;

/** Why a year cannot go yet; German, for the operator. */
export class StillRetained extends Error {
  override name = 'StillRetained';
}

/** @throws StillRetained before the year has been over for ten calendar years */
export function requireOver(year: number, now: Date): void {
  if (year >= now.getUTCFullYear() - RETENTION_YEARS)
    throw new StillRetained(`Was von ${year} ist, darf erst ab ${year + RETENTION_YEARS + 1} entfallen.`);
}

/**
 * Takes the price changes of a year, and of all before it, out of the history: their tables stay beside it, to be archived and dropped
 * by hand. `price_change_dropped` remembers it. Whoever stands at a version of a list from before a change that is gone, each till of a
 * pharmacy by itself and each file by hand, gets the whole list: nobody can say any more what it lacks, so the portal forgets that version.
 * @param ownerUrl as the owner of the tables
 * @returns the tables, now apart
 * @throws StillRetained before the year has been over for ten calendar years, or when nothing of it is there
 */
export async function detachYears(ownerUrl: string, year: number, { now = new Date() } = {}): Promise<string[]> {
  requireOver(year, now);
  const pool = new pg.Pool({ connectionString: ownerUrl });
  try {
    const { rows } = await pool.query<{ name: string; border: string }>(PARTS_UNTIL, [`${year + 1}-01-01`]);
    if (rows.length === 0) throw new StillRetained(`Bis ${year} endet keine Tabelle mit Preisänderungen.`);
    for (const { name, border } of rows) await runScript(pool, detachSql(name, pg.escapeLiteral(border)));
    return rows.map(({ name }) => name);
  } finally {
    await pool.end();
  }
}

const PARTS_UNTIL = `
  SELECT name, border::text FROM (
    SELECT h.inhrelid::regclass::text AS name,
           substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \\(''([^'']+)''\\)')::timestamptz AS border
      FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'price_change'::regclass) parts
   WHERE border <= $1::timestamp AT TIME ZONE 'Europe/Berlin' ORDER BY border`;

const detachSql = (name: string, border: string) => `
DO $$ BEGIN
  PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true); -- as in distribute.ts
  INSERT INTO price_change_dropped SELECT ${border}, now(), count(*) FROM ${name};
  ALTER TABLE price_change DETACH PARTITION ${name};
  -- The sequence stays here: an archive that names it could not be restored elsewhere.
  ALTER TABLE ${name} ALTER COLUMN id DROP DEFAULT;
  -- Those without a link are counted (rule 11.10): the count goes down by those that go.
  UPDATE history_unproved u SET changes = u.changes - gone.n
    FROM (SELECT c.apo_id, count(*) AS n
            FROM ${name} c JOIN history_unproved o ON o.apo_id = c.apo_id
            LEFT JOIN history_entry e ON e.apo_id = c.apo_id AND e.id = c.history_id
           WHERE e.chain_no IS NULL AND c.id BETWEEN 1 AND o.last_change GROUP BY c.apo_id) gone
   WHERE gone.apo_id = u.apo_id;
  -- What a list was before the last change that goes is not known any more.
  DELETE FROM list_step s USING (SELECT apo_id, product_group, max(list_version) AS version FROM ${name} GROUP BY apo_id, product_group) gone
   WHERE s.apo_id = gone.apo_id AND s.product_group = gone.product_group AND s.version < gone.version;
END $$`;
