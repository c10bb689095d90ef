import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import type { Clock } from '../../clock.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import type { TillAccount } from '../till-sync/index.ts';
import { TILLS_TEXT } from './tills-texts.ts';

const REMOVE = statement({ name: 'text?' }, 'DELETE FROM till WHERE apo_id = $1 AND account = $2 RETURNING name');

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
    await connection.query('DELETE FROM till_refused WHERE apo_id = $1 AND account = $2', till);
    await connection.query('DELETE FROM till_stock WHERE apo_id = $1 AND account = $2', till);
    await connection.query('DELETE FROM till_doubted WHERE apo_id = $1 AND account = $2', till);
    if (account === 'files') {
      const insert = `INSERT INTO till (apo_id, account, seen_at, removed_at) VALUES ($1, 'files', $2, $2)`;
      await connection.query(insert, [apoId, at]);
    } else if (!removed) throw wrongState(TILLS_TEXT.gone);
    const event = account === 'files' ? TILLS_TEXT.filesRemoved : TILLS_TEXT.removed(removed?.name ?? null);
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  });
}
