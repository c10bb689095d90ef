import type { ListArrivals } from '@portal/contracts';
import { isoDay, isTillDeviation, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { type Database, type Queryable, READ_SNAPSHOT } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { readOutdatedLabels } from '../labels/index.ts';
import { readComparisons } from '../till-inventory/index.ts';
import { loadsOfGroup, readLackingOfAny, readTillPosition } from '../till-position/index.ts';

/** Rule 22.3. */
export function readListArrivals(
  database: Database,
  pharmacy: PharmacyContext,
  group: ProductGroup,
): Promise<ListArrivals> {
  return database.transaction(async (connection) => {
    return {
      waiting: await readWaiting(connection, pharmacy, group),
      differing: await readDiffering(connection, pharmacy, group),
      outdated: await readOutdatedLabels(connection, pharmacy, group),
    };
  }, READ_SNAPSHOT);
}

async function readWaiting(
  db: Queryable,
  pharmacy: PharmacyContext,
  group: ProductGroup,
): Promise<ListArrivals['waiting']> {
  const till = await readTillPosition(db, pharmacy);
  const loads = loadsOfGroup(till, group);
  if (loads.length === 0) return null;
  const due = loads.filter(({ issue }) => issue !== null);
  const lacking = due.length === 0 ? await readLackingOfAny(db, till) : null;
  if (!lacking) {
    const [since] = (due.length > 0 ? due : loads).map(({ at }) => isoDay(at)).toSorted();
    return { pzns: null, since: since ? [since] : [] };
  }
  const waiting = lacking.filter(({ productGroup }) => productGroup === group);
  return { pzns: waiting.map(({ pzn }) => pzn), since: waiting.map(({ since }) => since) };
}

const REFUSED = statement({ pzn: 'text' }, 'SELECT DISTINCT pzn FROM till_refused WHERE apo_id = $1');

async function readDiffering(db: Queryable, pharmacy: PharmacyContext, group: ProductGroup): Promise<string[] | null> {
  const refused = (await ask(db, REFUSED, [pharmacy.apoId])).map(({ pzn }) => pzn);
  const comparisons = await readComparisons(db, pharmacy);
  if (comparisons.length === 0 && refused.length === 0) return null;
  const deviating = comparisons.flatMap(({ articles }) =>
    articles.flatMap(({ pzn, productGroup, verdict }) =>
      productGroup === group && isTillDeviation(verdict) ? [pzn] : [],
    ),
  );
  return [...new Set([...deviating, ...refused])].toSorted();
}
