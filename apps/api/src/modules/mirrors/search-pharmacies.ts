import { type FoundPharmacy, PHARMACY_SEARCH_LIMIT } from '@portal/contracts';
import { type Access, searchText } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { forbidden, notFound } from '../../http/errors.ts';
import { type Candidate, mirrorRefusal } from './validate-mirror.ts';

type Row = Omit<FoundPharmacy, 'parentPharmacy' | 'refusal'> & Candidate;
type Main = Pick<Candidate, 'apoId' | 'country' | 'parentApoId'>;

/** Only the collation knows that 'Ü' is a capital 'ü'. */
const compared = (column: string) => `replace(lower(${composed(column)} COLLATE de_portal), 'ß', 'ss')`;
/** Asked first, which takes a fifth of composing each. */
const composed = (column: string) => `CASE WHEN ${column} IS NORMALIZED THEN ${column} ELSE normalize(${column}) END`;

const FOUND_PHARMACIES = statement<Row>(
  {
    apoId: 'int',
    crmCompanyId: 'int',
    name: 'text',
    street: 'text',
    zipcode: 'text',
    city: 'text',
    country: 'text',
    active: 'int',
    userAccessActivated: 'bool',
    parentApoId: 'int?',
    mirrorCount: 'int',
    openUpdates: 'int',
    ownArticles: 'int',
    ownPeriods: 'int',
  },
  `WITH found AS (
     SELECT p.*, apo_id::text = $1 AS exact FROM pharmacy p
      WHERE ($2 OR crm_company_id = ANY($3::int[]))
        AND (strpos(apo_id::text, $1) > 0 OR strpos(${compared('name')}, $1) > 0 OR strpos(${compared('city')}, $1) > 0)
   ), validated AS (
     SELECT f.*, (SELECT count(*)::int FROM pharmacy m WHERE m.parent_apo_id = f.apo_id) AS mirrors,
            coalesce(u.count, 0)::int AS open_updates, coalesce(v.articles, 0)::int AS articles, coalesce(r.count, 0)::int AS periods
       FROM found f
       LEFT JOIN (SELECT apo_id, count(*) FROM price_update
                   WHERE status = 0 AND apo_id IN (SELECT apo_id FROM found) GROUP BY apo_id) u USING (apo_id)
       LEFT JOIN (SELECT apo_id, sum(item_count + negative_count) AS articles FROM list_version
                   WHERE apo_id IN (SELECT apo_id FROM found) GROUP BY apo_id) v USING (apo_id)
       LEFT JOIN (SELECT apo_id, count(*) FROM price_period
                   WHERE state <> 'ended' AND apo_id IN (SELECT apo_id FROM found) GROUP BY apo_id) r USING (apo_id)
   )
   SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", name, street, zipcode, city, country, active,
          user_access_activated AS "userAccessActivated", parent_apo_id AS "parentApoId", mirrors AS "mirrorCount",
          open_updates AS "openUpdates", articles AS "ownArticles", periods AS "ownPeriods"
     FROM validated
    ORDER BY parent_apo_id IS NULL AND mirrors = 0 AND open_updates = 0 AND apo_id IS DISTINCT FROM $4
             AND upper(trim(country)) = upper(trim(coalesce($5, country))) DESC, exact DESC, name COLLATE de_portal_numeric, apo_id
    LIMIT ${PHARMACY_SEARCH_LIMIT}`,
);

/**
 * Rule 8.6.
 * @param query at least 3 characters
 * @throws PortalError 404, 403
 */
export async function searchPharmacies(
  db: Queryable,
  { query, pharmacy, access }: { query: string; pharmacy?: number | undefined; access: Access },
): Promise<FoundPharmacy[]> {
  const main = pharmacy === undefined ? undefined : await readMain(db, pharmacy, access);
  const rows = await ask(db, FOUND_PHARMACIES, [
    searchText(query),
    access.staff,
    access.pharmacyCrmIds.filter((id) => id <= 2_147_483_647),
    main?.apoId ?? null,
    main?.country ?? null,
  ]);
  return rows.map(({ parentApoId, mirrorCount, openUpdates, ...shown }) => {
    const candidate = { ...shown, parentApoId, mirrorCount, openUpdates };
    return { ...shown, parentPharmacy: parentApoId, refusal: mirrorRefusal(candidate, main) };
  });
}

const MAIN_PHARMACY = statement<Main & { crmCompanyId: number }>(
  { apoId: 'int', crmCompanyId: 'int', country: 'text', parentApoId: 'int?' },
  `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", country, parent_apo_id AS "parentApoId"
     FROM pharmacy WHERE apo_id = $1 OR crm_company_id = $1 ORDER BY apo_id <> $1`,
);

async function readMain(db: Queryable, id: number, access: Access): Promise<Main> {
  const rows = await ask(db, MAIN_PHARMACY, [id]);
  const found = rows.find((row) => access.staff || access.pharmacyCrmIds.includes(row.crmCompanyId));
  if (!found) throw access.staff ? notFound() : forbidden();
  return found;
}
