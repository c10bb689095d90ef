import type { StoredPharmacy, NumberOwners } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

const COLUMNS: ColumnsOf<StoredPharmacy> = {
  apoId: 'int',
  crmCompanyId: 'int',
  token: 'text',
  name: 'text',
  street: 'text',
  zipcode: 'text',
  city: 'text',
  country: 'text',
  betriebsNr: 'text?',
  active: 'int',
  pilotAccess: 'bool',
  contractStatus: 'int',
  userAccessActivated: 'bool',
  userEmails: 'text?',
  crmChangedAt: 'time?',
  activeChangedAt: 'time?',
};

const KNOWN = statement<StoredPharmacy>(
  COLUMNS,
  `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", token, name, street, zipcode, city, country, betriebs_nr AS "betriebsNr",
          active, pilot_access AS "pilotAccess", contract_status AS "contractStatus",
          user_access_activated AS "userAccessActivated", user_emails AS "userEmails", crm_changed_at AS "crmChangedAt",
          active_changed_at AS "activeChangedAt"
     FROM pharmacy JOIN (
            SELECT apo_id FROM pharmacy WHERE crm_company_id = ANY ($1) UNION SELECT apo_id FROM pharmacy WHERE apo_id = ANY ($2)
          ) named USING (apo_id)`,
);

/** Pharmacies by both of their numbers, as records of one call change them one after the other. */
export type Known = {
  owners(numbers: { crmCompanyId: number; apoId: number }): NumberOwners;
  find(crmCompanyId: number): StoredPharmacy | undefined;
  keep(pharmacy: StoredPharmacy): void;
};

/** Those that have one of the numbers, and the one whose crmCompanyId is `also`. */
export async function readKnown(
  db: Queryable,
  numbers: readonly { readonly crmCompanyId: number; readonly apoId: number }[],
  also?: number,
): Promise<Known> {
  const crmIds = [...numbers.map(({ crmCompanyId }) => crmCompanyId), ...(also === undefined ? [] : [also])];
  const apoIds = numbers.map(({ apoId }) => apoId);
  const byCrm = new Map<number, StoredPharmacy>();
  const byApo = new Map<number, StoredPharmacy>();
  const keep = (pharmacy: StoredPharmacy) => {
    byCrm.set(pharmacy.crmCompanyId, pharmacy);
    byApo.set(pharmacy.apoId, pharmacy);
  };
  for (const pharmacy of await ask(db, KNOWN, [crmIds, apoIds])) keep(pharmacy);
  return {
    owners: ({ crmCompanyId, apoId }) => ({ byCrmCompanyId: byCrm.get(crmCompanyId), byApoId: byApo.get(apoId) }),
    find: (crmCompanyId) => byCrm.get(crmCompanyId),
    keep,
  };
}
