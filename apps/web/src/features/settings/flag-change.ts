import type { GroupFlags } from '@portal/contracts';
import {
  type ApprovalFlag,
  type AutoAction,
  deadlineText,
  effectOfFlagChange,
  type FlagKind,
  PHARMACY_ACTIVE,
  type ProductGroup,
  SETTINGS,
} from '@portal/rules';

export const flagField = (kind: FlagKind) =>
  ({ MDP: SETTINGS.flag.fields.flag, QDP: SETTINGS.qdpFlag.fields.qdpFlag })[kind];

/** The open package that a flag is about. */
export const openOf = (kind: FlagKind, { mdp, qdp }: GroupFlags) => ({ MDP: mdp, QDP: qdp })[kind];

export type FlagPreview = {
  readonly kind: FlagKind;
  readonly productGroup: ProductGroup;
  readonly flag: ApprovalFlag;
  readonly id: number;
  readonly effect: 'now' | 'approve' | 'delete' | 'stay';
  /** 'am 20.11. um 24 Uhr', for 'approve' and 'delete' */
  readonly when: string;
};

/**
 * By the server's rule.
 * @param now the server's clock
 */
export function previewFlag(
  kind: FlagKind,
  group: GroupFlags,
  flag: ApprovalFlag,
  { now, active }: { now: Date; active: number },
): FlagPreview | undefined {
  const open = openOf(kind, group);
  if (!open) return undefined;
  const action = effectOfFlagChange(kind, flag, {
    arrivedAt: new Date(open.createdAt),
    reopenedAt: open.reopenedAt === null ? null : new Date(open.reopenedAt),
    changedAt: now,
    isDoubted: open.doubted,
    active,
  });
  const acts = active === PHARMACY_ACTIVE.cancelled ? NOTHING : action;
  return { kind, productGroup: group.productGroup, flag, id: open.id, ...effectOf(kind, acts) };
}

/** The clock skips the packages of a cancelled pharmacy. */
const NOTHING: AutoAction = { at: null, action: null, immediately: false };

function effectOf(kind: FlagKind, action: AutoAction): Pick<FlagPreview, 'effect' | 'when'> {
  if (action.immediately) return { effect: 'now', when: '' };
  if (action.at === null || action.action === null) return { effect: 'stay', when: '' };
  return { effect: action.action, when: deadlineText(kind, action.at) };
}
