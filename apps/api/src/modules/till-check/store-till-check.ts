import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { readTillDeviations, storeInventory, tillOfExport } from '../till-inventory/index.ts';
import { readApprovedPrices, readTillPharmacy } from '../till-sync/index.ts';
import { TILL_CHECK_TEXT } from './till-check-texts.ts';

type Read = {
  readonly rows: readonly { readonly pzn: string; readonly ownPrice: number | null }[];
  readonly unreadable: readonly string[];
  readonly fileName: string;
  readonly actor: Actor;
};

/**
 * Rules 9.30 and 9.33.
 * @returns the number of deviations
 */
export function storeTillCheck(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  { rows, unreadable, fileName, actor }: Read,
): Promise<number> {
  const sorted = rows.toSorted((a, b) => Number(a.pzn) - Number(b.pzn));
  const held = {
    pzns: sorted.map(({ pzn }) => Number(pzn)),
    cents: sorted.map(({ ownPrice }) => ownPrice),
  };
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const { position } = await readTillPharmacy(connection, crmCompanyId);
    const at = clock.now();
    const { userName, subject } = actor;
    const taken = { takenAt: at, source: 'file', cursor: null, fileName, userName, actor: subject } as const;
    const account = await tillOfExport(connection, apoId);
    await storeInventory(connection, {
      apoId,
      account,
      ...taken,
      rows: held,
      approved: await readApprovedPrices(connection, position),
      unreadable: unreadable.map(Number),
    });
    const deviations =
      (await readTillDeviations(connection, { apoId, crmCompanyId })).find((till) => till.account === account)?.count ??
      0;
    await writeHistory(connection, {
      apoId,
      at,
      event: TILL_CHECK_TEXT.event(fileName, deviations),
      actor,
      hasLog: false,
    });
    return deviations;
  });
}
