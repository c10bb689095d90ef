import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { countChanges } from './count-changes.ts';
import { formatCursor, parseCursor, type Position, reaches, sameVersions } from './cursor.ts';
import { isCurrent } from './is-current.ts';
import { positionOf } from './position-of.ts';
import { readTillPharmacy, type TillPharmacy } from './read-position.ts';
import { forgetSentAgain, judgeHeld, storeHeld, storeRefusals, type TillTells } from './tells.ts';
import { TILL_TEXT } from './till-texts.ts';

type Acknowledgement = TillTells & { crmCompanyId: number; cursor: string; actor: Actor };

/**
 * Idempotent. Rule 9.6.
 * @throws PortalError 404, 409, 422
 */
export function acknowledge(
  deps: { database: Database; clock: Clock },
  { crmCompanyId, cursor, actor, refused = [], held }: Acknowledgement,
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const { apoId, position: present } = await readTillPharmacy(connection, crmCompanyId);
    const position = positionOf(cursor, crmCompanyId);
    if (!(await isCurrent(connection, position, present))) throw wrongState(TILL_TEXT.outdatedCursor);
    const judged = held && (await judgeHeld(connection, { apoId, position }, held));
    // The later of two sees what the first recorded.
    await lockPharmacyRows(connection, [apoId], 'change');
    const pharmacy = await readTillPharmacy(connection, crmCompanyId);
    if (!(await isCurrent(connection, position, pharmacy.position))) throw wrongState(TILL_TEXT.outdatedCursor);
    const at = deps.clock.now();
    const before = await readLoaded(connection, pharmacy);
    const tell = async () => {
      if (judged) await storeHeld(connection, { apoId, at, position }, judged);
      if (refused.length > 0) await storeRefusals(connection, { apoId, at }, refused);
    };
    if (before && reaches(before.versions, position.versions)) {
      await updateOne(connection, 'till_state', { apoId }, { seenAt: at });
      // A late one says nothing of the present.
      if (sameVersions(before.versions, position.versions)) await tell();
      return;
    }
    const changes =
      before && (await countChanges(connection, position.listApoId, { from: before.versions, to: position.versions }));
    const isNews = changes !== 0;
    await connection.query(
      `INSERT INTO till_state AS t (apo_id, cursor, loaded_at, seen_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (apo_id) DO UPDATE
         SET cursor = $2, seen_at = $3, loaded_at = CASE WHEN $4 THEN $3 ELSE t.loaded_at END,
             -- What it held of a former list says nothing of this one.
             differs_since = CASE WHEN $5 THEN t.differs_since END`,
      [apoId, formatCursor({ to: position }), at, isNews, before !== undefined],
    );
    await forgetSentAgain(connection, apoId, { ...position, from: before?.versions, to: position.versions });
    await tell();
    if (!isNews) return;
    const event = changes === undefined ? TILL_TEXT.loadedAll : TILL_TEXT.loadedChanges(changes);
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  });
}

const LOADED_CURSOR = statement({ cursor: 'text' }, 'SELECT cursor FROM till_state WHERE apo_id = $1');

/** Null after the list was exchanged. */
async function readLoaded(connection: pg.PoolClient, { apoId, position }: TillPharmacy): Promise<Position | undefined> {
  const rows = await ask(connection, LOADED_CURSOR, [apoId]);
  const before = rows[0] && parseCursor(rows[0].cursor);
  if (!before || before === 'former') return undefined;
  return (await isCurrent(connection, before.to, position)) ? before.to : undefined;
}
