import type { TillLacks, TillStatus } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { countByGroup, countLacking, readLackingOfAny } from './read-lacking.ts';
import { fileLoadsOf, type TillPosition } from './read-till-position.ts';
import type { KnownTills } from './read-tills.ts';
import type { TillAccount } from '../till-sync/index.ts';

/** All tills at once. Rules 2.12, 22.2 and 22.5. */
export async function sumUpTills(
  db: Queryable,
  apoId: number,
  known: KnownTills,
): Promise<{ till: TillStatus; tillLacks: TillLacks | null }> {
  return { till: await sumUpJobs(db, apoId, known), tillLacks: await readLacks(db, known.position) };
}

const REFUSED = statement(
  { refused: 'int' },
  'SELECT count(DISTINCT pzn)::int AS refused FROM till_refused WHERE apo_id = $1 AND account = ANY($2::text[])',
);

async function sumUpJobs(db: Queryable, apoId: number, { position, listed, tills }: KnownTills): Promise<TillStatus> {
  const jobs = tills.filter(({ account, loadedAt }) => account !== 'files' && loadedAt !== null);
  const [only] = jobs;
  const nothing = { loadedAt: null, seenAt: null, reload: true, pendingCount: listed, refused: 0, differsSince: null };
  if (!only) return nothing;
  const first = (times: (string | null)[]) => times.filter((time) => time !== null).toSorted()[0] ?? null;
  const accounts = jobs.map(({ account }) => account as TillAccount);
  const reload = jobs.some((job) => job.reload);
  const lacking = jobs.length === 1 || reload ? null : await readLackingOfAny(db, position, accounts);
  const [refused] = jobs.length === 1 ? [only] : await ask(db, REFUSED, [apoId, accounts]);
  return {
    loadedAt: first(jobs.map((job) => job.loadedAt)),
    seenAt: first(jobs.map((job) => job.seenAt)),
    reload,
    pendingCount: jobs.length === 1 ? only.pendingCount : lacking ? lacking.length : listed,
    refused: reload ? 0 : (refused?.refused ?? 0),
    differsSince: first(jobs.map((job) => job.differsSince)),
  };
}

/** Rule 9.20. */
async function readLacks(db: Queryable, position: TillPosition): Promise<TillLacks | null> {
  const files = fileLoadsOf(position);
  const [last] = [...files.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!last) return null;
  const lacking = await readLackingOfAny(db, position);
  const ofAny = countByGroup(lacking ?? []);
  const ofFiles = (await countLacking(db, position, files)) ?? new Map<ProductGroup, number>();
  const groups = PRODUCT_GROUPS.flatMap((productGroup) => {
    const changed = ofAny.get(productGroup) ?? 0;
    const account = ofFiles.get(productGroup) ? ('files' as const) : ('job' as const);
    return changed > 0 ? [{ productGroup, changed, account }] : [];
  });
  const reload = lacking === null || position.loads.some(({ issue }) => issue !== null);
  return { at: last.at.toISOString(), userName: last.userName, reload, groups };
}
