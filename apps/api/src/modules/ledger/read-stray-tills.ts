import type { StrayTill } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { readTillDeviations, sumUpDeviations } from '../till-inventory/index.ts';
import { readLags, readTills } from '../till-position/index.ts';

const DAY_MS = 86_400_000;
/** A weekend, with a day to notice. */
const LAG_DAYS = 3;
/** Beyond it the worst ones are listed. */
export const STRAY_TILLS = 1000;
/** Each is compared anew by queries of its own; beyond them the count is that of the inventory, as in rule 9.36. */
const MOST_COMPARED = 100;

/**
 * Pharmacies with a till that lags, differs or fell back, those that differ first; no cancelled ones. Rules 22.4 to 22.6.
 */
export async function readStrayTills(db: Queryable, now: Date): Promise<{ tills: StrayTill[]; total: number }> {
  const [pharmacies, jobs, inventories, refusals, waiting] = await Promise.all([
    ask(db, PHARMACIES),
    ask(db, JOBS),
    ask(db, INVENTORIES),
    ask(db, REFUSALS),
    ask(db, DOUBTED),
  ]);
  const lags = await readLags(db, pharmacies, new Date(now.getTime() - LAG_DAYS * DAY_MS));
  const job = new Map(jobs.map((each) => [each.apoId, each]));
  const inventory = new Map(
    inventories.map(({ apoId, takenAt, ...counts }) => [apoId, { takenAt: takenAt.toISOString(), ...counts }]),
  );
  const compared = new Set(inventories.slice(0, MOST_COMPARED).map(({ apoId }) => apoId));
  const refused = new Map(refusals.map(({ apoId, refused: count }) => [apoId, count]));
  const doubted = new Map(waiting.map(({ apoId, takenAt }) => [apoId, takenAt.toISOString()]));
  const tills: StrayTill[] = [];
  for (const { listApoId: _listApoId, epoch: _epoch, ...pharmacy } of pharmacies) {
    const { apoId } = pharmacy;
    const taken = compared.has(apoId)
      ? sumUpDeviations(await readTillDeviations(db, pharmacy))
      : (inventory.get(apoId) ?? null);
    const differing = taken?.count ?? 0;
    const { differsSince = null, isBack = false } = job.get(apoId) ?? {};
    const till = {
      ...pharmacy,
      lagsSince: lags.get(apoId)?.toISOString() ?? null,
      differsSince: differsSince?.toISOString() ?? (differing > 0 && taken ? taken.takenAt : null),
      differing,
      missing: taken?.missing ?? 0,
      refused: refused.get(apoId) ?? 0,
      standOf: isBack ? await readOldestStand(db, pharmacy) : null,
      doubtedAt: doubted.get(apoId) ?? null,
    };
    if (till.lagsSince || till.differsSince || till.standOf || till.doubtedAt || till.refused > 0) tills.push(till);
  }
  const weight = ({ differsSince, standOf, doubtedAt, differing, refused: count }: StrayTill) =>
    (differsSince ? 1 : 0) + (standOf ? 1 : 0) + (doubtedAt ? 1 : 0) + differing + count;
  const sorted = tills.toSorted(
    (a, b) => weight(b) - weight(a) || String(a.lagsSince).localeCompare(String(b.lagsSince)),
  );
  return { tills: sorted.slice(0, STRAY_TILLS), total: tills.length };
}

async function readOldestStand(
  db: Queryable,
  pharmacy: { apoId: number; crmCompanyId: number },
): Promise<string | null> {
  const { tills } = await readTills(db, pharmacy);
  const stands = tills.flatMap(({ standOf }) => (standOf === null ? [] : [standOf]));
  return stands.toSorted()[0] ?? null;
}

const PHARMACIES = statement(
  {
    apoId: 'int',
    crmCompanyId: 'int',
    token: 'text',
    name: 'text',
    city: 'text',
    epoch: 'int',
    listApoId: 'int',
  },
  `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", token, name, city, till_epoch AS epoch,
          coalesce(parent_apo_id, apo_id) AS "listApoId"
     FROM pharmacy WHERE active <> 3`,
);

const JOBS = statement(
  { apoId: 'int', differsSince: 'time?', isBack: 'bool' },
  `SELECT apo_id AS "apoId", min(differs_since) AS "differsSince", bool_or(fallen_from IS NOT NULL) AS "isBack"
     FROM till WHERE differs_since IS NOT NULL OR fallen_from IS NOT NULL GROUP BY apo_id`,
);

const INVENTORIES = statement(
  { apoId: 'int', takenAt: 'time', count: 'int', missing: 'int' },
  `SELECT apo_id AS "apoId", max(taken_at) AS "takenAt", max(deviation_count) AS count,
          (array_agg(coalesce(missing_count, 0) ORDER BY deviation_count DESC))[1] AS missing
     FROM till_stock WHERE deviation_count > 0 GROUP BY apo_id ORDER BY count DESC, apo_id`,
);

const REFUSALS = statement(
  { apoId: 'int', refused: 'int' },
  'SELECT apo_id AS "apoId", count(DISTINCT pzn)::int AS refused FROM till_refused GROUP BY apo_id',
);

const DOUBTED = statement(
  { apoId: 'int', takenAt: 'time' },
  'SELECT apo_id AS "apoId", max(taken_at) AS "takenAt" FROM till_doubted GROUP BY apo_id',
);
