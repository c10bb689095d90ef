import type { StoredPharmacy } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { expectRows } from '../../db/update-one.ts';
import { command, run } from '../../db/statement.ts';

/** What is written of a pharmacy; the other columns are the portal's. */
const RECORD = `r(apo_id int, crm_company_id int, token text, name text, street text, zipcode text, city text, country text,
  betriebs_nr text, active smallint, pilot_access boolean, contract_status smallint, user_access_activated boolean, user_emails text,
  crm_changed_at timestamptz)`;

const INSERT = command(`
  INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, country, betriebs_nr, active, pilot_access,
                        contract_status, user_access_activated, user_emails, crm_changed_at, created_at)
  SELECT apo_id, crm_company_id, token, name, street, zipcode, city, country, betriebs_nr, active, pilot_access, contract_status,
         user_access_activated, user_emails, crm_changed_at, $2 FROM jsonb_to_recordset($1::jsonb) AS ${RECORD}`);

const UPDATE = command(`
  UPDATE pharmacy p
     SET token = r.token, name = r.name, street = r.street, zipcode = r.zipcode, city = r.city, country = r.country,
         betriebs_nr = r.betriebs_nr, active = r.active, pilot_access = r.pilot_access, crm_changed_at = r.crm_changed_at
    FROM jsonb_to_recordset($1::jsonb) AS ${RECORD} WHERE p.apo_id = r.apo_id`);

export async function insertPharmacies(db: Queryable, pharmacies: readonly StoredPharmacy[], at: Date): Promise<void> {
  if (pharmacies.length === 0) return;
  expectRows(await run(db, INSERT, [recordsOf(pharmacies), at]), 'pharmacy', pharmacies.length);
}

/** Leaves what is the portal's (rule 23.3). */
export async function updatePharmacies(db: Queryable, pharmacies: readonly StoredPharmacy[]): Promise<void> {
  if (pharmacies.length === 0) return;
  expectRows(await run(db, UPDATE, [recordsOf(pharmacies)]), 'pharmacy', pharmacies.length);
}

function recordsOf(pharmacies: readonly StoredPharmacy[]): string {
  return JSON.stringify(
    pharmacies.map((one) => ({
      apo_id: one.apoId,
      crm_company_id: one.crmCompanyId,
      token: one.token,
      name: one.name,
      street: one.street,
      zipcode: one.zipcode,
      city: one.city,
      country: one.country,
      betriebs_nr: one.betriebsNr,
      active: one.active,
      pilot_access: one.pilotAccess,
      contract_status: one.contractStatus,
      user_access_activated: one.userAccessActivated,
      user_emails: one.userEmails,
      crm_changed_at: one.crmChangedAt,
    })),
  );
}
