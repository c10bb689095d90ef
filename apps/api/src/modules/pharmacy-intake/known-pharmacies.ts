import type { StoredPharmacy, NumberOwners } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { PHARMACY_COLUMNS, PHARMACY_SELECTED } from '../../db/pharmacy-columns.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

const COLUMNS: ColumnsOf<StoredPharmacy> = {
  ...PHARMACY_COLUMNS,
  pilotAccess: 'bool',
  crmChangedAt: 'time?',
  activeChangedAt: 'time?',
};

const KNOWN = statement<StoredPharmacy>(
  COLUMNS,
  `SELECT ${PHARMACY_SELECTED}, p.pilot_access AS "pilotAccess", p.crm_changed_at AS "crmChangedAt", p.active_changed_at AS "activeChangedAt"
     FROM pharmacy p JOIN (
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
