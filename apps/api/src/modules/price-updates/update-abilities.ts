import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { beneathOf } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import type { Access } from './update-access.ts';
import { UPDATE_TEXT } from './update-texts.ts';

/** Enforced with the same functions. */
export type UpdateAbilities = {
  readonly mayReopen: boolean;
  readonly mayDelete: boolean;
  readonly reopenMessage: string | null;
  readonly reopenWarning: string | null;
};

/** Rules 6.21 and 6.22. A mirror may change nothing. */
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

const HAS_NEWER_UPDATE = statement(
  { newer: 'bool' },
  `SELECT EXISTS (SELECT FROM price_update n WHERE n.apo_id = $1 AND n.product_group = $2 AND n.status >= 0
                     AND (n.created_at, n.id) > ($3, $4)) AS newer`,
);

const BENEATH = beneathOf('i');

/** Begin and end of a period leave the row beneath as it is (rule 17.7). */
const isNoEdge = (pzn: string, version: string) =>
  `NOT EXISTS (SELECT FROM price_period p WHERE p.apo_id = $2 AND p.pzn = ${pzn} AND p.ends_on IS NOT NULL
                  AND ${version} IN (p.began_version, p.ended_version))`;

/**
 * Not as the approval left it, changed later in a dropped year (ADR 72) or in the log, or loaded by a later package. $1
 * package, $2 pharmacy, $3 version, $4 group.
 */
const HAS_MOVED_ROWS = statement(
  { moved: 'bool' },
  `SELECT EXISTS (SELECT FROM price_update_outcome o LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = o.pzn
                   WHERE o.apo_id = $2 AND o.update_id = $1
                     AND ((o.after_type IS NULL) <> (i.pzn IS NULL) OR i.product_group <> $4
                          OR i.changed_version > $3 AND ${isNoEdge('i.pzn', 'i.changed_version')}
                          OR (${BENEATH.price_type}, ${BENEATH.manual_price})
                             IS DISTINCT FROM (coalesce(o.after_base_type, o.after_type),
                                               CASE WHEN o.after_base_type IS NULL THEN o.after_manual ELSE o.after_base_price END)))
       OR EXISTS (SELECT FROM price_change c JOIN price_update_outcome o ON o.apo_id = $2 AND o.update_id = $1 AND o.pzn = c.pzn
                   WHERE c.apo_id = $2 AND c.product_group = $4 AND c.list_version > $3
                     AND ${isNoEdge('c.pzn', 'c.list_version')})
       OR EXISTS (SELECT FROM price_update_outcome o CROSS JOIN LATERAL (
                          SELECT c.product_group, c.list_version FROM price_change c
                           WHERE c.apo_id = $2 AND c.pzn = o.pzn ORDER BY c.id DESC LIMIT 1) last
                   WHERE o.apo_id = $2 AND o.update_id = $1 AND o.after_type IS NULL
                     AND (last.product_group, last.list_version) <> ($4, $3))
       OR EXISTS (SELECT FROM price_update n
                    JOIN price_update_outcome l ON l.apo_id = $2 AND l.update_id = n.id
                    JOIN price_update_outcome o ON o.apo_id = $2 AND o.update_id = $1 AND o.pzn = l.pzn
                   WHERE n.apo_id = $2 AND n.product_group = $4 AND n.status = 1 AND n.approved_list_version > $3) AS moved`,
);

/**
 * Rule 6.21: no newer package, no later change of its rows in any group. Without before-images it cannot be restored.
 */
export async function isReopenable(db: Queryable, update: UpdateRow): Promise<boolean> {
  if (update.approvedListVersion === null) return false;
  const rows = await ask(db, HAS_NEWER_UPDATE, [update.apoId, update.group, update.createdAt, update.id]);
  if (rows[0]?.newer) return false;
  const loaded = await ask(db, HAS_MOVED_ROWS, [update.id, update.apoId, update.approvedListVersion, update.group]);
  return loaded[0]?.moved === false;
}
