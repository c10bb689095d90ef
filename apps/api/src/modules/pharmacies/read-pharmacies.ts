import type { Pharmacy, PharmacyListEntry } from '@portal/contracts';
import type { Access } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

/** When the oldest of some packages arrived, as answers have it. */
const oldest = (packages: string) =>
  `to_char(min(created_at) FILTER (WHERE ${packages}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Pharmacies as the browser shows them, with the open packages of their own list or, for a mirror, of the main one.
 * `$1` true for staff, who see unreleased LZD too (rule 2.8).
 */
const SELECT = `
  WITH open AS (
    SELECT apo_id,
           count(*) FILTER (WHERE kind = 'MDP')::int AS mdp,
           count(*) FILTER (WHERE kind = 'QDP')::int AS qdp,
           count(*) FILTER (WHERE kind = 'LZD' AND ($1 OR ready_for_approval))::int AS lzd,
           count(*) FILTER (WHERE kind = 'LZD' AND ready_for_approval)::int AS lzd_active,
           ${oldest("kind = 'MDP'")} AS mdp_since,
           ${oldest("kind = 'QDP'")} AS qdp_since,
           ${oldest("kind = 'LZD' AND ($1 OR ready_for_approval)")} AS lzd_since
      FROM price_update WHERE status = 0 GROUP BY apo_id
  )
  SELECT p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.token, p.name, p.street, p.zipcode, p.city,
         p.country, p.betriebs_nr AS "betriebsNr", p.active, p.user_access_activated AS "userAccessActivated",
         p.contract_status AS "contractStatus", p.parent_apo_id AS "parentPharmacy", p.user_emails AS "userEmails",
         coalesce(o.mdp, 0) AS "mdpCount", coalesce(o.qdp, 0) AS "qdpCount", coalesce(o.lzd, 0) AS "lzdCount",
         coalesce(o.lzd_active, 0) AS "lzdActiveCount",
         o.mdp_since AS "mdpSince", o.qdp_since AS "qdpSince", o.lzd_since AS "lzdSince"
    FROM pharmacy p LEFT JOIN open o ON o.apo_id = coalesce(p.parent_apo_id, p.apo_id)`;

const COLUMNS: ColumnsOf<Pharmacy> = {
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
  userAccessActivated: 'bool',
  contractStatus: 'int',
  parentPharmacy: 'int?',
  userEmails: 'text?',
  mdpCount: 'int',
  qdpCount: 'int',
  lzdCount: 'int',
  lzdActiveCount: 'int',
  mdpSince: 'text?',
  qdpSince: 'text?',
  lzdSince: 'text?',
};

const VISIBLE_PHARMACIES = statement<Pharmacy>(
  COLUMNS,
  `${SELECT} WHERE $1 OR p.crm_company_id = ANY($2::int[]) ORDER BY p.name, p.apo_id`,
);

/** The pharmacies a caller may see: all for staff, else those of the caller's roles. Sorted by name. */
export async function readPharmacies(db: Queryable, access: Access): Promise<Pharmacy[]> {
  return ask(db, VISIBLE_PHARMACIES, [access.staff, access.pharmacyCrmIds.filter((id) => id <= 2_147_483_647)]);
}

const PHARMACY_FAMILY = statement<Pharmacy>(
  COLUMNS,
  `${SELECT} WHERE p.apo_id = $2 OR p.parent_apo_id = $2
      OR p.apo_id = (SELECT parent_apo_id FROM pharmacy WHERE apo_id = $2) ORDER BY p.name, p.apo_id`,
);

/** One pharmacy with its mirrors and its main pharmacy. */
export async function readPharmacyFamily(
  db: Queryable,
  apoId: number,
  access: Access,
): Promise<{ pharmacy: Pharmacy; mirrors: Pharmacy[]; main: Pharmacy | null }> {
  const rows = await ask(db, PHARMACY_FAMILY, [access.staff, apoId]);
  const pharmacy = rows.find((row) => row.apoId === apoId);
  if (!pharmacy) throw new Error(`pharmacy ${apoId} is gone`);
  const hide = (row: Pharmacy) => withoutForeignToken(row, access);
  return {
    pharmacy,
    mirrors: rows.filter((row) => row.parentPharmacy === apoId).map(hide),
    main: rows.filter((row) => row.apoId === pharmacy.parentPharmacy).map(hide)[0] ?? null,
  };
}

/** A related pharmacy that the caller may not open is shown without its token. */
function withoutForeignToken(pharmacy: Pharmacy, access: Access): Pharmacy {
  const own = access.staff || access.pharmacyCrmIds.includes(pharmacy.crmCompanyId);
  return own ? pharmacy : { ...pharmacy, token: '' };
}

/** Main pharmacies with their mirrors beneath; a mirror whose main is not in the list stands on its own. */
export function groupMirrors(pharmacies: readonly Pharmacy[]): PharmacyListEntry[] {
  const entries = new Map<number, PharmacyListEntry>();
  for (const pharmacy of pharmacies) entries.set(pharmacy.apoId, { ...pharmacy, pharmacies: [] });
  const top: PharmacyListEntry[] = [];
  for (const pharmacy of pharmacies) {
    const main = pharmacy.parentPharmacy === null ? undefined : entries.get(pharmacy.parentPharmacy);
    if (main) main.pharmacies.push(pharmacy);
    else top.push(entries.get(pharmacy.apoId) as PharmacyListEntry);
  }
  return top;
}
