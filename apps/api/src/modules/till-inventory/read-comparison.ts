import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { type Position, readTillPharmacy } from '../till-sync/index.ts';
import { type Comparison, compareWithLists } from './compare-lists.ts';
import { type HeldRows, type Inventory, readHeldRows, readInventory } from './inventory.ts';

export type TillComparison = Comparison & {
  readonly inventory: Inventory;
  readonly held: HeldRows;
  readonly position: Position;
  readonly noted: Noted;
};
/** What was known beside the inventory when it came. */
type Noted = {
  readonly acknowledged: string | null;
  readonly acknowledgedAt: Date | null;
  readonly unreadable: readonly number[];
};

const NOTED = statement(
  { position: 'text?', acknowledged: 'text?', acknowledgedAt: 'time?', unreadable: 'int[]?' },
  `SELECT position, acknowledged, acknowledged_at AS "acknowledgedAt", unreadable
     FROM till_inventory WHERE apo_id = $1 AND checked_at = taken_at`,
);

/** The newest inventory against the lists as they are. In one snapshot. Rule 9.30. */
export async function readComparison(
  db: Queryable,
  { apoId, crmCompanyId }: { apoId: number; crmCompanyId: number },
): Promise<TillComparison | undefined> {
  const inventory = await readInventory(db, apoId);
  const held = await readHeldRows(db, apoId);
  if (!inventory || !held) return undefined;
  const { position } = await readTillPharmacy(db, crmCompanyId);
  const [row] = await ask(db, NOTED, [apoId]);
  const cursor = inventory.cursor ?? row?.position ?? null;
  const comparison = await compareWithLists(db, held, { position, cursor });
  const { acknowledged = null, acknowledgedAt = null } = row ?? {};
  return {
    ...comparison,
    inventory,
    held,
    position,
    noted: { acknowledged, acknowledgedAt, unreadable: row?.unreadable ?? [] },
  };
}
