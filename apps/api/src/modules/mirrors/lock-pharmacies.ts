import { PRODUCT_GROUPS } from '@portal/rules';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { mirrorReadOnly, notFound } from '../../http/errors.ts';
import type { Candidate } from './judge-mirror.ts';

export type LockedPharmacy = Candidate & { readonly name: string };

/**
 * The apoId of a pharmacy named by apoId or crmCompanyId.
 * @throws PortalError 404
 */
export async function findApoId(db: Queryable, id: number): Promise<number> {
  const { rows } = await db.query<{ apoId: number }>(
    `SELECT apo_id AS "apoId" FROM pharmacy WHERE apo_id = $1 OR crm_company_id = $1 ORDER BY apo_id <> $1 LIMIT 1`,
    [id],
  );
  const found = rows[0];
  if (!found) throw notFound();
  return found.apoId;
}

/**
 * Locks two pharmacies with all their lists, in the order that every writer keeps: lists before pharmacies, each by number,
 * so that neither two links nor a link and an approval wait for each other. Nobody can write either list meanwhile.
 */
export async function lockPharmacies(
  connection: pg.PoolClient,
  one: number,
  other: number,
): Promise<[LockedPharmacy, LockedPharmacy]> {
  const both = [one, other];
  await connection.query(
    `INSERT INTO list_version (apo_id, product_group, version)
     SELECT apo_id, product_group, 0 FROM unnest($1::int[]) apo_id, unnest($2::text[]) product_group
      ORDER BY apo_id, product_group ON CONFLICT DO NOTHING`,
    [[...new Set(both)], PRODUCT_GROUPS],
  );
  await connection.query('SELECT FROM list_version WHERE apo_id = ANY($1) ORDER BY apo_id, product_group FOR UPDATE', [
    both,
  ]);
  // Not FOR UPDATE: history entries of other writers refer to these rows.
  await connection.query('SELECT FROM pharmacy WHERE apo_id = ANY($1) ORDER BY apo_id FOR NO KEY UPDATE', [both]);
  // A statement of its own, so that it sees what the locks have waited for.
  const { rows } = await connection.query<LockedPharmacy>(
    `SELECT apo_id AS "apoId", name, country, parent_apo_id AS "parentApoId",
            (SELECT count(*)::int FROM pharmacy m WHERE m.parent_apo_id = p.apo_id) AS "mirrorCount",
            (SELECT count(*)::int FROM price_update u WHERE u.apo_id = p.apo_id AND u.status = 0) AS "openUpdates"
       FROM pharmacy p WHERE apo_id = ANY($1)`,
    [both],
  );
  const of = (apoId: number) => rows.find((row) => row.apoId === apoId) as LockedPharmacy;
  return [of(one), of(other)];
}

/**
 * Refuses to write lists and packages of a mirror. To be called under the list's lock: the pharmacy may have become a mirror
 * after the call was admitted.
 * @throws PortalError 403
 */
export async function refuseMirror(connection: Queryable, apoId: number): Promise<void> {
  const { rowCount } = await connection.query('SELECT FROM pharmacy WHERE apo_id = $1 AND parent_apo_id IS NOT NULL', [
    apoId,
  ]);
  if (rowCount) throw mirrorReadOnly();
}
