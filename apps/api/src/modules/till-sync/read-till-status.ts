import type { TillStatus } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, prepared, statement } from '../../db/statement.ts';
import { countChanges } from './count-changes.ts';
import { parseCursor, type Position, type Versions } from './cursor.ts';
import { isCurrent } from './is-current.ts';

const TILL_STATUS = prepared(
  statement(
    { crmCompanyId: 'int', epoch: 'int', listApoId: 'int', cursor: 'text?', loadedAt: 'time?', seenAt: 'time?' },
    `SELECT p.crm_company_id AS "crmCompanyId", p.till_epoch AS epoch, coalesce(p.parent_apo_id, p.apo_id) AS "listApoId",
          t.cursor, t.loaded_at AS "loadedAt", t.seen_at AS "seenAt"
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

export type JobLoad = {
  readonly present: Position;
  /** Undefined: none, or it leads nowhere (rule 9.5) */
  readonly loaded: Position | undefined;
  readonly loadedAt: Date | null;
  readonly seenAt: Date | null;
  /** Articles of the lists */
  readonly listed: number;
};

/** What the sync job has confirmed last. */
export async function readJobLoad(db: Queryable, apoId: number): Promise<JobLoad> {
  const till = await askOne(db, TILL_STATUS, [apoId]);
  const row = { ...till, ...(await askOne(db, LISTS, [till.listApoId])) };
  const versions = Object.fromEntries(PRODUCT_GROUPS.map((group) => [group, row.versions?.[group] ?? 0])) as Versions;
  const { crmCompanyId, epoch, listApoId } = row;
  const present = { crmCompanyId, epoch, listApoId, versions };
  const cursor = row.cursor === null ? undefined : parseCursor(row.cursor);
  const position = cursor === 'former' ? undefined : cursor?.to;
  const loaded = position && (await isCurrent(db, position, present)) ? position : undefined;
  return { present, loaded, loadedAt: row.loadedAt, seenAt: row.seenAt, listed: row.listed ?? 0 };
}

/** Rules 2.12 and 9.6. */
export async function readTillStatus(db: Queryable, apoId: number): Promise<TillStatus> {
  const { present, loaded, loadedAt, seenAt, listed } = await readJobLoad(db, apoId);
  const times = { loadedAt: loadedAt?.toISOString() ?? null, seenAt: seenAt?.toISOString() ?? null };
  if (!loaded) return { ...times, reload: true, pendingCount: listed };
  const pendingCount = await countChanges(db, present.listApoId, { from: loaded.versions, to: present.versions });
  return { ...times, reload: false, pendingCount };
}
