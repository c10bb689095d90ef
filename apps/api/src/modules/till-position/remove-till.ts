import type { Database } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import type { Clock } from '../../clock.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { TILLS_TEXT } from './tills-texts.ts';

const REMOVE = statement({ name: 'text?' }, 'DELETE FROM till WHERE apo_id = $1 AND account = $2 RETURNING name');

const NOTE_FILES_REMOVED = command(
  `INSERT INTO till (apo_id, account, seen_at, removed_at) VALUES ($1, 'files', $2, $2)`,
);

const FORGET_REFUSED = command('DELETE FROM till_refused WHERE apo_id = $1 AND account = $2');

const FORGET_STOCK = command('DELETE FROM till_stock WHERE apo_id = $1 AND account = $2');

const FORGET_DOUBTED = command('DELETE FROM till_doubted WHERE apo_id = $1 AND account = $2');

/**
 * Rule 22.7.
 * @throws PortalError 409 when there is none
 */
export function removeTill(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, account, actor }: { apoId: number; account: TillAccount; actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const at = clock.now();
    const till = [apoId, account];
    const [removed] = await ask(connection, REMOVE, till);
    await run(connection, FORGET_REFUSED, till);
    await run(connection, FORGET_STOCK, till);
    await run(connection, FORGET_DOUBTED, till);
    if (account === 'files') {
      await run(connection, NOTE_FILES_REMOVED, [apoId, at]);
    } else if (!removed) throw wrongState(TILLS_TEXT.gone);
    const event = account === 'files' ? TILLS_TEXT.filesRemoved : TILLS_TEXT.removed(removed?.name ?? null);
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  });
}
