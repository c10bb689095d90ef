import {
  areAlike,
  describeInventoryDoubt,
  type HeldCounts,
  type InventoryDoubt,
  type SortedPrices,
  priceLookup,
  countHeld,
} from '@portal/rules';
import type { Clock } from '../../clock.ts';
import { type Database, ONE_SNAPSHOT } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import {
  isCurrent,
  isSetBack,
  noteTillCall,
  positionOf,
  readApprovedPrices,
  readLoadedPosition,
  readTillPharmacy,
  setBackTill,
  TILL_TEXT,
  type TillCaller,
} from '../till-sync/index.ts';
import { type DoubtedInventory, readDoubted, storeDoubted } from './doubted.ts';
import { settleRefusals, storeInventory } from './inventory.ts';
import { findDoubts } from './look-at-whole.ts';
import { readBeside } from './read-beside.ts';

type TakenInventory = {
  crmCompanyId: number;
  cursor?: string | undefined;
  till: TillCaller;
  rows: SortedPrices;
  /** Aborted: nothing is stored. */
  signal: AbortSignal;
};

/**
 * Compares with the cursor it names, else with what is in force; an older cursor than it acknowledged sets the till back.
 * Rules 9.24, 9.45 and 22.6.
 * @throws PortalError 404, 409, 422
 */
export function takeInventory(
  { database, clock }: { database: Database; clock: Clock },
  { crmCompanyId, cursor, till, rows, signal }: TakenInventory,
): Promise<HeldCounts & { doubts?: string[] }> {
  return database.transaction(async (connection) => {
    const { apoId, position: present } = await readTillPharmacy(connection, crmCompanyId);
    const position = cursor === undefined ? present : positionOf(cursor, crmCompanyId);
    if (!(await isCurrent(connection, position, present))) throw wrongState(TILL_TEXT.outdatedCursor);
    const approved = await readApprovedPrices(connection, position);
    signal.throwIfAborted();
    const at = clock.now();
    const { account } = till;
    await noteTillCall(connection, { ...till, apoId, at });
    const told = { takenAt: at, source: 'till', cursor: cursor ?? null, fileName: null } as const;
    if (cursor !== undefined) {
      const { before, fallenFrom } = await readLoadedPosition(connection, { apoId, position: present }, account);
      if (before && isSetBack(before, position))
        await setBackTill(connection, { apoId, account }, { before, position, fallenFrom, at });
    }
    const look = { pharmacy: { apoId, crmCompanyId }, account, source: 'till', rows, approved, unreadable: 0 } as const;
    const doubts = await findDoubts(connection, look);
    const before = doubts.length > 0 ? await readDoubted(connection, { apoId, account }) : undefined;
    if (doubts.length > 0 && !(before && isRepeated(before, { doubts, rows }))) {
      const beside = await readBeside(connection, { apoId, account });
      const doubted = { apoId, account, takenAt: at, cursor: cursor ?? null, rows, beside, doubts };
      await storeDoubted(connection, doubted);
      await settleRefusals(connection, { apoId, account }, { approved, rows });
      return { ...countHeld(approved, rows), doubts: doubts.map(describeInventoryDoubt) };
    }
    const named = { ...told, userName: TILL_TEXT.user, actor: null };
    return storeInventory(connection, { apoId, account, ...named, rows, approved });
    // Or the list could be exchanged between position and prices.
  }, ONE_SNAPSHOT);
}

/** For the same reason, and most prices are the same. Rule 9.45. */
function isRepeated(
  before: DoubtedInventory,
  { doubts, rows }: { doubts: readonly InventoryDoubt[]; rows: SortedPrices },
): boolean {
  const priceBefore = priceLookup(before.rows);
  const same = rows.pzns.filter((pzn, at) => priceBefore(pzn) === rows.cents[at]).length;
  return areAlike(before.doubts, doubts) && same * 2 >= Math.max(rows.pzns.length, before.rows.pzns.length);
}
