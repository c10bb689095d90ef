import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { countChanges } from './count-changes.ts';
import { formatCursor, reaches, sameVersions } from './cursor.ts';
import { isCurrent } from './is-current.ts';
import { positionOf } from './position-of.ts';
import { readTillPharmacy } from './read-position.ts';
import { furthestOf, isSetBack, readLoadedPosition, setBackTill, stillFallen } from './set-back-till.ts';
import { forgetSentAgain, judgeHeld, storeHeld, storeRefusals, type TillTells } from './tells.ts';
import { noteTillCall, type TillCaller } from './till-account.ts';
import { TILL_TEXT } from './till-texts.ts';

type Acknowledgement = TillTells & { crmCompanyId: number; cursor: string; till: TillCaller; actor: Actor };

/** An older cursor after a newer one was delayed within, and after that the till set back (rule 22.6). */
const DELAY_MS = 120_000;

/**
 * Idempotent. Rule 9.6.
 * @throws PortalError 404, 409, 422
 */
export function acknowledge(
  deps: { database: Database; clock: Clock },
  { crmCompanyId, cursor, till, actor, refused = [], held }: Acknowledgement,
): Promise<void> {
  const { account } = till;
  return deps.database.transaction(async (connection) => {
    const { apoId, position: present } = await readTillPharmacy(connection, crmCompanyId);
    const position = positionOf(cursor, crmCompanyId);
    if (!(await isCurrent(connection, position, present))) throw wrongState(TILL_TEXT.outdatedCursor);
    const judged = held && (await judgeHeld(connection, { apoId, account, position }, held));
    // The later of two sees what the first recorded.
    await lockPharmacyRows(connection, [apoId], 'change');
    const pharmacy = await readTillPharmacy(connection, crmCompanyId);
    if (!(await isCurrent(connection, position, pharmacy.position))) throw wrongState(TILL_TEXT.outdatedCursor);
    const at = deps.clock.now();
    await noteTillCall(connection, { ...till, apoId, at });
    const { before, cursorAt, fallenFrom } = await readLoadedPosition(connection, pharmacy, account);
    const tell = async () => {
      if (judged) await storeHeld(connection, { apoId, account, at, position }, judged);
      if (refused.length > 0) await storeRefusals(connection, { apoId, account, at }, refused);
    };
    if (before && isSetBack(before, position)) {
      if (cursorAt && at.getTime() - cursorAt.getTime() < DELAY_MS) return;
      await setBackTill(connection, { apoId, account }, { before, position, fallenFrom, at });
      return tell();
    }
    if (before && sameVersions(before.versions, position.versions)) {
      await updateOne(connection, 'till', { apoId, account }, { cursorAt: at });
      return tell();
    }
    const furthest = before && furthestOf(before, fallenFrom);
    // After it was set back it loads these again, which the history has.
    const isAgain = furthest !== undefined && reaches(furthest.versions, position.versions);
    const span = furthest && { from: furthest.versions, to: position.versions };
    const changes = isAgain ? 0 : span && (await countChanges(connection, position.listApoId, span));
    const isNews = changes !== 0;
    await updateOne(
      connection,
      'till',
      { apoId, account },
      {
        cursor: formatCursor({ to: position }),
        cursorAt: at,
        fallenFrom: stillFallen(fallenFrom, position),
        ...(isNews ? { loadedAt: at } : {}),
        // What it held of a former list says nothing of this one.
        ...(before ? {} : { heldCursor: null, differsSince: null }),
      },
    );
    await forgetSentAgain(
      connection,
      { apoId, account },
      { ...position, from: before?.versions, to: position.versions },
    );
    await tell();
    if (!isNews) return;
    const event = changes === undefined ? TILL_TEXT.loadedAll : TILL_TEXT.loadedChanges(changes);
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  });
}
