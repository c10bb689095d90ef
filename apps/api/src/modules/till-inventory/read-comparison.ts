import type { Cents } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { readOverruled, readPricesSaid, readSaidSince } from '../till-position/index.ts';
import { type Position, readTillPharmacy, type TillAccount } from '../till-sync/index.ts';
import { type Comparison, compareWithLists } from './compare-lists.ts';
import { type HeldRows, pznText } from './held-rows.ts';
import { type Inventory, readHeldRows, readInventories } from './inventory.ts';

export type TillComparison = Comparison & {
  readonly account: TillAccount;
  readonly inventory: Inventory;
  /** With what the till has acknowledged since. */
  readonly held: HeldRows;
  readonly position: Position;
  readonly noted: Noted;
};
/** What was known beside the inventory when it came. */
type Noted = {
  readonly acknowledged: string | null;
  readonly acknowledgedAt: Date | null;
  readonly loadNo: number | null;
  readonly unreadable: readonly number[];
  readonly untaken: readonly number[];
  readonly gone: readonly number[];
};

const NOTED = statement(
  {
    position: 'text?',
    acknowledged: 'text?',
    acknowledgedAt: 'time?',
    loadNo: 'int?',
    unreadable: 'int[]?',
    untaken: 'int[]?',
    gone: 'int[]?',
  },
  `SELECT position, acknowledged, acknowledged_at AS "acknowledgedAt", load_no AS "loadNo", unreadable, untaken, gone
     FROM till_stock WHERE apo_id = $1 AND account = $2`,
);

type Pharmacy = { apoId: number; crmCompanyId: number };

/** By till, against the lists as they are, the newest first. In one snapshot. Rules 9.30 and 22.5. */
export async function readComparisons(db: Queryable, pharmacy: Pharmacy): Promise<TillComparison[]> {
  const comparisons: TillComparison[] = [];
  for (const inventory of await readInventories(db, pharmacy.apoId)) {
    const comparison = await compareInventory(db, pharmacy, inventory);
    if (comparison) comparisons.push(comparison);
  }
  return comparisons;
}

/** Of one till, by default the newest. */
export async function readComparison(
  db: Queryable,
  pharmacy: Pharmacy,
  account?: string,
): Promise<TillComparison | undefined> {
  const inventories = await readInventories(db, pharmacy.apoId);
  const inventory = inventories.find((each) => account === undefined || each.account === account);
  return inventory && compareInventory(db, pharmacy, inventory);
}

async function compareInventory(
  db: Queryable,
  { apoId, crmCompanyId }: Pharmacy,
  { account, ...inventory }: Inventory & { account: TillAccount },
): Promise<TillComparison | undefined> {
  const rows = await readHeldRows(db, apoId, account);
  if (!rows) return undefined;
  const { position } = await readTillPharmacy(db, crmCompanyId);
  const [row] = await ask(db, NOTED, [apoId, account]);
  const { acknowledged = null, acknowledgedAt = null, loadNo = null } = row ?? {};
  const till = { apoId, account, present: position };
  const said = await readSaidSince(db, till, { ...inventory, acknowledged, loadNo });
  const { held, overruled } = said ? await overrule(db, rows, said) : { held: rows, overruled: NONE };
  const cursor = inventory.cursor ?? row?.position ?? null;
  const comparison = await compareWithLists(db, held, { position, cursor, overruled, rows });
  const [unreadable, untaken, gone] = [row?.unreadable ?? [], row?.untaken ?? [], row?.gone ?? []];
  const noted = { acknowledged, acknowledgedAt, loadNo, unreadable, untaken, gone };
  return { ...comparison, account, inventory, held, position, noted };
}

const NONE: ReadonlySet<string> = new Set();

type Said = NonNullable<Awaited<ReturnType<typeof readSaidSince>>>;

/** Rule 22.6. */
async function overrule(
  db: Queryable,
  { pzns, cents }: HeldRows,
  said: Said,
): Promise<{ held: HeldRows; overruled: ReadonlySet<string> }> {
  const approved = await readPricesSaid(db, said);
  const held = new Map<string, Cents | null>(pzns.map((pzn, at) => [pznText(pzn), cents[at] ?? null]));
  const overruled = await readOverruled(db, said, [...new Set([...approved.keys(), ...held.keys()])]);
  for (const pzn of overruled) {
    const price = approved.get(pzn) ?? null;
    if (price !== null) held.set(pzn, price);
    // An article of the pharmacy's own stays.
    else if (approved.has(pzn) || !said.isAll) held.delete(pzn);
  }
  const sorted = [...held].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    held: { pzns: sorted.map(([pzn]) => Number(pzn)), cents: sorted.map(([, price]) => price) },
    overruled,
  };
}
