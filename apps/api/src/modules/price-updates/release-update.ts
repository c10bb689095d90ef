import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { forbidden, mirrorReadOnly, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { changeUpdate } from './change-update.ts';
import { lockUpdate, requireOpen } from './lock-update.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

/** Two where one's number is the other's customer number. */
const PHARMACIES = statement(
  { apoId: 'int', userEmails: 'text?', parent: 'int?' },
  `SELECT apo_id AS "apoId", user_emails AS "userEmails", parent_apo_id AS parent
     FROM pharmacy WHERE apo_id = $1 OR crm_company_id = $1 ORDER BY apo_id <> $1`,
);
const HOLDER = statement(
  { apoId: 'int' },
  'SELECT apo_id AS "apoId" FROM price_update WHERE apo_id = ANY($1) AND id = $2',
);

/**
 * Rule 6.19; idempotent.
 * @throws PortalError 403, 404, 409
 */
export function releaseLzd(
  deps: { database: Database; clock: Clock },
  { pharmacyId, lzdId, actor }: { pharmacyId: number; lzdId: number; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const named = await ask(connection, PHARMACIES, [pharmacyId]);
    const [holder] = await ask(connection, HOLDER, [named.map(({ apoId }) => apoId), lzdId]);
    const pharmacy = named.find(({ apoId }) => apoId === holder?.apoId) ?? named[0];
    if (!pharmacy) throw forbidden();
    if (pharmacy.parent !== null) throw mirrorReadOnly();
    const { update } = await lockUpdate(connection, { kind: 'LZD', apoId: pharmacy.apoId, id: lzdId });
    requireOpen(update);
    if (update.readyForApproval) return;
    if (pharmacy.userEmails === null) throw wrongState(UPDATE_TEXT.noAccessYet);
    const at = deps.clock.now();
    await changeUpdate(connection, update, { readyForApproval: true, releasedAt: at, updatedAt: at });
    await writeHistory(connection, {
      apoId: update.apoId,
      at,
      event: UPDATE_EVENT.released(update),
      actor,
      productGroup: update.group,
      update,
      hasLog: false,
    });
  });
}
