import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { notFound } from '../../http/errors.ts';

/**
 * Who approved a package and when, for the head of its PDF; a mirror prints its main pharmacy's.
 * @throws PortalError 404 for a package that is not approved, or of another pharmacy or group
 */
export async function readApproval(
  db: Queryable,
  { listApoId }: PharmacyContext,
  group: ProductGroup,
  id: number,
): Promise<{ approver: string; at: number }> {
  const { rows } = await db.query<{ approver: string; at: Date }>(
    `SELECT approver, approved_at AS at FROM price_update
      WHERE id = $1 AND apo_id = $2 AND product_group = $3 AND status > 0`,
    [id, listApoId, group],
  );
  const row = rows[0];
  if (!row) throw notFound();
  return { approver: row.approver, at: row.at.getTime() };
}
