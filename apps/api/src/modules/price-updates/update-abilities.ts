import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import type { UpdateRow } from './lock-update.ts';
import type { Access } from './update-access.ts';
import { UPDATE_TEXT } from './update-texts.ts';

/** What a caller may do with a package, and why not; computed here and enforced with the same functions. */
export type UpdateAbilities = {
  readonly mayReopen: boolean;
  readonly mayDelete: boolean;
  readonly reopenMessage: string | null;
  readonly reopenWarning: string | null;
};

/** mayReopen and mayDelete (rules 6.21 and 6.22). A mirror reads its main pharmacy's package but may change nothing. */
export async function readAbilities(
  db: Queryable,
  update: UpdateRow,
  { staff, mirror }: Access & { mirror: boolean },
): Promise<UpdateAbilities> {
  const none = { mayReopen: false, mayDelete: false, reopenMessage: null, reopenWarning: null };
  if (!staff || update.status < 0) return none;
  if (update.status === 0) return { ...none, mayDelete: !mirror };
  if (mirror) return { ...none, reopenMessage: UPDATE_TEXT.onlyInMain };
  if (!(await isReopenable(db, update))) return { ...none, reopenMessage: UPDATE_TEXT.notReopenable };
  return { ...none, mayReopen: true, reopenWarning: UPDATE_TEXT.reopenWarning };
}

const HAS_NEWER_UPDATE = statement<{ newer: boolean }>(
  { newer: 'bool' },
  `SELECT EXISTS (SELECT FROM price_update n WHERE n.apo_id = $1 AND n.product_group = $2 AND n.status >= 0
                     AND (n.created_at, n.id) > ($3, $4)) AS newer`,
);

/**
 * Whether a row that the approval loaded or dropped has changed since, in three steps: the row is not where and as the approval left it;
 * the log has a later change in its group, or for a dropped row, which may have been on any list meanwhile, a change after the approval's
 * own; or a package that was approved later has loaded it, perhaps without a change of price.
 * $1 package, $2 pharmacy, $3 list version and $4 moment of the approval, $5 group.
 */
const HAS_MOVED_ROWS = statement<{ moved: boolean }>(
  { moved: 'bool' },
  `SELECT EXISTS (SELECT FROM price_update_outcome o LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = o.pzn
                   WHERE o.apo_id = $2 AND o.update_id = $1
                     AND ((o.after_type IS NULL) <> (i.pzn IS NULL) OR i.changed_version > $3 OR i.changed_at > $4
                          OR i.product_group <> $5))
       OR EXISTS (SELECT FROM price_change c JOIN price_update_outcome o ON o.apo_id = $2 AND o.update_id = $1 AND o.pzn = c.pzn
                   WHERE c.apo_id = $2 AND c.product_group = $5 AND c.list_version > $3)
       OR EXISTS (SELECT FROM price_update_outcome o CROSS JOIN LATERAL (
                          SELECT c.product_group, c.list_version FROM price_change c
                           WHERE c.apo_id = $2 AND c.pzn = o.pzn ORDER BY c.id DESC LIMIT 1) last
                   WHERE o.apo_id = $2 AND o.update_id = $1 AND o.after_type IS NULL
                     AND (last.product_group, last.list_version) <> ($5, $3))
       OR EXISTS (SELECT FROM price_update n
                    JOIN price_update_outcome l ON l.apo_id = $2 AND l.update_id = n.id
                    JOIN price_update_outcome o ON o.apo_id = $2 AND o.update_id = $1 AND o.pzn = l.pzn
                   WHERE n.apo_id = $2 AND n.product_group = $5 AND n.status = 1 AND n.approved_list_version > $3) AS moved`,
);

/**
 * True when neither a newer package of the group, open or approved, nor a later change of a row stands against taking an
 * approval back (rule 6.21). It looks at the rows that the approval loaded or dropped, in whatever group they are now; one that loaded
 * none has nothing to stand against it. Packages whose before-images are not known, since they were approved before these were kept,
 * cannot be restored.
 */
export async function isReopenable(db: Queryable, update: UpdateRow): Promise<boolean> {
  if (update.approvedListVersion === null) return false;
  const rows = await ask(db, HAS_NEWER_UPDATE, [update.apoId, update.group, update.createdAt, update.id]);
  if (rows[0]?.newer) return false;
  const loaded = await ask(db, HAS_MOVED_ROWS, [
    update.id,
    update.apoId,
    update.approvedListVersion,
    update.approvedAt,
    update.group,
  ]);
  return loaded[0]?.moved === false;
}
