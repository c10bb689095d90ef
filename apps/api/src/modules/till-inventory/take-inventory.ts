import type { HeldCounts } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
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
import { type HeldRows, storeInventory } from './inventory.ts';

type TakenInventory = {
  crmCompanyId: number;
  cursor?: string | undefined;
  till: TillCaller;
  rows: HeldRows;
  /** Aborted: nothing is stored. */
  signal: AbortSignal;
};

/**
 * What a till holds, against the cursor it names or what is in force. An older cursor than it has acknowledged sets it back.
 * Rules 9.24 and 22.6.
 * @throws PortalError 404, 409, 422
 */
export function takeInventory(
  { database, clock }: { database: Database; clock: Clock },
  { crmCompanyId, cursor, till, rows, signal }: TakenInventory,
): Promise<HeldCounts> {
  return database.transaction(async (connection) => {
    // Or the list could be exchanged between position and prices.
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
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
    const named = { ...told, userName: TILL_TEXT.user, actor: null };
    return storeInventory(connection, { apoId, account, ...named, rows, approved });
  });
}
