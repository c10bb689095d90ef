import type { ListArrivals } from '@portal/contracts';
import { heldState, isoDay, type ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { berlinDay, centsSql } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import { MOST_CHANGES, readConfirmed } from '../exports/index.ts';
import { readOutdatedLabels } from '../labels/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { pznText, readHeldRows, readInventory } from '../till-inventory/index.ts';

/** Rule 22.3. */
export async function readListArrivals(
  db: Queryable,
  pharmacy: PharmacyContext,
  group: ProductGroup,
): Promise<ListArrivals> {
  return {
    waiting: await readWaiting(db, pharmacy, group),
    differing: await readDiffering(db, pharmacy, group),
    outdated: await readOutdatedLabels(db, pharmacy, group),
  };
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

const PRICES = statement(
  { pzn: 'text', price: 'int?' },
  `SELECT pzn, ${centsSql(EFFECTIVE_PRICE)} AS price FROM price_item i WHERE apo_id = $1 AND product_group = $2 ORDER BY pzn`,
);

const CHANGED_SINCE = statement(
  { pzn: 'text' },
  `SELECT DISTINCT pzn FROM price_change
    WHERE apo_id = $1 AND product_group = $2 AND created_at > $3 AND old_price IS DISTINCT FROM new_price`,
);

const REFUSED = statement({ pzn: 'text' }, 'SELECT pzn FROM till_refusal WHERE apo_id = $1');

async function readDiffering(
  db: Queryable,
  { apoId, listApoId }: PharmacyContext,
  group: ProductGroup,
): Promise<string[] | null> {
  const refused = new Set((await ask(db, REFUSED, [apoId])).map(({ pzn }) => pzn));
  const inventory = await readInventory(db, apoId);
  if (!inventory && refused.size === 0) return null;
  const prices = await ask(db, PRICES, [listApoId, group]);
  const rows = await readHeldRows(db, apoId);
  const held = new Map(rows?.pzns.map((pzn, at) => [pznText(pzn), rows.cents[at] ?? null]));
  const changed = inventory ? await ask(db, CHANGED_SINCE, [listApoId, group, inventory.takenAt]) : [];
  const since = new Set(changed.map(({ pzn }) => pzn));
  const differs = (pzn: string, price: number | null) =>
    inventory !== undefined && !since.has(pzn) && (heldState(price, held.get(pzn)) ?? 'equal') !== 'equal';
  return prices.flatMap(({ pzn, price }) => (refused.has(pzn) || differs(pzn, price) ? [pzn] : []));
}
