import { REASON } from '@portal/contracts';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { PortalError, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { countChanges } from './count-changes.ts';
import { formatCursor, parseCursor, type Position, reaches } from './cursor.ts';
import { isCurrent } from './is-current.ts';
import { readTillPharmacy, type TillPharmacy } from './read-position.ts';
import { TILL_TEXT } from './till-texts.ts';

/**
 * Idempotent. Rule 9.6.
 * @throws PortalError 404, 409, 422
 */
export function acknowledge(
  deps: { database: Database; clock: Clock },
  { crmCompanyId, cursor, actor }: { crmCompanyId: number; cursor: string; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const { apoId } = await readTillPharmacy(connection, crmCompanyId);
    const position = readPosition(cursor, crmCompanyId);
    // The later of two sees what the first recorded.
    await lockPharmacyRows(connection, [apoId], 'change');
    const pharmacy = await readTillPharmacy(connection, crmCompanyId);
    if (!(await isCurrent(connection, position, pharmacy.position))) throw wrongState(TILL_TEXT.outdatedCursor);
    const at = deps.clock.now();
    const before = await readLoaded(connection, pharmacy);
    if (before && reaches(before.versions, position.versions)) {
      await updateOne(connection, 'till_state', { apoId: pharmacy.apoId }, { seenAt: at });
      return;
    }
    const changes =
      before && (await countChanges(connection, position.listApoId, { from: before.versions, to: position.versions }));
    const isNews = changes !== 0;
    await connection.query(
      `INSERT INTO till_state AS t (apo_id, cursor, loaded_at, seen_at) VALUES ($1, $2, $3, $3)
       ON CONFLICT (apo_id) DO UPDATE
         SET cursor = $2, seen_at = $3, loaded_at = CASE WHEN $4 THEN $3 ELSE t.loaded_at END`,
      [pharmacy.apoId, formatCursor({ to: position }), at, isNews],
    );
    if (!isNews) return;
    const event = changes === undefined ? TILL_TEXT.loadedAll : TILL_TEXT.loadedChanges(changes);
    await writeHistory(connection, { apoId: pharmacy.apoId, at, event, actor, hasLog: false });
  });
}

/** @throws PortalError 409 for a former shape, 422 */
function readPosition(cursor: string, crmCompanyId: number): Position {
  const parsed = parseCursor(cursor);
  if (!parsed) throw refused(TILL_TEXT.unreadableCursor);
  if (parsed === 'former') throw wrongState(TILL_TEXT.outdatedCursor);
  if (parsed.walk) throw refused(TILL_TEXT.pageCursor);
  if (parsed.to.crmCompanyId !== crmCompanyId) throw refused(TILL_TEXT.foreignCursor);
  return parsed.to;
}

const LOADED_CURSOR = statement({ cursor: 'text' }, 'SELECT cursor FROM till_state WHERE apo_id = $1');

/** Null after the list was exchanged. */
async function readLoaded(connection: pg.PoolClient, { apoId, position }: TillPharmacy): Promise<Position | undefined> {
  const rows = await ask(connection, LOADED_CURSOR, [apoId]);
  const before = rows[0] && parseCursor(rows[0].cursor);
  if (!before || before === 'former') return undefined;
  return (await isCurrent(connection, before.to, position)) ? before.to : undefined;
}

function refused(message: string): PortalError {
  return new PortalError(422, REASON.invalid, message);
}
