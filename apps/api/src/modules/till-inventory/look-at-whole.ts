import { setImmediate } from 'node:timers/promises';
import {
  type Cents,
  findInventoryDoubts,
  type InventoryArticle,
  type InventoryDoubt,
  PRODUCT_GROUPS,
  type ProductGroup,
  type SortedPrices,
  walkPrices,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { intsOf, packed } from '../../db/int-arrays.ts';
import { plainArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { createTurns } from '../../http/turns.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { loadsOf, readTillPosition } from '../till-position/index.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { readHeldRows } from './inventory.ts';

const LISTED = statement(
  { pzns: 'bytes', groups: 'bytes', now: 'bytes', aep: 'bytes' },
  `SELECT ${packed('pzn')} AS pzns, ${packed('place')} AS groups, ${packed('now')} AS now, ${packed('aep')} AS aep
     FROM (SELECT pzn::int, array_position($2::text[], product_group) - 1 AS place, ${centsSql(EFFECTIVE_PRICE)} AS now,
                  ${centsSql('aep')} AS aep FROM price_item i WHERE apo_id = $1 ORDER BY 1) listed`,
);

const EVER = statement(
  { pzn: 'int' },
  `SELECT pzn::int FROM (SELECT lpad(t.pzn::text, 8, '0') AS pzn, t.cents FROM unnest($2::int[], $3::int[]) AS t(pzn, cents)) t
    WHERE EXISTS (SELECT FROM price_change c WHERE c.apo_id = $1 AND c.pzn = t.pzn
                     AND (${centsSql('c.old_price')} = t.cents OR ${centsSql('c.new_price')} = t.cents))`,
);

/** Of articles with these prices those whose price was approved once. */
export async function readEverApproved(
  db: Queryable,
  listApoId: number,
  { pzns, cents }: SortedPrices,
): Promise<ReadonlySet<number>> {
  if (pzns.length === 0) return new Set();
  const rows = await ask(db, EVER, [listApoId, plainArray(pzns), plainArray(cents)]);
  return new Set(rows.map(({ pzn }) => pzn));
}

type Price = Cents | null;

type Looked = {
  readonly pharmacy: { readonly apoId: number; readonly crmCompanyId: number };
  readonly account: TillAccount;
  readonly source: 'till' | 'file';
  readonly rows: SortedPrices;
  readonly approved: SortedPrices;
  readonly unreadable: number;
};

/** Before an inventory replaces the former one. Rule 9.45. */
export async function findDoubts(
  db: Queryable,
  { pharmacy, account, source, rows, approved, unreadable }: Looked,
): Promise<InventoryDoubt[]> {
  const till = await readTillPosition(db, pharmacy);
  const { listApoId } = till.present;
  const loads = loadsOf(till, account);
  const before = await readHeldRows(db, pharmacy.apoId, account);
  const sent = await askOne(db, LISTED, [listApoId, PRODUCT_GROUPS]);
  const pzns = intsOf(sent.pzns) as number[];
  const [groups, now, aep] = [sent.groups, sent.now, sent.aep].map(intsOf) as [number[], Price[], Price[]];
  const find = async (ever: ReadonlySet<number>) => {
    const [approvedAt, heldAt, thenAt] = [walkPrices(approved), walkPrices(rows), before && walkPrices(before)];
    const articles: InventoryArticle[] = [];
    const turns = createTurns();
    for (const [at, pzn] of pzns.entries()) {
      await turns.give();
      const [held, then] = [heldAt(pzn), thenAt?.(pzn)];
      articles.push({
        productGroup: PRODUCT_GROUPS[groups[at] as number] as ProductGroup,
        approved: approvedAt(pzn) ?? null,
        held,
        aep: aep[at] ?? null,
        isKnown: held === (now[at] ?? null) || (then !== undefined && then === held) || ever.has(pzn),
        wasHeld: thenAt && then !== undefined,
      });
    }
    await setImmediate();
    return findInventoryDoubts({
      articles,
      rows: rows.pzns.length,
      unreadable,
      // A sync job acknowledges all groups, whatever its till keeps.
      groups: new Set(source === 'file' ? loads.keys() : []),
      isLoaded: loads.size > 0,
    });
  };
  const doubts = await find(new Set());
  if (doubts.every(({ check }) => check !== 'commonFactor' && check !== 'otherPrices')) return doubts;
  const heldAt = walkPrices(rows);
  const priced = { pzns: [] as number[], cents: [] as Cents[] };
  for (const pzn of pzns) {
    const price = heldAt(pzn);
    if (!price) continue;
    priced.pzns.push(pzn);
    priced.cents.push(price);
  }
  return find(await readEverApproved(db, listApoId, priced));
}
