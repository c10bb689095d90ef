import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import type { Actor } from '../history-writing/index.ts';
import { type TaskOutcome, writeMessage } from './messages.ts';

const CRM_ID = statement({ crm: 'int' }, 'SELECT crm_company_id AS crm FROM pharmacy WHERE apo_id = $1');

/** Rule 11.6; in the transaction that closes the package. */
export async function closeTask(
  connection: Queryable,
  update: { id: number; kind: UpdateKind; apoId: number; group: ProductGroup },
  { outcome, actor, at }: { outcome: TaskOutcome; actor: Actor; at: Date },
): Promise<void> {
  const { crm } = await askOne(connection, CRM_ID, [update.apoId]);
  await writeMessage(connection, {
    kind: 'taskClosed',
    apoId: update.apoId,
    at,
    payload: {
      outcome,
      closedAt: at.toISOString(),
      closedBy: actor.userName,
      task: { kind: update.kind, importId: update.id, productGroup: update.group },
      pharmacy: { apoId: update.apoId, crmCompanyId: crm },
    },
  });
}
