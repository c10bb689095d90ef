import { approvalFlagOf, effectOfFlagChange, type FlagKind, type ProductGroup } from '@portal/rules';
import type pg from 'pg';
import { approveAutomatically } from './approve-automatically.ts';
import type { LockedList } from '../price-writing/index.ts';
import { changeUpdate } from './change-update.ts';
import { findUpdate } from './lock-update.ts';
import { ask, statement } from '../../db/statement.ts';

const LOCK_OPEN_UPDATE = statement(
  { id: 'int' },
  'SELECT id FROM price_update WHERE apo_id = $1 AND product_group = $2 AND kind = $3 AND status = 0 FOR UPDATE',
);

/**
 * Rule 12.2, in the transaction of the change and under the list's lock. Rule 7.8.
 * @returns the id of a package approved by it
 */
export async function recomputeDeadline(
  connection: pg.PoolClient,
  change: {
    kind: FlagKind;
    apoId: number;
    group: ProductGroup;
    /** With the flag as it is now. */
    list: LockedList;
    /** The pharmacy's field `active`. */
    active: number;
    at: Date;
  },
): Promise<number | null> {
  const { kind, apoId, group, list, active, at } = change;
  const rows = await ask(connection, LOCK_OPEN_UPDATE, [apoId, group, kind]);
  const open = rows[0];
  if (!open) return null;
  const update = await findUpdate(connection, { kind, apoId, id: open.id, group });
  const action = effectOfFlagChange(kind, approvalFlagOf(kind, list), {
    arrivedAt: update.createdAt,
    reopenedAt: update.reopenedAt,
    isDoubted: update.isDoubted,
    changedAt: at,
    active,
  });
  if (action.immediately) return (await approveAutomatically(connection, { list, update }, at)) ? update.id : null;
  const deadline = { autoActionAt: action.at, autoAction: action.at && action.action };
  await changeUpdate(connection, update, { ...deadline, heldAt: null, heldRows: null });
  return null;
}
