import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { readSettingRow } from '../../db/setting-sql.ts';
import { updateOne } from '../../db/update-one.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { tellCustomerCentre } from '../outbox/index.ts';
import { writeLists } from '../price-writing/index.ts';
import { forceTillReload } from '../till-sync/index.ts';
import {
  aboveBoth,
  copiedPeriods,
  copiedRows,
  copySettings,
  hasOwnRows,
  noteFormerLists,
  noRows,
} from './exchange-list.ts';
import { findApoId, lockPharmacies } from './lock-pharmacies.ts';
import { MIRROR_TEXT } from './mirror-texts.ts';

/**
 * Rule 8.4: a copy of the main pharmacy's lists, so that no price jumps. Idempotent.
 * @throws PortalError 404, 409
 */
export function removeMirror(
  deps: { database: Database; clock: Clock },
  { pharmacy, shadowPharmacy, actor }: { pharmacy: number; shadowPharmacy: number; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const ids = [await findApoId(connection, pharmacy), await findApoId(connection, shadowPharmacy)] as const;
    const [main, mirror] = await lockPharmacies(connection, ...ids);
    if (mirror.apoId === main.apoId) throw wrongState(MIRROR_TEXT.notItsMirror);
    if (mirror.parentApoId === null) return;
    if (mirror.parentApoId !== main.apoId) throw wrongState(MIRROR_TEXT.notItsMirror);

    const at = deps.clock.now();
    const event = MIRROR_TEXT.event.ceasedToMirror(main);
    // A mirror owns no rows, unless linked outside the portal.
    const emptied = (await hasOwnRows(connection, mirror.apoId))
      ? await writeLists(connection, { lists: mirror.lists, at, actor, event, rows: (list) => [noRows(list)] })
      : mirror;
    const settings = await readSettingRow(connection, { apoId: main.apoId });
    await updateOne(connection, 'pharmacy', { apoId: mirror.apoId }, { parentApoId: null, ...settings });
    const lists = aboveBoth(emptied.lists, main.lists);
    await writeLists(connection, {
      lists,
      at,
      actor,
      event,
      comesBack: true,
      rows: (list) => [copiedRows(list, main.apoId)],
      also: (list) => copiedPeriods(list, main.apoId),
    });
    await copySettings(connection, main.apoId, mirror.apoId);
    await noteFormerLists(connection, mirror.apoId, main.lists);
    await forceTillReload(connection, mirror.apoId);
    const removed = MIRROR_TEXT.event.removed(mirror);
    await writeHistory(connection, { apoId: main.apoId, at, event: removed, actor, hasLog: false });
    const unlinked = { event: 'mirrorUnlinked', mirror: mirror.apoId } as const;
    await tellCustomerCentre(connection, unlinked, { apoId: main.apoId, actor, at });
  });
}
