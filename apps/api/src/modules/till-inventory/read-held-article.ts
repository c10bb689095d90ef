import { type Cents, compareTillArticle, heldState, type HeldState, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, askOne, statement, typed } from '../../db/statement.ts';
import { readOverruled, readSaidSince } from '../till-position/index.ts';
import { changesSql, readTillPharmacy, type TillAccount, changesSpan } from '../till-sync/index.ts';
import { readVersionsThen } from './compare-lists.ts';
import { readComparison } from './read-comparison.ts';

const HELD = statement(
  {
    account: typed<TillAccount>('text'),
    at: 'time',
    cursor: 'text?',
    position: 'text?',
    acknowledged: 'text?',
    loadNo: 'int?',
    isThere: 'bool',
    price: 'int?',
  },
  `SELECT account, taken_at AS at, cursor, position, acknowledged, load_no AS "loadNo", place IS NOT NULL AS "isThere",
          cents[place] AS price
     FROM (SELECT *, array_position(pzns, $2::int) AS place FROM till_stock WHERE apo_id = $1) i ORDER BY taken_at DESC`,
);

const GROUP = statement(
  { productGroup: typed<ProductGroup>('text') },
  'SELECT product_group AS "productGroup" FROM price_item WHERE apo_id = $1 AND pzn = $2',
);

/** Its price before the first change of the span. */
const BEFORE = statement(
  { isChanged: 'bool', before: 'int?' },
  `SELECT first.id IS NOT NULL AS "isChanged", ${centsSql('first.old_price')} AS before
     FROM (VALUES (1)) one LEFT JOIN (SELECT id, old_price FROM ${changesSql('id, old_price', 'pzn = $5')} ORDER BY id LIMIT 1) first ON true`,
);

export type HeldArticle = { readonly at: Date; readonly price: Cents | null; readonly state: HeldState };

/**
 * What the inventories say of an article, of several one that differs; not what was acknowledged or changed here since (rules 9.31,
 * 9.46 and 22.6).
 */
export async function readHeldArticle(
  db: Queryable,
  pharmacy: { apoId: number; crmCompanyId: number },
  { pzn, price: now }: { pzn: string; price: Cents | null },
): Promise<HeldArticle | null> {
  const { apoId, crmCompanyId } = pharmacy;
  const rows = await ask(db, HELD, [apoId, Number(pzn)]);
  if (rows.length === 0) return null;
  const { position: present } = await readTillPharmacy(db, crmCompanyId);
  const said: HeldArticle[] = [];
  for (const { account, at, isThere, price, ...taken } of rows) {
    const till = isThere ? price : undefined;
    const state = heldState(now, till);
    if (!state) continue;
    const since = await readSaidSince(db, { apoId, account, present }, { ...taken, takenAt: at });
    if (since && (await readOverruled(db, since, [pzn])).has(pzn)) continue;
    if (!isThere && !(await isGroupHeld(db, pharmacy, { account, listApoId: present.listApoId, pzn }))) continue;
    const after = await readVersionsThen(db, taken.cursor ?? taken.position, present);
    const span = changesSpan(present.listApoId, after, present.versions);
    const { isChanged, before } = await askOne(db, BEFORE, [...span, pzn]);
    if (compareTillArticle({ till, before: isChanged ? before : now, now, ours: true }) === 'changedSince') continue;
    said.push({ at, price, state });
  }
  return said.find(({ state }) => state !== 'equal') ?? said[0] ?? null;
}

/** Rule 9.46. */
async function isGroupHeld(
  db: Queryable,
  pharmacy: { apoId: number; crmCompanyId: number },
  { account, listApoId, pzn }: { account: TillAccount; listApoId: number; pzn: string },
): Promise<boolean> {
  const [article] = await ask(db, GROUP, [listApoId, pzn]);
  const comparison = article && (await readComparison(db, pharmacy, account));
  return !comparison || comparison.groups.has(article.productGroup);
}
