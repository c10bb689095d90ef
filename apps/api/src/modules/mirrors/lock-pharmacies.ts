import { PRODUCT_GROUPS } from '@portal/rules';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import { type LockedList, lockListRows, lockPharmacyRows } from '../price-writing/index.ts';
import type { Candidate } from './validate-mirror.ts';

export type LockedPharmacy = Candidate & { readonly name: string; readonly lists: readonly LockedList[] };

const APO_ID = statement(
  { apoId: 'int' },
  `SELECT apo_id AS "apoId" FROM pharmacy WHERE apo_id = $1 OR crm_company_id = $1 ORDER BY apo_id <> $1 LIMIT 1`,
);

/** @throws PortalError 404 */
export async function findApoId(db: Queryable, id: number): Promise<number> {
  const rows = await ask(db, APO_ID, [id]);
  const found = rows[0];
  if (!found) throw notFound();
  return found.apoId;
}

const CANDIDATE = statement<Omit<LockedPharmacy, 'lists'>>(
  { apoId: 'int', name: 'text', country: 'text', parentApoId: 'int?', mirrorCount: 'int', openUpdates: 'int' },
  `SELECT apo_id AS "apoId", name, country, parent_apo_id AS "parentApoId",
          (SELECT count(*)::int FROM pharmacy m WHERE m.parent_apo_id = $1) AS "mirrorCount",
          (SELECT count(*)::int FROM price_update u WHERE u.apo_id = $1 AND u.status = 0) AS "openUpdates"
     FROM pharmacy WHERE apo_id = $1`,
);

/** In the order of all writers (price-writing/locks.ts). Rule 8.2. */
export async function lockPharmacies(
  connection: pg.PoolClient,
  one: number,
  other: number,
): Promise<[LockedPharmacy, LockedPharmacy]> {
  const both = [one, other];
  await lockPharmacyRows(connection, both, 'change');
  const lists = await lockListRows(connection, both, PRODUCT_GROUPS);
  // Separate statements see what the locks waited for.
  const of = async (apoId: number): Promise<LockedPharmacy> => ({
    ...(await askOne(connection, CANDIDATE, [apoId])),
    lists: lists.filter((list) => list.apoId === apoId),
  });
  return [await of(one), await of(other)];
}
