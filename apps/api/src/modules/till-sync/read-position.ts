import { PRODUCT_GROUPS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { RetryTransaction } from '../../db/retry.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import type { Position, Versions } from './cursor.ts';

/** A pharmacy as its till sees it. */
export type TillPharmacy = {
  readonly apoId: number;
  readonly position: Position;
};

const TILL = statement(
  { apoId: 'int', listApoId: 'int' },
  `SELECT apo_id AS "apoId", coalesce(parent_apo_id, apo_id) AS "listApoId" FROM pharmacy WHERE crm_company_id = $1`,
);

/** $1 the pharmacy, $2 whose list it reads. */
const TILL_POSITION = statement<{ epoch: number; versions: Partial<Versions> | null }>(
  { epoch: 'int', versions: 'json?' },
  `SELECT p.till_epoch AS epoch, v.versions
     FROM pharmacy p,
          (SELECT json_object_agg(product_group, version) AS versions FROM list_version WHERE apo_id = $2) v
    WHERE p.apo_id = $1 AND coalesce(p.parent_apo_id, p.apo_id) = $2`,
);

/**
 * One statement: one moment. Rule 9.5.
 * @throws PortalError 404; RetryTransaction when linked meanwhile
 */
export async function readTillPharmacy(db: Queryable, crmCompanyId: number): Promise<TillPharmacy> {
  const [till] = await ask(db, TILL, [crmCompanyId]);
  if (!till) throw notFound();
  const { apoId, listApoId } = till;
  const [row] = await ask(db, TILL_POSITION, [apoId, listApoId]);
  if (!row) throw new RetryTransaction();
  const versions = Object.fromEntries(PRODUCT_GROUPS.map((group) => [group, row.versions?.[group] ?? 0]));
  return { apoId, position: { crmCompanyId, epoch: row.epoch, listApoId, versions: versions as Versions } };
}
