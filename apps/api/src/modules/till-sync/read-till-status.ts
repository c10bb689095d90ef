import type { TillStatus } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, prepared, statement } from '../../db/statement.ts';
import { countChanges } from './count-changes.ts';
import { parseCursor, type Versions } from './cursor.ts';
import { isCurrent } from './is-current.ts';

const TILL_STATUS = prepared(
  statement(
    {
      crmCompanyId: 'int',
      epoch: 'int',
      listApoId: 'int',
      cursor: 'text?',
      loadedAt: 'time?',
      seenAt: 'time?',
      differsSince: 'time?',
      refused: 'int',
    },
    `SELECT p.crm_company_id AS "crmCompanyId", p.till_epoch AS epoch, coalesce(p.parent_apo_id, p.apo_id) AS "listApoId",
          t.cursor, t.loaded_at AS "loadedAt", t.seen_at AS "seenAt",
          CASE WHEN t.held_cursor = t.cursor THEN t.differs_since END AS "differsSince",
          (SELECT count(*)::int FROM till_refusal WHERE apo_id = $1) AS refused
     FROM pharmacy p LEFT JOIN (SELECT * FROM till_state WHERE apo_id = $1) t ON true
    WHERE p.apo_id = $1`,
  ),
);

const LISTS = prepared(
  statement<{ versions: Partial<Versions> | null; listed: number | null }>(
    { versions: 'json?', listed: 'int?' },
    `SELECT json_object_agg(product_group, version) AS versions, sum(item_count + negative_count)::int AS listed
     FROM list_version WHERE apo_id = $1`,
  ),
);

/** Rules 2.12, 9.6, 9.22 and 9.23. */
export async function readTillStatus(db: Queryable, apoId: number): Promise<TillStatus> {
  const till = await askOne(db, TILL_STATUS, [apoId]);
  const row = { ...till, ...(await askOne(db, LISTS, [till.listApoId])) };
  const versions = Object.fromEntries(PRODUCT_GROUPS.map((group) => [group, row.versions?.[group] ?? 0])) as Versions;
  const { crmCompanyId, epoch, listApoId } = row;
  const present = { crmCompanyId, epoch, listApoId, versions };
  const cursor = row.cursor === null ? undefined : parseCursor(row.cursor);
  const loaded = cursor === 'former' ? undefined : cursor?.to;
  const times = { loadedAt: row.loadedAt?.toISOString() ?? null, seenAt: row.seenAt?.toISOString() ?? null };
  if (!loaded || !(await isCurrent(db, loaded, present)))
    return { ...times, reload: true, pendingCount: row.listed ?? 0, refused: 0, differsSince: null };
  const pendingCount = await countChanges(db, listApoId, { from: loaded.versions, to: versions });
  const differsSince = row.differsSince?.toISOString() ?? null;
  return { ...times, reload: false, pendingCount, refused: row.refused, differsSince };
}
