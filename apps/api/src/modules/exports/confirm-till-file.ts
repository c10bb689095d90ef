import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { readTillPharmacy } from '../till-sync/index.ts';
import { findTillFile, isLatest, loadRefusal } from './find-till-file.ts';
import { readTillBases } from './till-bases.ts';
import { TILL_FILE_TEXT } from './till-file-texts.ts';

const NEXT_LOAD = statement(
  { next: 'int' },
  'SELECT coalesce(max(load_no), 0) + 1 AS next FROM till_file WHERE apo_id = $1',
);

/**
 * Rule 9.18; idempotent. An older file may be confirmed again.
 * @throws PortalError 404, 409
 */
export function confirmTillFile(
  deps: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  { fileId, loaded, actor }: { fileId: number; loaded: boolean; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const file = await findTillFile(connection, apoId, fileId);
    if (!file) throw notFound();
    const { position: present } = await readTillPharmacy(connection, crmCompanyId);
    const bases = await readTillBases(connection, apoId, present);
    const latest = isLatest(file, bases);
    if (loaded ? latest : file.loadedAt === null) return;

    const at = deps.clock.now();
    const where = { apoId, id: fileId };
    if (loaded) {
      const refusal = await loadRefusal(connection, file, { present, bases });
      if (refusal !== null) throw wrongState(refusal);
      const { next: loadNo } = await askOne(connection, NEXT_LOAD, [apoId]);
      const { userName: loadedBy, subject: loadedActor } = actor;
      await updateOne(connection, 'till_file', where, { loadNo, loadedAt: at, loadedBy, loadedActor });
    } else {
      if (!latest) throw wrongState(TILL_FILE_TEXT.loadedSince);
      const nobody = { loadNo: null, loadedAt: null, loadedBy: null, loadedActor: null };
      await updateOne(connection, 'till_file', where, nobody);
    }
    const event = loaded ? TILL_FILE_TEXT.loaded(file.createdAt, file.rows) : TILL_FILE_TEXT.takenBack(file.createdAt);
    const [productGroup, ...others] = file.productGroups;
    const about = productGroup !== undefined && others.length === 0 ? { productGroup } : {};
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false, ...about });
  });
}
