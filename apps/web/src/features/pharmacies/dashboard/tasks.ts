import type { ApprovalEffect, Effect, Hold, LatestApproval, ProductGroupEntry } from '@portal/contracts';
import { deadlineText, type FlagKind, PRODUCT_GROUPS, type ProductGroup, type UpdateKind } from '@portal/rules';

/** An open package that waits for approval. */
export type ApprovalTask = {
  readonly kind: UpdateKind;
  readonly id: number;
  readonly productGroup: ProductGroup;
  readonly createdAt: string | null;
  readonly rows: number | null;
  readonly deadline: { readonly at: string; readonly action: 'approve' | 'delete'; readonly wording: string } | null;
  /** Why the clock does not approve it (rule 12.7). */
  readonly hold: Hold;
  /** An LZD that is not released for the pharmacy. */
  readonly locked: boolean;
};

/** Rule 2.13: nearest deadline first; an LZD only when ready, for staff always. */
export function approvalTasks(groups: readonly ProductGroupEntry[], staff: boolean): ApprovalTask[] {
  return groups.flatMap((group) => tasksOf(group, staff)).sort(byDeadline);
}

function tasksOf(group: ProductGroupEntry, staff: boolean): ApprovalTask[] {
  const { productGroup, mdpId, qdpId, lzdId, readyToApprove } = group;
  const tasks: ApprovalTask[] = [];
  if (mdpId !== null) {
    const { mdpCreatedAt: createdAt, mdpHeld: hold, mdpRows: rows } = group;
    const deadline = deadlineOf('MDP', group.mdpDeadline);
    tasks.push({ kind: 'MDP', id: mdpId, productGroup, createdAt, rows, deadline, hold, locked: false });
  }
  if (qdpId !== null) {
    const { qdpCreatedAt: createdAt, qdpHeld: hold, qdpRows: rows } = group;
    const deadline = deadlineOf('QDP', group.qdpDeadline);
    tasks.push({ kind: 'QDP', id: qdpId, productGroup, createdAt, rows, deadline, hold, locked: false });
  }
  if (lzdId !== null && (staff || readyToApprove)) {
    const locked = !readyToApprove;
    const { lzdCreatedAt: createdAt, lzdRows: rows } = group;
    tasks.push({ kind: 'LZD', id: lzdId, productGroup, createdAt, rows, deadline: null, hold: null, locked });
  }
  return tasks;
}

function deadlineOf(kind: FlagKind, deadline: ProductGroupEntry['mdpDeadline']): ApprovalTask['deadline'] {
  return deadline && { ...deadline, wording: deadlineText(kind, new Date(deadline.at)) };
}

function byDeadline(a: ApprovalTask, b: ApprovalTask): number {
  return dueMs(a) - dueMs(b) || PRODUCT_GROUPS.indexOf(a.productGroup) - PRODUCT_GROUPS.indexOf(b.productGroup);
}

/** Later than any deadline, yet finite, so that two of them can be subtracted. */
function dueMs({ deadline }: ApprovalTask): number {
  return deadline ? Date.parse(deadline.at) : Number.MAX_SAFE_INTEGER;
}

/** An approved package that can be opened. */
export type PastApproval = {
  readonly kind: UpdateKind;
  readonly id: number;
  readonly productGroup: ProductGroup;
  readonly approvedAt: string;
  /** null: not stored. */
  readonly effect: Effect | null;
  /** Its rest is not approved (rule 6.31). */
  readonly partial?: boolean | undefined;
};

/** The last approvals and the latest of each kind and group, newest first (rules 2.12 and 14.36). */
export function pastApprovals(latest: readonly LatestApproval[], effects: readonly ApprovalEffect[]): PastApproval[] {
  const known = new Set(effects.map(({ id }) => id));
  return latest
    .flatMap(({ productGroup, latestlzd, latestmdp, latestqdp, lzdimportId, mdpimportId, qdpimportId }) => [
      ...past('MDP', productGroup, mdpimportId, latestmdp),
      ...past('QDP', productGroup, qdpimportId, latestqdp),
      ...past('LZD', productGroup, lzdimportId, latestlzd),
    ])
    .filter(({ id }) => !known.has(id))
    .concat(effects)
    .sort((a, b) => Date.parse(b.approvedAt) - Date.parse(a.approvedAt) || b.id - a.id);
}

function past(
  kind: UpdateKind,
  productGroup: ProductGroup,
  id: number | null,
  approvedAt: string | null,
): PastApproval[] {
  return id === null || approvedAt === null ? [] : [{ kind, id, productGroup, approvedAt, effect: null }];
}
