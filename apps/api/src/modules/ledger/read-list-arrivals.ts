import type { ListArrivals } from '@portal/contracts';
import { isoDay, isTillDeviation, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { type Database, type Queryable, SKIP_WRITER_LIMIT } from '../../db/database.ts';
import { berlinDay } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import { MOST_CHANGES, readConfirmed } from '../exports/index.ts';
import { readOutdatedLabels } from '../labels/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { readComparison } from '../till-inventory/index.ts';

/** Rule 22.3. */
export function readListArrivals(
  database: Database,
  pharmacy: PharmacyContext,
  group: ProductGroup,
): Promise<ListArrivals> {
  return database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return {
      waiting: await readWaiting(connection, pharmacy, group),
      differing: await readDiffering(connection, pharmacy, group),
      outdated: await readOutdatedLabels(connection, pharmacy, group),
    };
  }, SKIP_WRITER_LIMIT);
}

const WAITING = statement(
  { pzn: 'text', since: 'text', read: 'int' },
  `WITH entry AS MATERIALIZED (
     SELECT pzn, created_at, old_price, list_version, id FROM price_change
      WHERE apo_id = $1 AND product_group = $2 AND list_version > $3 ORDER BY list_version, pzn LIMIT ${MOST_CHANGES + 1})
   SELECT i.pzn, ${berlinDay('c.created_at')} AS since, (SELECT count(*)::int FROM entry) AS read
     FROM (SELECT DISTINCT ON (pzn) pzn, created_at, old_price FROM entry ORDER BY pzn, list_version, id) c
     JOIN price_item i ON i.apo_id = $1 AND i.pzn = c.pzn
    WHERE i.product_group = $2 AND ${EFFECTIVE_PRICE} IS DISTINCT FROM c.old_price
    ORDER BY i.pzn`,
);

async function readWaiting(
  db: Queryable,
  pharmacy: PharmacyContext,
  group: ProductGroup,
): Promise<ListArrivals['waiting']> {
  const confirmed = (await readConfirmed(db, pharmacy)).get(group);
  if (!confirmed) return null;
  const all = { pzns: null, since: [isoDay(confirmed.at)] };
  if (confirmed.version === null) return all;
  const rows = await ask(db, WAITING, [pharmacy.listApoId, group, confirmed.version]);
  if ((rows[0]?.read ?? 0) > MOST_CHANGES) return all;
  return { pzns: rows.map(({ pzn }) => pzn), since: rows.map(({ since }) => since) };
}

const REFUSED = statement({ pzn: 'text' }, 'SELECT pzn FROM till_refusal WHERE apo_id = $1');

async function readDiffering(db: Queryable, pharmacy: PharmacyContext, group: ProductGroup): Promise<string[] | null> {
  const refused = (await ask(db, REFUSED, [pharmacy.apoId])).map(({ pzn }) => pzn);
  const comparison = await readComparison(db, pharmacy);
  if (!comparison && refused.length === 0) return null;
  const deviating = (comparison?.articles ?? []).flatMap(({ pzn, productGroup, verdict }) =>
    productGroup === group && isTillDeviation(verdict) ? [pzn] : [],
  );
  return [...new Set([...deviating, ...refused])].toSorted();
}
