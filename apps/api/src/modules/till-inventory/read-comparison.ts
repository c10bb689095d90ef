import { type Cents, type SortedPrices, walkPrices } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { pznText } from '../../db/int-arrays.ts';
import { ask, statement } from '../../db/statement.ts';
import { type Overruled, readAllOverruled, readPricesSaid, readSaidSince } from '../till-position/index.ts';
import { type Position, readTillPharmacy, type TillAccount } from '../till-sync/index.ts';
import { type Comparison, compareWithLists } from './compare-lists.ts';
import { withChanges } from './with-changes.ts';
import { keepByState } from '../../db/keep-by-state.ts';
import { type Inventory, readHeldRows, readInventories } from './inventory.ts';

export type TillComparison = Comparison & {
  readonly account: TillAccount;
  readonly inventory: Inventory;
  /** With what the till has acknowledged since. */
  readonly held: SortedPrices;
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
    state: 'bigint',
    position: 'text?',
    acknowledged: 'text?',
    acknowledgedAt: 'time?',
    loadNo: 'int?',
    unreadable: 'int[]?',
    untaken: 'int[]?',
    gone: 'int[]?',
  },
  `SELECT hash_record_extended(s, 0) AS state, position, acknowledged, acknowledged_at AS "acknowledgedAt", load_no AS "loadNo",
          unreadable, untaken, gone FROM till_stock s WHERE apo_id = $1 AND account = $2`,
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

/** Some 50 MB. */
const compareOnce = keepByState<TillComparison>(
  3_000_000,
  ({ held, articles }) => held.pzns.length + articles.length * 10 + 1,
);

async function compareInventory(
  db: Queryable,
  { apoId, crmCompanyId }: Pharmacy,
  { account, ...inventory }: Inventory & { account: TillAccount },
): Promise<TillComparison | undefined> {
  const [row] = await ask(db, NOTED, [apoId, account]);
  if (!row) return undefined;
  const { state, unreadable, untaken, gone, ...beside } = row;
  const { position } = await readTillPharmacy(db, crmCompanyId);
  const said = await readSaidSince(db, { apoId, account, present: position }, { ...inventory, ...beside });
  const key = [apoId, account, state, position, said && { ...said, refused: [...said.refused] }];
  return compareOnce(JSON.stringify(key), async () => {
    const rows = (await readHeldRows(db, apoId, account)) ?? { pzns: [], cents: [] };
    const { held, overruled } = said ? await overrule(db, rows, said) : { held: rows, overruled: NONE };
    const cursor = inventory.cursor ?? beside.position;
    const comparison = await compareWithLists(db, held, { position, cursor, overruled, rows });
    const noted = { ...beside, unreadable: unreadable ?? [], untaken: untaken ?? [], gone: gone ?? [] };
    return { ...comparison, account, inventory, held, position, noted };
  });
}

const NONE: Overruled = new Set();

type Said = NonNullable<Awaited<ReturnType<typeof readSaidSince>>>;

/** Rule 22.6. */
async function overrule(
  db: Queryable,
  rows: SortedPrices,
  said: Said,
): Promise<{ held: SortedPrices; overruled: Overruled }> {
  const { pzns, cents } = await readPricesSaid(db, said);
  const told = pzns.map(pznText);
  const isTold = walkPrices({ pzns, cents });
  const others = rows.pzns.filter((pzn) => isTold(pzn) === undefined).map(pznText);
  const overruled = await readAllOverruled(db, said, () => [...told, ...others]);
  const changes = new Map<number, Cents | undefined>();
  for (const [at, pzn] of told.entries()) if (overruled.has(pzn)) changes.set(Number(pzn), cents[at] ?? undefined);
  // An article of the pharmacy's own stays.
  if (!said.isAll) for (const pzn of others) if (overruled.has(pzn)) changes.set(Number(pzn), undefined);
  return { held: withChanges(rows, changes), overruled };
}
