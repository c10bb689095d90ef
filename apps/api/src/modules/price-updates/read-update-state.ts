import type { UpdateState } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { findUpdate, type UpdateKey } from './lock-update.ts';
import { type Access, requireVisible } from './update-access.ts';

const COUNT_DRAFTS = statement<{ userName: string; count: number }>(
  { userName: 'text', count: 'int' },
  `SELECT coalesce(edited_by, '') AS "userName", count(*)::int AS count FROM price_update_item
    WHERE update_id = $1 AND (edited_price IS NOT NULL OR edited_permanent IS NOT NULL OR edited_ignore IS NOT NULL)
    GROUP BY 1 ORDER BY 2 DESC, 1`,
);

/**
 * Whether a package is still open, and who has saved corrections in it (rule 6.25).
 * @throws PortalError 403 for a customer and what only staff may see, 404
 */
export async function readUpdateState(db: Queryable, key: UpdateKey, access: Access): Promise<UpdateState> {
  const update = await findUpdate(db, key);
  requireVisible(update, access);
  const { status, version, approver, approvedAt, updatedAt } = update;
  return {
    approvalStatus: status,
    version,
    approver,
    approvalDate: approvedAt?.toISOString() ?? null,
    deletedAt: status < 0 ? updatedAt.toISOString() : null,
    drafts: await ask(db, COUNT_DRAFTS, [update.id]),
  };
}
