import {
  type ApprovedPrices,
  type Cents,
  findInventoryDoubts,
  type InventoryDoubt,
  PRODUCT_GROUPS,
  type ProductGroup,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { intsOf, packed, pznsOf } from '../../db/int-arrays.ts';
import { plainArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { loadsOf, readTillPosition } from '../till-position/index.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { type HeldRows, priceLookup } from './held-rows.ts';
import { readHeldRows } from './inventory.ts';

const LISTED = statement(
  { pzns: 'bytes', groups: 'bytes', now: 'bytes', aep: 'bytes' },
  `SELECT ${packed('pzn::int')} AS pzns, ${packed('place')} AS groups, ${packed('now')} AS now, ${packed('aep')} AS aep
     FROM (SELECT pzn, array_position($2::text[], product_group) - 1 AS place, ${centsSql(EFFECTIVE_PRICE)} AS now,
                  ${centsSql('aep')} AS aep FROM price_item i WHERE apo_id = $1) listed`,
);

type Listed = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly now: Cents | null;
  readonly aep: Cents | null;
};

async function readListed(db: Queryable, listApoId: number): Promise<Listed[]> {
  const sent = await askOne(db, LISTED, [listApoId, PRODUCT_GROUPS]);
  const [groups, now, aep] = [sent.groups, sent.now, sent.aep].map(intsOf) as [
    number[],
    Listed['now'][],
    Listed['aep'][],
  ];
  return pznsOf(sent.pzns).map((pzn, at) => ({
    pzn,
    productGroup: PRODUCT_GROUPS[groups[at] as number] as ProductGroup,
    now: now[at] ?? null,
    aep: aep[at] ?? null,
  }));
}

const EVER = statement(
  { pzn: 'text' },
  `SELECT pzn FROM (SELECT lpad(t.pzn::text, 8, '0') AS pzn, t.cents FROM unnest($2::int[], $3::int[]) AS t(pzn, cents)) t
    WHERE EXISTS (SELECT FROM price_change c WHERE c.apo_id = $1 AND c.pzn = t.pzn
                     AND (${centsSql('c.old_price')} = t.cents OR ${centsSql('c.new_price')} = t.cents))`,
);

/** Of articles with these prices those whose price was approved once. */
export async function readEverApproved(
  db: Queryable,
  listApoId: number,
  articles: readonly { readonly pzn: string; readonly cents: Cents }[],
): Promise<ReadonlySet<string>> {
  if (articles.length === 0) return new Set();
  const pzns = plainArray(articles.map(({ pzn }) => Number(pzn)));
  const rows = await ask(db, EVER, [listApoId, pzns, plainArray(articles.map(({ cents }) => cents))]);
  return new Set(rows.map(({ pzn }) => pzn));
}

type Looked = {
  readonly pharmacy: { readonly apoId: number; readonly crmCompanyId: number };
  readonly account: TillAccount;
  readonly source: 'till' | 'file';
  readonly rows: HeldRows;
  readonly approved: ApprovedPrices;
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
  const held = priceLookup(rows);
  const before = await readHeldRows(db, pharmacy.apoId, account);
  const former = before && priceLookup(before);
  const listed = await readListed(db, listApoId);
  const find = (ever: ReadonlySet<string>) =>
    findInventoryDoubts({
      articles: listed.map(({ pzn, productGroup, now, aep }) => {
        const price = held(pzn);
        const then = former?.(pzn);
        const isKnown = price === now || (then !== undefined && then === price) || ever.has(pzn);
        const wasHeld = former && then !== undefined;
        return { productGroup, approved: approved.get(pzn) ?? null, held: price, aep, isKnown, wasHeld };
      }),
      rows: rows.pzns.length,
      unreadable,
      // A sync job acknowledges all groups, whatever its till keeps.
      groups: new Set(source === 'file' ? loads.keys() : []),
      isLoaded: loads.size > 0,
    });
  const doubts = find(new Set());
  if (doubts.every(({ check }) => check !== 'commonFactor' && check !== 'otherPrices')) return doubts;
  const priced = listed.flatMap(({ pzn }) => {
    const cents = held(pzn);
    return cents ? [{ pzn, cents }] : [];
  });
  return find(await readEverApproved(db, listApoId, priced));
}
