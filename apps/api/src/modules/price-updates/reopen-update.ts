import { approvalFlagOf, autoActionFor, isoDay } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { givenBackSql, type LockedList, readEndedPeriods, writeLists } from '../price-writing/index.ts';
import { forgetApproval } from './approval-parts.ts';
import { reopenedRows, sizeOf } from './approved-rows.ts';
import { changeUpdate } from './change-update.ts';
import { lockUpdate, requireOpen, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { isReopenable } from './update-abilities.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

/**
 * Rule 6.21; the contract stays active.
 * @returns the periods that stay ended
 * @throws PortalError 404, 409
 */
export function reopenUpdate(
  deps: { database: Database; clock: Clock },
  { key, actor }: { key: UpdateKey; actor: Actor },
): Promise<string | null> {
  return deps.database.transaction(async (connection) => {
    const { list, update } = await lockUpdate(connection, key);
    if (update.status === 0) throw wrongState(UPDATE_TEXT.alreadyOpen);
    if (update.status < 0) requireOpen(update);
    if (!(await isReopenable(connection, update))) throw wrongState(UPDATE_TEXT.notReopenable);
    return restore(connection, { list, update }, { actor, at: deps.clock.now() });
  });
}

async function restore(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  { actor, at }: { actor: Actor; at: Date },
): Promise<string | null> {
  const { apoId, group, approvedListVersion: version } = update;
  const today = isoDay(at);
  const ended = version === null ? [] : await readEndedPeriods(connection, { apoId, group, version, today });
  const back = ended.filter(({ stands }) => stands === null);
  const lost = ended.filter(({ stands }) => stands !== null);
  await writeLists(connection, {
    lists: [list],
    at,
    actor,
    event: UPDATE_EVENT.reopened,
    comesBack: true,
    rows: (target) => reopenedRows(update, target, { back }),
    also: (target) => givenBackSql(target, back),
    size: sizeOf(update),
    entry: () => ({ update, event: UPDATE_EVENT.reopenedBut(lost.length) }),
  });
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
  return lost.length === 0 ? null : UPDATE_TEXT.notGivenBack(lost, today);
}
