import type { StrayTill } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { readLags } from '../till-position/index.ts';

const DAY_MS = 86_400_000;
/** A weekend, with a day to notice. */
const LAG_DAYS = 3;
/** Beyond it the worst ones are listed. */
export const STRAY_TILLS = 1000;

/**
 * Pharmacies whose till lags or differs (rule 22.4), those that differ first. A cancelled pharmacy is none of them.
 */
export async function readStrayTills(db: Queryable, now: Date): Promise<{ tills: StrayTill[]; total: number }> {
  const [pharmacies, jobs, inventories, refusals] = await Promise.all([
    ask(db, PHARMACIES),
    ask(db, JOBS),
    ask(db, INVENTORIES),
    ask(db, REFUSALS),
  ]);
  const lags = await readLags(db, pharmacies, new Date(now.getTime() - LAG_DAYS * DAY_MS));
  const job = new Map(jobs.map((each) => [each.apoId, each]));
  const inventory = new Map(inventories.map((each) => [each.apoId, each]));
  const refused = new Map(refusals.map(({ apoId, refused: count }) => [apoId, count]));
  const tills = pharmacies.flatMap(({ listApoId: _listApoId, epoch: _epoch, ...pharmacy }) => {
    const { apoId } = pharmacy;
    const taken = inventory.get(apoId);
    const differsSince = job.get(apoId)?.differsSince ?? taken?.takenAt ?? null;
    const till = {
      ...pharmacy,
      lagsSince: lags.get(apoId)?.toISOString() ?? null,
      differsSince: differsSince?.toISOString() ?? null,
      differing: taken?.differing ?? 0,
      refused: refused.get(apoId) ?? 0,
    };
    return till.lagsSince || till.differsSince || till.refused > 0 ? [till] : [];
  });
  const weight = ({ differsSince, differing, refused: count }: StrayTill) => (differsSince ? 1 : 0) + differing + count;
  const sorted = tills.toSorted(
    (a, b) => weight(b) - weight(a) || String(a.lagsSince).localeCompare(String(b.lagsSince)),
  );
  return { tills: sorted.slice(0, STRAY_TILLS), total: tills.length };
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
  { apoId: 'int', differsSince: 'time?' },
  `SELECT apo_id AS "apoId", differs_since AS "differsSince" FROM till_state`,
);

const INVENTORIES = statement(
  { apoId: 'int', takenAt: 'time', differing: 'int' },
  `SELECT apo_id AS "apoId", taken_at AS "takenAt", coalesce(deviation_count, 0) AS differing
     FROM till_inventory WHERE checked_at = taken_at AND deviation_count > 0`,
);

const REFUSALS = statement(
  { apoId: 'int', refused: 'int' },
  'SELECT apo_id AS "apoId", count(*)::int AS refused FROM till_refusal GROUP BY apo_id',
);
