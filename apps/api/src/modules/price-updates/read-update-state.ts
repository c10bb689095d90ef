import type { UpdateState } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, statement } from '../../db/statement.ts';
import { findUpdate, type UpdateKey } from './lock-update.ts';
import { type Access, requireVisible } from './update-access.ts';
import { UPDATE_EVENT } from './update-texts.ts';

/** $1 package, $2 pharmacy, $3 event of a save. */
const DRAFTS = prepared(
  statement(
    { userName: 'text', count: 'int', savedAt: 'time?' },
    `SELECT d.*, (SELECT max(created_at) FROM history_entry h
                 WHERE h.apo_id = $2 AND h.event = $3 AND h.user_name = d."userName"
                   AND $1 IN (h.mdp_import_id, h.qdp_import_id, h.lzd_import_id)) AS "savedAt"
     FROM (SELECT coalesce(edited_by, '') AS "userName", count(*)::int AS count FROM price_update_item
            WHERE apo_id = $2 AND update_id = $1 AND (edited_price IS NOT NULL OR edited_permanent IS NOT NULL OR edited_ignore IS NOT NULL)
            GROUP BY 1) d
    ORDER BY 2 DESC, 1`,
  ),
);

/**
 * Rule 6.25.
 * @throws PortalError 403, 404
 */
export async function readUpdateState(db: Queryable, key: UpdateKey, access: Access): Promise<UpdateState> {
  const update = await findUpdate(db, key);
  requireVisible(update, access);
  const { status, version, approver, approvedAt, updatedAt, parts } = update;
  const drafts = await ask(db, DRAFTS, [update.id, update.apoId, UPDATE_EVENT.saved(update)]);
  return {
    approvalStatus: status,
    version,
    approver,
    approvalDate: approvedAt?.toISOString() ?? null,
    deletedAt: status < 0 ? updatedAt.toISOString() : null,
    parts,
    drafts: drafts.map(({ savedAt, ...draft }) => ({ ...draft, savedAt: savedAt?.toISOString() ?? null })),
  };
}
