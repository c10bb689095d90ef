import { type WaitingProducts, NAMED_PRODUCT_CHANGES } from '@portal/contracts';
import { isOfIdentity, type DeliveryCheck, type ProductGroup, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { type ProductChanges, settleProductChanges, findUpdate } from '../price-updates/index.ts';
import { lockListRows, lockPharmacyRows } from '../price-writing/index.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { IntakeDeps } from './intake-types.ts';

/** Packages shown at most. */
const MOST = 50;

const WAITING = statement(
  {
    updateId: 'int',
    kind: typed<UpdateKind>('text'),
    productGroup: typed<ProductGroup>('text'),
    apoId: 'int',
    crmCompanyId: 'int',
    name: 'text',
    token: 'text',
    arrivedAt: 'time',
    doubts: typed<readonly { check: DeliveryCheck; message: string }[]>('json'),
    count: 'int',
    rows: typed<ProductChanges['rows']>('json'),
  },
  `SELECT u.id AS "updateId", u.kind, u.product_group AS "productGroup", u.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId",
          p.name, p.token, u.created_at AS "arrivedAt", u.arrival->'doubts' AS doubts,
          jsonb_array_length(u.product_changes->'rows') AS count,
          jsonb_path_query_array(u.product_changes, '$.rows[0 to ${NAMED_PRODUCT_CHANGES - 1}]') AS rows
     FROM price_update u JOIN pharmacy p USING (apo_id)
    WHERE u.product_changes->>'state' = 'held' AND u.status >= 0
      AND jsonb_path_exists(u.product_changes, '$.rows[*] ? (@.before != null)')
    ORDER BY u.created_at DESC, u.id DESC LIMIT ${MOST}`,
);

export async function readWaitingProducts(db: Queryable): Promise<WaitingProducts[]> {
  const rows = await ask(db, WAITING, []);
  return rows.map(({ apoId, crmCompanyId, name, arrivedAt, doubts, rows: changes, ...held }) => ({
    ...held,
    pharmacy: { apoId, crmCompanyId, name },
    arrivedAt: arrivedAt.toISOString(),
    sentences: doubts.flatMap(({ check, message }) => (isOfIdentity(check) ? [message] : [])),
    changes: changes.flatMap(({ pzn, before, after }) =>
      before === null
        ? []
        : [{ pzn, before: textsOf(before, Object.keys(before)), after: textsOf(after, Object.keys(before)) }],
    ),
  }));
}

function textsOf(values: Readonly<Record<string, string | number | null>>, columns: readonly string[]): string[] {
  return columns.map((column) => {
    const value = values[column] ?? null;
    return value === null ? '–' : column === 'vat_percent' ? `${value} % MwSt.` : String(value);
  });
}

/**
 * Rule 20.22: of two who decide exactly one does.
 * @throws PortalError 404, 409
 */
export async function decideWaitingProducts(
  { database, clock }: IntakeDeps,
  { apoId, updateId, takesNew, actor }: { apoId: number; updateId: number; takesNew: boolean; actor: Actor },
): Promise<void> {
  const [found] = await ask(database.pool, FIND_LIST, [apoId, updateId]);
  if (!found) throw notFound();
  const { kind, group } = found;
  await database.transaction(async (connection) => {
    // Also of a pharmacy that mirrors by now: what is decided is of products.
    await lockPharmacyRows(connection, [apoId], 'read');
    await lockListRows(connection, [apoId], [group]);
    const update = await findUpdate(connection, { kind, apoId, id: updateId, group });
    const changes = await settleProductChanges(connection, update, takesNew ? 'applied' : 'dropped');
    if (changes?.state !== 'held' || update.status < 0) throw wrongState(INTAKE_TEXT.namesDecided);
    const event = INTAKE_TEXT.names(kind, updateId, changes.rows.length, takesNew);
    await writeHistory(connection, {
      apoId,
      at: clock.now(),
      event,
      actor,
      productGroup: group,
      update,
      hasLog: false,
    });
  });
}

const FIND_LIST = statement(
  { kind: typed<UpdateKind>('text'), group: typed<ProductGroup>('text') },
  `SELECT kind, product_group AS "group" FROM price_update WHERE apo_id = $1 AND id = $2 AND product_changes IS NOT NULL`,
);
