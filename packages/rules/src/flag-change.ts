import { type ApprovalFlag, type AutoAction, autoActionFor, type PackageTimes, withoutCancelled } from './deadlines.ts';
import type { FlagKind } from './package-kinds.ts';

/**
 * Rule 12.2. A cancelled pharmacy's packages, and doubted ones (rule 20.17), are never approved at once.
 * @param flag of an MDP `flag`, of a QDP `qdpFlag`
 * @param active the pharmacy's field `active`
 */
export function effectOfFlagChange(
  kind: FlagKind,
  flag: ApprovalFlag,
  { changedAt, active, ...times }: Omit<PackageTimes, 'flagChangedAt'> & { changedAt: Date; active: number },
): AutoAction {
  return withoutCancelled(autoActionFor(kind, flag, { ...times, flagChangedAt: changedAt }), active);
}
