import type { HeldCounts } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import { isCurrent, positionOf, readApprovedPrices, readTillPharmacy, TILL_TEXT } from '../till-sync/index.ts';
import { type HeldRows, storeInventory } from './inventory.ts';

type TakenInventory = {
  crmCompanyId: number;
  cursor?: string | undefined;
  rows: HeldRows;
  /** Aborted: nothing is stored. */
  signal: AbortSignal;
};

/**
 * What a till holds, against the cursor it names or what is in force. Rule 9.24.
 * @throws PortalError 404, 409, 422
 */
export function takeInventory(
  { database, clock }: { database: Database; clock: Clock },
  { crmCompanyId, cursor, rows, signal }: TakenInventory,
): Promise<HeldCounts> {
  return database.transaction(async (connection) => {
    // Or the list could be exchanged between position and prices.
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const { apoId, position: present } = await readTillPharmacy(connection, crmCompanyId);
    const position = cursor === undefined ? present : positionOf(cursor, crmCompanyId);
    if (!(await isCurrent(connection, position, present))) throw wrongState(TILL_TEXT.outdatedCursor);
    const approved = await readApprovedPrices(connection, position);
    signal.throwIfAborted();
    const told = { takenAt: clock.now(), source: 'till', cursor: cursor ?? null, fileName: null } as const;
    return storeInventory(connection, { apoId, ...told, userName: TILL_TEXT.user, actor: null, rows, approved });
  });
}
