import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, statement } from '../../db/statement.ts';
import { isCurrent, parseCursor, readTillPharmacy } from '../till-sync/index.ts';
import { readTillBases } from './till-bases.ts';

/** What a till has confirmed of a list. */
export type Confirmed = {
  /** When that was last said. */
  readonly at: Date;
  /** When it was first. */
  readonly loadedAt: Date;
  /** Null: the till itself. */
  readonly userName: string | null;
  /** Null: it has to load the whole list (rules 9.5 and 9.19). */
  readonly version: number | null;
};

const JOB = prepared(
  statement(
    { cursor: 'text', loadedAt: 'time', seenAt: 'time' },
    'SELECT cursor, loaded_at AS "loadedAt", seen_at AS "seenAt" FROM till_state WHERE apo_id = $1',
  ),
);

/** The later of sync job and confirmed file counts (rule 9.20). Groups never loaded have none. */
export async function readConfirmed(
  db: Queryable,
  { apoId, crmCompanyId }: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<ReadonlyMap<ProductGroup, Confirmed>> {
  const { position } = await readTillPharmacy(db, crmCompanyId);
  const bases = await readTillBases(db, apoId, position);
  const [job] = await ask(db, JOB, [apoId]);
  const cursor = job && parseCursor(job.cursor);
  const loaded = cursor && cursor !== 'former' && (await isCurrent(db, cursor.to, position)) ? cursor.to : undefined;
  const confirmed = new Map<ProductGroup, Confirmed>();
  for (const group of PRODUCT_GROUPS) {
    const base = bases.get(group);
    if (base) confirmed.set(group, { ...base, loadedAt: base.at, version: base.issue === null ? base.version : null });
    if (job && (!base || job.seenAt > base.at))
      confirmed.set(group, {
        at: job.seenAt,
        loadedAt: job.loadedAt,
        userName: null,
        version: loaded?.versions[group] ?? null,
      });
  }
  return confirmed;
}
