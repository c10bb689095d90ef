import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { forceTillReload } from '../till-sync/index.ts';
import { emptyLists, hasOwnRows } from './exchange-list.ts';
import { mirrorRefusal } from './judge-mirror.ts';
import { findApoId, lockPharmacies } from './lock-pharmacies.ts';
import { MIRROR_TEXT } from './mirror-texts.ts';

/**
 * Makes a pharmacy a mirror (rule 8.1): from now on it shows and sells by its main pharmacy's lists. Rows of its own leave
 * its lists, and its log keeps them; its till loads everything again. Doing it again changes nothing.
 * @param pharmacy apoId or crmCompanyId of the main pharmacy, `shadowPharmacy` of the mirror
 * @throws PortalError 404 for an unknown pharmacy, 409 with the reason when it cannot become a mirror
 */
export function addMirror(
  deps: { database: Database; clock: Clock },
  { pharmacy, shadowPharmacy, actor }: { pharmacy: number; shadowPharmacy: number; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const ids = [await findApoId(connection, pharmacy), await findApoId(connection, shadowPharmacy)] as const;
    const [main, mirror] = await lockPharmacies(connection, ...ids);
    if (mirror.parentApoId === main.apoId) return;
    const refusal = mirrorRefusal(mirror, main);
    if (refusal !== null) throw wrongState(refusal);

    const at = deps.clock.now();
    const event = MIRROR_TEXT.event.becameMirror(main);
    const hasLog = await hasOwnRows(connection, mirror.apoId);
    const historyId = await writeHistory(connection, { apoId: mirror.apoId, at, event, actor, hasLog });
    await emptyLists(connection, { apoId: mirror.apoId, at, actor, event, historyId });
    await connection.query('UPDATE pharmacy SET parent_apo_id = $2 WHERE apo_id = $1', [mirror.apoId, main.apoId]);
    await forceTillReload(connection, mirror.apoId);
    const added = MIRROR_TEXT.event.added(mirror);
    await writeHistory(connection, { apoId: main.apoId, at, event: added, actor, hasLog: false });
  });
}
