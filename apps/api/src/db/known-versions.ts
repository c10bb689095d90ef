import type { ProductGroup } from '@portal/rules';
import type { Queryable } from './database.ts';

/**
 * True when a list has once been at a version. One that it never had was loaded before the database was restored from a copy:
 * what a screen shows by it may never have been here (ADR 26). Version 0 is a list that there is not yet (rule 13.12).
 */
export async function knowsListVersion(
  db: Queryable,
  { apoId, group, version }: { apoId: number; group: ProductGroup; version: number },
): Promise<boolean> {
  if (version === 0) return true;
  const { rowCount } = await db.query(
    'SELECT FROM list_step WHERE apo_id = $1 AND product_group = $2 AND version = $3',
    [apoId, group, version],
  );
  return rowCount === 1;
}

/** The same for a package. */
export async function knowsUpdateVersion(
  db: Queryable,
  { apoId, updateId, version }: { apoId: number; updateId: number; version: number },
): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM update_step WHERE apo_id = $1 AND update_id = $2 AND version = $3', [
    apoId,
    updateId,
    version,
  ]);
  return rowCount === 1;
}
