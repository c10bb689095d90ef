import { dayOf, dayOfMonth, nextDayOfMonth, startOfDay } from '../berlin.ts';
import { type Due, type List, type Package, pharmacyOf, type World } from '../state.ts';

/** A quarterly deadline is at least five calendar days away; a nearer one waits for the next month's. */
const SHORT_NOTICE_DAYS = 5;
/** A monthly update may be looked at for five whole calendar days after the one it came on. */
const MONTHLY_DAYS = 5;

/** When the clock acts on a package that came (or was reopened) at this moment, and how; null: never by a deadline. A doubted one gets the next slower clock (rule 20.17). */
export function dueFrom(
  { kind, doubted }: Pick<Package, 'kind' | 'doubted'>,
  { flag, qdpFlag }: Pick<List, 'flag' | 'qdpFlag'>,
  from: number,
): Due {
  const day = dayOf(from);
  if (kind === 'MDP' && (flag === 0 || (flag === 1 && doubted)))
    return { at: startOfDay(day + MONTHLY_DAYS + 1), action: 'approve' };
  if (kind === 'QDP' && (qdpFlag !== 2 || doubted)) {
    const [number, action] = qdpFlag === 0 ? ([23, 'delete'] as const) : ([22, 'approve'] as const);
    return {
      at: startOfDay(nextDayOfMonth(day, number, SHORT_NOTICE_DAYS)),
      action,
    };
  }
  return null;
}

/** After a change of the flag: counted from arrival or reopening, or from the change where that is over already. */
export function dueAfterFlagChange(one: Package, list: List, now: number): Due {
  const due = dueFrom(one, list, one.reopenedAt ?? one.arrivedAt);
  return due && due.at <= now ? dueFrom(one, list, now) : due;
}

/** Monthly flag 1 and quarterly flag 2: confirmed at once, without release. Never for cancelled pharmacies. */
export function confirmsAtOnce(world: World, one: Pick<Package, 'kind' | 'pharmacy' | 'group' | 'doubted'>): boolean {
  const pharmacy = pharmacyOf(world, one.pharmacy);
  const { flag, qdpFlag } = pharmacy.lists[one.group];
  if (pharmacy.active === 3 || one.doubted) return false;
  return (one.kind === 'MDP' && flag === 1) || (one.kind === 'QDP' && qdpFlag === 2);
}

/** The deadline that people are shown: none where the clock will not act since the contract is cancelled. */
export const shownDue = (world: World, one: Package): Due =>
  one.status === 'open' && pharmacyOf(world, one.pharmacy).active !== 3 ? one.due : null;

/** From the 26th to the 4th no LZD is loaded. */
export function uploadsBlocked(now: number): boolean {
  const day = dayOfMonth(dayOf(now));
  return day >= 26 || day <= 4;
}
