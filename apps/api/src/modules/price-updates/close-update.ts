import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { closeTask } from '../outbox/index.ts';
import { countApprovedInParts } from './approval-parts.ts';
import { changeUpdate } from './change-update.ts';
import { lockUpdate, requireOpen, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { settleProductChanges } from './product-changes.ts';
import { CLOSED_REASON, UPDATE_EVENT, withParts } from './update-texts.ts';

/**
 * Rule 6.22.
 * @throws PortalError 404, 409
 */
export function deleteUpdate(
  deps: { database: Database; clock: Clock },
  { key, actor }: { key: UpdateKey; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const { update } = await lockUpdate(connection, key);
    const at = deps.clock.now();
    const reason = CLOSED_REASON.deletedBy(actor.userName);
    const closing = { how: 'deleted', reason, event: UPDATE_EVENT.deleted(update), actor, at } as const;
    await closeUpdate(connection, update, closing);
    await settleProductChanges(connection, update, 'dropped');
  });
}

/** Only what staff deleted may be delivered again. */
export type ClosedHow = 'deleted' | 'replaced' | 'expired';

/**
 * Under its locks.
 * @throws PortalError 409
 */
export async function closeUpdate(
  connection: pg.PoolClient,
  update: UpdateRow,
  { how, reason, event, actor, at }: { how: ClosedHow; reason: string; event: string; actor: Actor; at: Date },
): Promise<void> {
  requireOpen(update);
  const approved = await countApprovedInParts(connection, update);
  const closed = { status: -1, closedReason: withParts(reason, approved), closedHow: how, updatedAt: at };
  await changeUpdate(connection, update, { ...closed, autoActionAt: null, autoAction: null });
  await writeHistory(connection, {
    apoId: update.apoId,
    at,
    event: withParts(event, approved),
    actor,
    productGroup: update.group,
    update,
    hasLog: false,
  });
  await closeTask(connection, update, { outcome: how === 'replaced' ? 'replaced' : 'deleted', actor, at });
}
