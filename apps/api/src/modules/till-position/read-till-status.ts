import type { TillLacks, TillStatus } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { askOne, prepared, statement } from '../../db/statement.ts';
import { countLacking, MOST_CHANGES } from './read-lacking.ts';
import { countingLoads, loadsOf, readTillPosition, type TillPosition } from './read-till-position.ts';

/** What the start page says of the till: its sync job, and what it lacks where somebody's confirmation counts. Rules 2.12 and 22.2. */
export async function readTillStatus(
  db: Queryable,
  pharmacy: Pick<PharmacyContext, 'apoId' | 'crmCompanyId'>,
): Promise<{ till: TillStatus; tillLacks: TillLacks | null }> {
  const position = await readTillPosition(db, pharmacy);
  return { till: await readJob(db, pharmacy.apoId, position), tillLacks: await readLacks(db, position) };
}

const TOLD = prepared(
  statement(
    { differsSince: 'time?', refused: 'int' },
    `SELECT differs_since AS "differsSince",
          (SELECT count(*)::int FROM till_refusal WHERE apo_id = $1) AS refused FROM till_state WHERE apo_id = $1`,
  ),
);

const LISTED = prepared(
  statement(
    { listed: 'int' },
    'SELECT coalesce(sum(item_count + negative_count), 0)::int AS listed FROM list_version WHERE apo_id = $1',
  ),
);

/** Rules 9.6, 9.22 and 9.23. */
async function readJob(db: Queryable, apoId: number, position: TillPosition): Promise<TillStatus> {
  const loads = loadsOf(position, 'job');
  const [load] = loads.values();
  const times = { loadedAt: load?.loadedAt.toISOString() ?? null, seenAt: load?.at.toISOString() ?? null };
  const whole = async () => (await askOne(db, LISTED, [position.present.listApoId])).listed;
  if (load?.issue !== null)
    return { ...times, reload: true, pendingCount: await whole(), refused: 0, differsSince: null };
  const { differsSince, refused } = await askOne(db, TOLD, [apoId]);
  const lacking = await countLacking(db, position, loads, MOST_CHANGES);
  const pendingCount = lacking ? sum(lacking.values()) : await whole();
  return { ...times, reload: false, pendingCount, refused, differsSince: differsSince?.toISOString() ?? null };
}

/** Rule 9.20. */
async function readLacks(db: Queryable, position: TillPosition): Promise<TillLacks | null> {
  const loads = countingLoads(position);
  const [last] = [...loads.values()]
    .flatMap((load) => (load.account === 'files' ? [load] : []))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!last) return null;
  const lacking = await countLacking(db, position, loads, MOST_CHANGES);
  const groups = PRODUCT_GROUPS.flatMap((productGroup) => {
    const changed = lacking?.get(productGroup) ?? 0;
    const { account } = loads.get(productGroup) ?? {};
    return changed > 0 && account ? [{ productGroup, changed, account }] : [];
  });
  const reload = lacking === null || [...loads.values()].some(({ issue }) => issue !== null);
  return { at: last.at.toISOString(), userName: last.userName, reload, groups };
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, number) => total + number, 0);
}
