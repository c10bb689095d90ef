import {
  approvalFlagOf,
  deadlineAnew,
  type FlagKind,
  hasApprovalFlag,
  type ProductGroup,
  type UpdateKind,
} from '@portal/rules';
import type pg from 'pg';
import { ask, statement } from '../../db/statement.ts';
import { lockListRows } from '../price-writing/index.ts';
import { changeUpdate } from './change-update.ts';
import { findUpdate } from './lock-update.ts';

const OPEN = statement<{ id: number; kind: UpdateKind; group: ProductGroup; due: Date | null }>(
  { id: 'int', kind: 'text', group: 'text', due: 'time?' },
  `SELECT id, kind, product_group AS "group", auto_action_at AS due FROM price_update
    WHERE apo_id = $1 AND status = 0 ORDER BY product_group, id`,
);

/**
 * Rule 23.8: what fell due while the pharmacy was cancelled counts anew. Under the exclusive lock of the pharmacy, so that no other
 * writer has its lists.
 */
export async function resumeDeadlines(
  connection: pg.PoolClient,
  { apoId, at }: { apoId: number; at: Date },
): Promise<void> {
  const passed = (await ask(connection, OPEN, [apoId])).filter(
    ({ kind, due }) => hasApprovalFlag(kind) && due !== null && due <= at,
  );
  if (passed.length === 0) return;
  const lists = await lockListRows(connection, [apoId], [...new Set(passed.map(({ group }) => group))]);
  for (const { id, kind, group } of passed) {
    const list = lists.find((one) => one.group === group);
    if (!list) continue;
    const update = await findUpdate(connection, { kind, apoId, id, group });
    const flag = approvalFlagOf(kind as FlagKind, list);
    const deadline = deadlineAnew(kind, flag, { from: at, isDoubted: update.isDoubted });
    await changeUpdate(connection, update, {
      autoActionAt: deadline?.at ?? null,
      autoAction: deadline?.action ?? null,
      heldAt: null,
      heldRows: null,
    });
  }
}
