import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { tellCustomerCentre } from '../outbox/index.ts';
import { writeLists } from '../price-writing/index.ts';
import { forceTillReload } from '../till-sync/index.ts';
import { noRows } from './exchange-list.ts';
import { mirrorRefusal } from './validate-mirror.ts';
import { findApoId, lockPharmacies } from './lock-pharmacies.ts';
import { MIRROR_TEXT } from './mirror-texts.ts';
import { command, run } from '../../db/statement.ts';

const FORGET_MARKS = command('DELETE FROM review_mark WHERE apo_id = $1');

const FORGET_RULES = command('DELETE FROM standing_rule WHERE apo_id = $1');

/**
 * Rule 8.1; idempotent; its till reloads. Rule 8.5.
 * @throws PortalError 404, 409
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
    await writeLists(connection, { lists: mirror.lists, at, actor, event, rows: (list) => [noRows(list)] });
    await run(connection, FORGET_MARKS, [mirror.apoId]);
    // Rule 18.10.
    await run(connection, FORGET_RULES, [mirror.apoId]);
    await updateOne(connection, 'pharmacy', { apoId: mirror.apoId }, { parentApoId: main.apoId });
    await forceTillReload(connection, mirror.apoId);
    const added = MIRROR_TEXT.event.added(mirror);
    await writeHistory(connection, { apoId: main.apoId, at, event: added, actor, hasLog: false });
    const linked = { event: 'mirrorLinked', mirror: mirror.apoId } as const;
    await tellCustomerCentre(connection, linked, { apoId: main.apoId, actor, at });
  });
}
