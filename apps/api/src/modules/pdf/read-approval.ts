import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import type { PdfHead } from './pdf-job.ts';

const APPROVAL = statement<{ id: number; kind: UpdateKind; arrivedAt: Date; approver: string; at: Date }>(
  { id: 'int', kind: 'text', arrivedAt: 'time', approver: 'text', at: 'time' },
  `SELECT id, kind, created_at AS "arrivedAt", approver, approved_at AS at FROM price_update
      WHERE id = $1 AND apo_id = $2 AND product_group = $3 AND status > 0 AND approver IS NOT NULL AND approved_at IS NOT NULL`,
);

/** @throws PortalError 404 */
export async function readApproval(
  db: Queryable,
  { listApoId }: PharmacyContext,
  group: ProductGroup,
  id: number,
): Promise<NonNullable<PdfHead['approval']>> {
  const rows = await ask(db, APPROVAL, [id, listApoId, group]);
  const row = rows[0];
  if (!row) throw notFound();
  return { ...row, arrivedAt: row.arrivedAt.getTime(), at: row.at.getTime() };
}
