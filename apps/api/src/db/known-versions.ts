import type { ProductGroup } from '@portal/rules';
import type { Queryable } from './database.ts';

/** A version that never existed was loaded before a restore (ADR 26). 0: no list yet. Rule 13.12. */
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
