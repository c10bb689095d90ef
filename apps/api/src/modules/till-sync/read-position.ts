import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import type { Position, Versions } from './cursor.ts';

/** A pharmacy as its till sees it. */
export type TillPharmacy = {
  readonly apoId: number;
  readonly position: Position;
};

const TILL_POSITION = statement<{
  apoId: number;
  listApoId: number;
  epoch: number;
  versions: Partial<Versions> | null;
}>(
  { apoId: 'int', listApoId: 'int', epoch: 'int', versions: 'json?' },
  `SELECT p.apo_id AS "apoId", l.apo_id AS "listApoId", p.till_epoch AS epoch,
            (SELECT json_object_agg(product_group, version) FROM list_version WHERE apo_id = l.apo_id) AS versions
       FROM pharmacy p CROSS JOIN LATERAL (SELECT coalesce(p.parent_apo_id, p.apo_id) AS apo_id) l
      WHERE p.crm_company_id = $1`,
);

/**
 * Where the lists of a pharmacy stand, in one statement and thus at one moment.
 * @throws PortalError 404 for a number that belongs to no pharmacy
 */
export async function readTillPharmacy(db: Queryable, crmCompanyId: number): Promise<TillPharmacy> {
  const rows = await ask(db, TILL_POSITION, [crmCompanyId]);
  const row = rows[0];
  if (!row) throw notFound();
  const versions = Object.fromEntries(PRODUCT_GROUPS.map((group) => [group, row.versions?.[group] ?? 0]));
  const position = { crmCompanyId, epoch: row.epoch, listApoId: row.listApoId, versions: versions as Versions };
  return { apoId: row.apoId, position };
}
