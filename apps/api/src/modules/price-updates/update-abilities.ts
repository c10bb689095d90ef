import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { beneathOf } from '../../db/price-columns.ts';
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
                  AND p.began_version <= ${version} AND (${version} IN (p.began_version, p.ended_version) OR ${version} = ANY(p.edges)))`;

/** $1 package, $2 pharmacy, $3 list version of the approval, $5 part: all that was loaded, and at which version (rule 6.32). */
const LOADED = `
  SELECT o.pzn, coalesce(o.after_base_type, o.after_type) AS after_type,
         CASE WHEN o.after_base_type IS NULL THEN o.after_manual ELSE o.after_base_price END AS after_manual,
         coalesce(a.list_version, $3) AS version FROM price_update_outcome o
    LEFT JOIN price_update_approval a ON a.apo_id = $2 AND a.update_id = $1 AND a.number = o.part
   WHERE o.apo_id = $2 AND o.update_id = $1 AND o.part = coalesce($5::smallint, o.part)`;

/** The first of these versions. */
const FIRST = `least($3::bigint, (SELECT min(list_version) FROM price_update_approval WHERE apo_id = $2 AND update_id = $1))`;

/**
 * Not as the approval left it, changed later in a dropped year (ADR 72) or in the log, or loaded by a later package or
 * part. $4 group.
 */
const HAS_MOVED_ROWS = statement(
  { moved: 'bool' },
  `SELECT EXISTS (SELECT FROM (${LOADED}) o LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = o.pzn
                   WHERE (o.after_type IS NULL) <> (i.pzn IS NULL) OR i.product_group <> $4
                      OR i.changed_version > o.version AND ${isNoEdge('i.pzn', 'i.changed_version')}
                      OR (${BENEATH.price_type.text}, ${BENEATH.manual_price.text}) IS DISTINCT FROM (o.after_type, o.after_manual))
       OR EXISTS (SELECT FROM price_change c JOIN (${LOADED}) o ON o.pzn = c.pzn
                   WHERE c.apo_id = $2 AND c.product_group = $4 AND c.list_version > ${FIRST} AND c.list_version > o.version
                     AND ${isNoEdge('c.pzn', 'c.list_version')})
       OR EXISTS (SELECT FROM (${LOADED}) o CROSS JOIN LATERAL (
                          SELECT c.product_group, c.list_version FROM price_change c
                           WHERE c.apo_id = $2 AND c.pzn = o.pzn ORDER BY c.id DESC LIMIT 1) last
                   WHERE o.after_type IS NULL AND (last.product_group, last.list_version) <> ($4, o.version))
       OR EXISTS (SELECT FROM price_update n
                    JOIN price_update_outcome l ON l.apo_id = $2 AND l.update_id = n.id
                    LEFT JOIN price_update_approval b ON b.apo_id = $2 AND b.update_id = n.id AND b.number = l.part
                    JOIN (${LOADED}) o ON o.pzn = l.pzn
                   WHERE n.apo_id = $2 AND n.product_group = $4 AND n.id <> $1 AND coalesce(b.list_version, n.approved_list_version) > o.version
                     AND (n.approved_list_version > ${FIRST}
                       OR EXISTS (SELECT FROM price_update_approval x WHERE x.apo_id = $2 AND x.update_id = n.id AND x.list_version > ${FIRST}))) AS moved`,
);

/**
 * Rule 6.21: no newer package, no later change of its rows in any group. Without before-images it cannot be restored.
 * @param part of an open package (rule 6.32)
 */
export async function isReopenable(db: Queryable, update: UpdateRow, part?: number): Promise<boolean> {
  if (update.approvedListVersion === null && part === undefined) return false;
  const rows = await ask(db, HAS_NEWER_UPDATE, [update.apoId, update.group, update.createdAt, update.id]);
  if (rows[0]?.newer) return false;
  const { id, apoId, approvedListVersion, group } = update;
  const loaded = await ask(db, HAS_MOVED_ROWS, [id, apoId, approvedListVersion, group, part ?? null]);
  return loaded[0]?.moved === false;
}
