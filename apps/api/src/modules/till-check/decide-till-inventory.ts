import { formatDate } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { dropDoubted, readDoubted, readTillDeviations, storeInventory } from '../till-inventory/index.ts';
import {
  isCurrent,
  positionOf,
  readApprovedPrices,
  readTillPharmacy,
  TILL_TEXT,
  type TillAccount,
} from '../till-sync/index.ts';
import { TILL_CHECK_TEXT } from './till-check-texts.ts';

type Word = { readonly till: string; readonly takenAt: string; readonly counts: boolean; readonly actor: Actor };

/**
 * A person says whether a doubted inventory counts. Rule 9.45.
 * @throws PortalError 409 when another one has come, or somebody has decided
 */
export function decideTillInventory(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  { till, takenAt, counts, actor }: Word,
): Promise<void> {
  const account = till as TillAccount;
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const doubted = await readDoubted(connection, { apoId, account });
    if (doubted?.takenAt.toISOString() !== takenAt) throw wrongState(TILL_CHECK_TEXT.decided);
    const { cursor, rows, beside } = doubted;
    const day = formatDate(doubted.takenAt);
    const tell = (event: string) => writeHistory(connection, { apoId, at: clock.now(), event, actor, hasLog: false });
    if (!counts) {
      await dropDoubted(connection, { apoId, account });
      await tell(TILL_CHECK_TEXT.dropped(day));
      return;
    }
    const { position: present } = await readTillPharmacy(connection, crmCompanyId);
    const position = positionOf(cursor ?? beside.position, crmCompanyId);
    const isKnown = await isCurrent(connection, position, present);
    const approved = await readApprovedPrices(connection, isKnown ? position : present);
    const told = {
      takenAt: doubted.takenAt,
      source: 'till',
      cursor,
      fileName: null,
      userName: TILL_TEXT.user,
    } as const;
    await storeInventory(connection, { apoId, account, ...told, actor: null, rows, approved, beside });
    const tills = await readTillDeviations(connection, { apoId, crmCompanyId });
    const deviations = tills.find((till) => till.account === account) ?? { count: 0, missing: 0 };
    await tell(TILL_CHECK_TEXT.confirmed(day, deviations));
  });
}
