import type { Access } from '@portal/rules';
import { resolvePharmacy } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { tellCustomerCentre } from '../outbox/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { UPDATE_EVENT } from './update-texts.ts';
import { command, run } from '../../db/statement.ts';

/**
 * Rule 6.23; idempotent, also for mirrors.
 * @throws PortalError 403
 */
export function activateUsers(
  deps: { database: Database; clock: Clock },
  options: { pharmacyId: number; token: string; demo: boolean; actor: Actor; access: Access },
): Promise<string[]> {
  return deps.database.transaction(async (connection) => {
    const pharmacy = await resolvePharmacy(connection, options.pharmacyId, options.token, options.access);
    await lockPharmacyRows(connection, [pharmacy.apoId], 'change');
    const { apoId, name } = pharmacy;
    if (await hasAccess(connection, apoId)) return [name];
    await updateOne(connection, 'pharmacy', { apoId }, { userEmails: 'issued', userAccessActivated: true });
    const { demo, actor } = options;
    const at = deps.clock.now();
    const event = demo ? UPDATE_EVENT.demoActivated : UPDATE_EVENT.accessActivated;
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
    await tellCustomerCentre(connection, { event: 'accessActivated', demo }, { apoId, actor, at });
    return [name];
  });
}

const HAS_ACCESS = command(
  'SELECT FROM pharmacy WHERE apo_id = $1 AND user_emails IS NOT NULL AND user_access_activated',
);

async function hasAccess(db: Queryable, apoId: number): Promise<boolean> {
  const rowCount = await run(db, HAS_ACCESS, [apoId]);
  return rowCount === 1;
}
