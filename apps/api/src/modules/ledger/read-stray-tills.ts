import type { StrayTill } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray } from '../../db/plain-array.ts';
import { ask, type RowOf, statement, typed } from '../../db/statement.ts';
import { parseCursor } from '../till-sync/index.ts';

const DAY_MS = 86_400_000;
/** A weekend, with a day to notice. */
const LAG_DAYS = 3;
/** Beyond it the worst ones are listed. */
export const STRAY_TILLS = 1000;

type Load = { readonly apoId: number; readonly group: ProductGroup; readonly position: string; readonly at: Date };

/**
 * Pharmacies whose till lags or differs (rule 22.4), those that differ first. A cancelled pharmacy is none of them.
 */
export async function readStrayTills(db: Queryable, now: Date): Promise<{ tills: StrayTill[]; total: number }> {
  const [pharmacies, jobs, files, lists, inventories, refusals] = await Promise.all([
    ask(db, PHARMACIES),
    ask(db, JOBS),
    ask(db, FILES),
    ask(db, LISTS),
    ask(db, INVENTORIES),
    ask(db, REFUSALS),
  ]);
  const lags = await readLags(db, { pharmacies, loads: newestLoads(jobs, files), lists, now });
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
  { apoId: 'int', cursor: 'text', seenAt: 'time', differsSince: 'time?' },
  `SELECT apo_id AS "apoId", cursor, seen_at AS "seenAt",
          CASE WHEN held_cursor = cursor THEN differs_since END AS "differsSince" FROM till_state`,
);

const FILES = statement(
  { apoId: 'int', productGroups: typed<ProductGroup[]>('text[]'), position: 'text', at: 'time' },
  `SELECT apo_id AS "apoId", product_groups AS "productGroups", position, loaded_at AS at
     FROM till_file WHERE load_no IS NOT NULL AND loaded_at IS NOT NULL ORDER BY apo_id, load_no`,
);

const LISTS = statement(
  { apoId: 'int', productGroup: typed<ProductGroup>('text'), version: 'bigint', lastChange: 'time?' },
  `SELECT apo_id AS "apoId", product_group AS "productGroup", version, last_change AS "lastChange" FROM list_version`,
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

/** The later of sync job and file, by group (rule 9.20). */
function newestLoads(jobs: RowOf<typeof JOBS>[], files: RowOf<typeof FILES>[]): Load[] {
  const loads = new Map<string, Load>();
  const put = (load: Load) => {
    const key = `${load.apoId} ${load.group}`;
    if (!loads.has(key) || (loads.get(key) as Load).at <= load.at) loads.set(key, load);
  };
  for (const { apoId, productGroups, position, at } of files)
    for (const group of productGroups) loads.set(`${apoId} ${group}`, { apoId, group, position, at });
  for (const { apoId, cursor: position, seenAt: at } of jobs)
    for (const group of PRODUCT_GROUPS) put({ apoId, group, position, at });
  return [...loads.values()];
}

/** Changes of effect between what a till has and three days ago. */
const CHANGED = statement(
  { place: 'int', since: 'time' },
  `SELECT t.place, min(c.created_at) AS since
     FROM unnest($1::int[], $2::text[], $3::bigint[], $4::int[]) AS t(apo_id, product_group, version, place)
     JOIN price_change c ON c.apo_id = t.apo_id AND c.product_group = t.product_group AND c.list_version > t.version
    WHERE c.created_at < $5 AND c.old_price IS DISTINCT FROM c.new_price
    GROUP BY t.place`,
);

type Known = {
  readonly pharmacies: RowOf<typeof PHARMACIES>[];
  readonly loads: readonly Load[];
  readonly lists: RowOf<typeof LISTS>[];
  readonly now: Date;
};

/** Since when each till that lags does. */
async function readLags(db: Queryable, { pharmacies, loads, lists, now }: Known): Promise<Map<number, Date>> {
  const pharmacy = new Map(pharmacies.map((each) => [each.apoId, each]));
  const list = new Map(lists.map((each) => [`${each.apoId} ${each.productGroup}`, each]));
  const before = new Date(now.getTime() - LAG_DAYS * DAY_MS);
  const lags = new Map<number, Date>();
  const add = (apoId: number, since: Date) => {
    const known = lags.get(apoId);
    if (!known || since < known) lags.set(apoId, since);
  };
  const behind: { apoId: number; listApoId: number; group: ProductGroup; version: number }[] = [];
  for (const { apoId, group, position, at } of loads) {
    const of = pharmacy.get(apoId);
    const present = of && list.get(`${of.listApoId} ${group}`);
    if (!of || !present || at >= before) continue;
    const cursor = parseCursor(position);
    const had = cursor && cursor !== 'former' ? cursor.to : undefined;
    // it has to load the whole list
    if (had?.epoch !== of.epoch || had.listApoId !== of.listApoId) add(apoId, at);
    else if (had.versions[group] < Number(present.version))
      behind.push({ apoId, listApoId: of.listApoId, group, version: had.versions[group] });
  }
  if (behind.length === 0) return lags;
  const changed = await ask(db, CHANGED, [
    plainArray(behind.map(({ listApoId }) => listApoId)),
    behind.map(({ group }) => group),
    plainArray(behind.map(({ version }) => version)),
    plainArray(behind.map((_, place) => place)),
    before,
  ]);
  for (const { place, since } of changed) add(behind[place]?.apoId as number, since);
  return lags;
}
