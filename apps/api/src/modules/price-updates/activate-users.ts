import type { Access } from '@portal/rules';
import { resolvePharmacy } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { UPDATE_EVENT } from './update-texts.ts';

/**
 * 'TruePrice Apothekenzugriff aktivieren' and 'Demo freischalten' (rule 6.23): owner and deputies of the pharmacy
 * may use the tool. Doing it again changes nothing. Mirrors can be given access too (rule 6.23).
 * @returns the name of the pharmacy, whose persons the identity provider knows
 * @throws PortalError 403 for an unknown pharmacy or a wrong token
 */
export function activateUsers(
  deps: { database: Database; clock: Clock },
  options: { pharmacyId: number; token: string; demo: boolean; actor: Actor; access: Access },
): Promise<string[]> {
  return deps.database.transaction(async (connection) => {
    const pharmacy = await resolvePharmacy(connection, options.pharmacyId, options.token, options.access);
    await lockPharmacyRows(connection, [pharmacy.apoId], 'change');
    const activated = await connection.query(
      `UPDATE pharmacy SET user_emails = 'issued', user_access_activated = true
        WHERE apo_id = $1 AND (user_emails IS NULL OR NOT user_access_activated)`,
      [pharmacy.apoId],
    );
    if (activated.rowCount === 1) {
      await writeHistory(connection, {
        apoId: pharmacy.apoId,
        at: deps.clock.now(),
        event: options.demo ? UPDATE_EVENT.demoActivated : UPDATE_EVENT.accessActivated,
        actor: options.actor,
        hasLog: false,
      });
    }
    return [pharmacy.name];
  });
}
