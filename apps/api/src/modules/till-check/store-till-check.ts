import { describeInventoryDoubt } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { findDoubts, readTillDeviations, storeInventory, tillOfExport } from '../till-inventory/index.ts';
import { readApprovedPrices, readTillPharmacy } from '../till-sync/index.ts';
import { TILL_CHECK_TEXT } from './till-check-texts.ts';

type Read = {
  readonly rows: readonly { readonly pzn: string; readonly ownPrice: number | null }[];
  readonly unreadable: readonly string[];
  readonly fileName: string;
  /** Whatever is doubted. */
  readonly despite: boolean;
  readonly actor: Actor;
};
type Stored = { readonly status: 'OK' | 'doubtful'; readonly deviations: number; readonly doubts: string[] };

/**
 * Rules 9.30, 9.33 and 9.45.
 * @returns `doubtful`: nothing is stored
 */
export function storeTillCheck(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  { rows, unreadable, fileName, despite, actor }: Read,
): Promise<Stored> {
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
    const approved = await readApprovedPrices(connection, position);
    const look = { pharmacy: { apoId, crmCompanyId }, account, source: 'file', rows: held, approved } as const;
    const doubts = (await findDoubts(connection, { ...look, unreadable: unreadable.length })).map(
      describeInventoryDoubt,
    );
    if (doubts.length > 0 && !despite) return { status: 'doubtful', deviations: 0, doubts };
    await storeInventory(connection, {
      apoId,
      account,
      ...taken,
      rows: held,
      approved,
      unreadable: unreadable.map(Number),
    });
    const tills = await readTillDeviations(connection, { apoId, crmCompanyId });
    const deviations = tills.find((till) => till.account === account) ?? { count: 0, missing: 0 };
    await writeHistory(connection, {
      apoId,
      at,
      event: TILL_CHECK_TEXT.event(fileName, deviations, doubts),
      actor,
      hasLog: false,
    });
    return { status: 'OK', deviations: deviations.count, doubts };
  });
}
