import { PACKAGE_KINDS, resetsList } from '@portal/rules';
import type pg from 'pg';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { closeTask } from '../outbox/index.ts';
import { type LockedList, writeLists } from '../price-writing/index.ts';
import { activateContract } from './activate-contract.ts';
import { effectOfApproval } from './approval-effect.ts';
import { addEffects, readParts } from './approval-parts.ts';
import { approvedRows, sizeOf, storeOutcomes } from './approved-rows.ts';
import { changeUpdate } from './change-update.ts';
import { endComing } from './coming-periods.ts';
import type { UpdateRow } from './lock-update.ts';
import { requireOpen } from './lock-update.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

export type Approval = {
  readonly loaded: number;
  /** Products whose price or type changed effectively. */
  readonly changed: number;
  readonly leftOut: number;
  /** Products that left the list, where an LZD resets it. */
  readonly left: number;
  readonly contractActivated: boolean;
};

/**
 * The only way into the list (rule 6.17), under the locks of `lockUpdate`. Rule 6.5.
 * @throws PortalError 409, 422
 */
export async function applyApproval(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  { actor, at }: { actor: Actor; at: Date },
): Promise<Approval> {
  requireOpen(update);
  const event = UPDATE_EVENT.approved(update);
  const { changed, listed, removed, lists, moves } = await writeLists(connection, {
    lists: [list],
    at,
    actor,
    event,
    keepsPeriods: true,
    rows: (target) => approvedRows(update, target),
    size: sizeOf(update),
    also: (target) => storeOutcomes(update, target, 0),
    withMoves: true,
    entry: (written) =>
      written.changed > 0 ? { update } : { update, event: UPDATE_EVENT.approvedWithoutChange(update, written.listed) },
  });
  if (listed === 0 && update.resetChoice === 0) throw wrongState(UPDATE_TEXT.wouldEmptyList);
  if (lists[0] && resetsList(update)) await endComing(connection, lists[0], { at, by: actor.userName });
  const parts = await readParts(connection, update);
  await changeUpdate(connection, update, {
    status: 1,
    approver: actor.userName,
    approvedAt: at,
    updatedAt: at,
    autoActionAt: null,
    autoAction: null,
    approvedListVersion: lists[0]?.version ?? null,
    ...addEffects([effectOfApproval(moves), ...parts]),
  });
  await closeTask(connection, update, { outcome: 'approved', actor, at });
  const contractActivated =
    PACKAGE_KINDS[update.kind].activatesContract && (await activateContract(connection, update, { actor, at }));
  const approved = parts.reduce((sum, { rows }) => sum + rows, 0);
  const leftOut = update.itemCount - approved - listed;
  return { loaded: listed, changed, leftOut, left: removed, contractActivated };
}
