import { type Certificate, type Delivery, LISTED_DELIVERIES, type ListedDelivery } from '@portal/contracts';
import type { ProductGroup, RefusedState, UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, type RowOf, statement, typed } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import { refusedStateText } from './refused-deliveries.ts';

const COLUMNS = {
  id: 'bigint',
  kind: typed<UpdateKind>('text'),
  productGroup: typed<ProductGroup>('text'),
  apoId: 'int',
  crmCompanyId: 'int',
  name: 'text',
  token: 'text',
  fileName: 'text',
  arrivedAt: 'time',
  state: typed<RefusedState>('text'),
  decidedAt: 'time?',
  decidedBy: 'text?',
  reason: 'text?',
  updateId: 'int?',
  checks: typed<Certificate['checks']>('json'),
} as const;

const SELECT = `SELECT d.id, d.kind, d.product_group AS "productGroup", d.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.name, p.token,
          d.file_name AS "fileName", d.arrived_at AS "arrivedAt", d.state, d.decided_at AS "decidedAt", d.decided_by AS "decidedBy",
          d.reason, d.update_id AS "updateId", d.checks
     FROM delivery d JOIN pharmacy p USING (apo_id)`;

const ONE = statement(COLUMNS, `${SELECT} WHERE d.id = $1`);
const LIST = statement(COLUMNS, `${SELECT} ORDER BY d.state <> 'open', d.arrived_at DESC, d.id DESC LIMIT $1`);
const COUNT_OPEN = statement({ open: 'int' }, `SELECT count(*)::int AS open FROM delivery WHERE state = 'open'`);

/** @throws PortalError 404 */
export async function readDelivery(db: Queryable, id: number): Promise<Delivery> {
  const [found] = await ask(db, ONE, [id]);
  if (!found) throw notFound();
  const { token: _theirs, ...delivery } = present(found);
  return delivery;
}

export async function readDeliveries(db: Queryable): Promise<{ deliveries: ListedDelivery[]; open: number }> {
  const [rows, open] = await Promise.all([ask(db, LIST, [LISTED_DELIVERIES]), countOpenDeliveries(db)]);
  return { deliveries: rows.map(present), open };
}

export async function countOpenDeliveries(db: Queryable): Promise<number> {
  return (await askOne(db, COUNT_OPEN)).open;
}

function present({
  id,
  apoId,
  crmCompanyId,
  name,
  checks,
  arrivedAt,
  decidedAt,
  decidedBy,
  ...row
}: RowOf<typeof ONE>) {
  return {
    ...row,
    id: Number(id),
    pharmacy: { apoId, crmCompanyId, name },
    arrivedAt: arrivedAt.toISOString(),
    stateText: refusedStateText({ state: row.state, decidedAt, decidedBy }),
    certificate: { colour: 'red' as const, checks },
  };
}
