import type { TillLacks, TillStatus } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { changesSql, readTillPharmacy, versionArray } from '../till-sync/index.ts';
import { readTillBases, versionsSince } from './till-bases.ts';

/**
 * Rule 9.20. Groups never confirmed lack nothing.
 * @param job counts where heard of after the last confirmation
 */
export async function readTillLacks(
  db: Queryable,
  { apoId, crmCompanyId }: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
  job: Pick<TillStatus, 'seenAt'>,
): Promise<TillLacks | null> {
  const { position } = await readTillPharmacy(db, crmCompanyId);
  const bases = await readTillBases(db, apoId, position);
  const [last] = [...bases.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!last || (job.seenAt !== null && Date.parse(job.seenAt) > last.at.getTime())) return null;
  const { listApoId, versions } = position;
  const since = versionsSince(bases);
  const after = PRODUCT_GROUPS.map((group) => (bases.get(group)?.issue === null ? since[group] : versions[group]));
  const counted = await ask(db, CHANGED, [listApoId, PRODUCT_GROUPS, after, versionArray(versions)]);
  const isLongAgo = counted.some(({ read }) => read > MOST_CHANGES);
  const reload = isLongAgo || [...bases.values()].some(({ issue }) => issue !== null);
  const groups = isLongAgo ? [] : counted.map(({ productGroup, changed }) => ({ productGroup, changed }));
  return { at: last.at.toISOString(), userName: last.userName, reload, groups };
}

/** Beyond it a whole file is due. */
export const MOST_CHANGES = 50_000;

/** By an index alone, from the last load on. */
const CHANGED = statement<TillLacks['groups'][number] & { read: number }>(
  { productGroup: 'text', changed: 'int', read: 'int' },
  `WITH entry AS MATERIALIZED (
     SELECT change.product_group, change.pzn FROM ${changesSql('product_group, pzn')} LIMIT ${MOST_CHANGES + 1})
   SELECT product_group AS "productGroup", count(*)::int AS changed, (SELECT count(*) FROM entry)::int AS read
     FROM (SELECT DISTINCT product_group, pzn FROM entry) touched
    GROUP BY product_group ORDER BY array_position($2::text[], product_group)`,
);
