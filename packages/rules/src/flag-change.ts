import { type ApprovalFlag, type AutoAction, autoActionFor, type PackageTimes } from './deadlines.ts';
import type { FlagKind } from './package-kinds.ts';
import { PHARMACY_ACTIVE } from './pharmacy.ts';

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
  const action = autoActionFor(kind, flag, { ...times, flagChangedAt: changedAt });
  if (!action.immediately || active !== PHARMACY_ACTIVE.cancelled) return action;
  return { at: null, action: null, immediately: false };
}
