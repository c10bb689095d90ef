import type { Access } from '@portal/rules';
import type { Queryable } from '../db/database.ts';
import { ask, prepared, statement } from '../db/statement.ts';
import { forbidden } from '../http/errors.ts';
import { sameText } from '../http/xsrf.ts';

export type PharmacyContext = {
  readonly apoId: number;
  readonly crmCompanyId: number;
  readonly name: string;
  readonly country: string;
  readonly pilotAccess: boolean;
  /** The main pharmacy of a mirror, else null. */
  readonly parentApoId: number | null;
  /** The main pharmacy's for a mirror (rule 8.1). */
  readonly listApoId: number;
};

const PHARMACIES = prepared(
  statement(
    {
      apoId: 'int',
      crmCompanyId: 'int',
      token: 'text',
      name: 'text',
      country: 'text',
      pilotAccess: 'bool',
      parentApoId: 'int?',
    },
    `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", token, name, country,
          pilot_access AS "pilotAccess", parent_apo_id AS "parentApoId"
     FROM pharmacy WHERE apo_id = $1 OR crm_company_id = $1`,
  ),
);

/**
 * By apoId or crmCompanyId. A wrong token, an unknown and a foreign pharmacy get the same answer, so that none can be
 * probed (rule 1.6).
 * @throws PortalError 403
 */
export async function resolvePharmacy(
  db: Queryable,
  id: number,
  token: string,
  access: Access,
): Promise<PharmacyContext> {
  const rows = await ask(db, PHARMACIES, [id]);
  const found = rows.find((row) => sameText(row.token, token));
  if (!found || !(access.staff || access.pharmacyCrmIds.includes(found.crmCompanyId))) throw forbidden();
  const { token: _secret, ...pharmacy } = found;
  return { ...pharmacy, listApoId: pharmacy.parentApoId ?? pharmacy.apoId };
}

const PILOT_ACCESS = statement(
  { pilotAccess: 'bool' },
  'SELECT pilot_access AS "pilotAccess" FROM pharmacy WHERE crm_company_id = $1',
);

/** True for unknown ones, which get 404 later. */
export async function hasPilotAccess(db: Queryable, crmCompanyId: unknown): Promise<boolean> {
  const [row] = await ask(db, PILOT_ACCESS, [crmCompanyId]);
  return row?.pilotAccess ?? true;
}
