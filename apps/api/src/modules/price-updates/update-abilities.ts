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

const HAS_MOVED_ROWS = statement<{ moved: boolean }>(
  { moved: 'bool' },
  `SELECT coalesce(bool_or((o.after_type IS NULL) <> (i.pzn IS NULL) OR i.changed_version > $3 OR i.changed_at > $4
                           OR i.product_group <> $5), false) AS moved
     FROM price_update_outcome o LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = o.pzn
    WHERE o.apo_id = $2 AND o.update_id = $1`,
);

/**
 * True when neither a newer package of the group, open or approved, nor a later change of a row stands against taking an
 * approval back. It looks at the rows that the approval loaded; one that loaded none has nothing to stand against it. Packages
 * whose before-images are not known, since they were approved before these were kept, cannot be restored.
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
