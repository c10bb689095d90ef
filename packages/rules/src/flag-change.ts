import { type ApprovalFlag, type AutoAction, autoActionFor, type PackageTimes, withoutCancelled } from './deadlines.ts';
import type { FlagKind } from './package-kinds.ts';

/**
 * What a changed approval flag does to an open package (rule 12.2): the server acts
 * by it, the settings page announces it. `immediately`: approved by System here and now; else what the clock will do at `at`,
 * nothing where that is null. A cancelled pharmacy's packages are never approved at once.
 * @param flag the new value: `flag` for an MDP, `qdpFlag` for a QDP
 * @param active the pharmacy's field `active`
 */
export function effectOfFlagChange(
  kind: FlagKind,
  flag: ApprovalFlag,
  { changedAt, active, ...times }: Omit<PackageTimes, 'flagChangedAt'> & { changedAt: Date; active: number },
): AutoAction {
  return withoutCancelled(autoActionFor(kind, flag, { ...times, flagChangedAt: changedAt }), active);
}
