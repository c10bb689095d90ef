import type { ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';

const APPROVAL = statement<{ approver: string; at: Date }>(
  { approver: 'text', at: 'time' },
  `SELECT approver, approved_at AS at FROM price_update
      WHERE id = $1 AND apo_id = $2 AND product_group = $3 AND status > 0 AND approver IS NOT NULL AND approved_at IS NOT NULL`,
);

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
  const rows = await ask(db, APPROVAL, [id, listApoId, group]);
  const row = rows[0];
  if (!row) throw notFound();
  return { approver: row.approver, at: row.at.getTime() };
}
