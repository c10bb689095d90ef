import { approvalFlagOf, autoActionFor, isoDay } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { type LockedList, writeLists } from '../price-writing/index.ts';
import { forgetApproval } from './approval-parts.ts';
import { reopenedRows, sizeOf } from './approved-rows.ts';
import { changeUpdate } from './change-update.ts';
import { resumeComing } from './coming-periods.ts';
import { lockUpdate, requireOpen, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { isReopenable } from './update-abilities.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

/**
 * Rule 6.21; the contract stays active.
 * @throws PortalError 404, 409
 */
export function reopenUpdate(
  deps: { database: Database; clock: Clock },
  { key, actor }: { key: UpdateKey; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const { list, update } = await lockUpdate(connection, key);
    if (update.status === 0) throw wrongState(UPDATE_TEXT.alreadyOpen);
    if (update.status < 0) requireOpen(update);
    if (!(await isReopenable(connection, update))) throw wrongState(UPDATE_TEXT.notReopenable);
    await restore(connection, { list, update }, { actor, at: deps.clock.now() });
  });
}

async function restore(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  // A price change like any other: the till learns of it.
  const event = UPDATE_EVENT.reopened;
  await writeLists(connection, {
    lists: [list],
    at,
    actor,
    event,
    comesBack: true,
    rows: () => reopenedRows(update, isoDay(at)),
    size: sizeOf(update),
    entry: () => ({ update }),
  });
  await resumeComing(connection, update, isoDay(at));
  await forgetApproval(connection, update, null);
  const next = autoActionFor(update.kind, approvalFlagOf(update.kind, list), {
    arrivedAt: update.createdAt,
    reopenedAt: at,
    isDoubted: update.isDoubted,
  });
  await changeUpdate(connection, update, {
    status: 0,
    approver: null,
    approvedAt: null,
    approvedListVersion: null,
    effectCents: null,
    effectRows: null,
    effectMissing: null,
    effectAdded: null,
    effectLeaving: null,
    reopenedAt: at,
    updatedAt: at,
    autoActionAt: next.at,
    autoAction: next.at && next.action,
    heldAt: null,
    heldRows: null,
  });
}
