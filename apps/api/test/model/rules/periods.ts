import { dayOf } from '../berlin.ts';
import { type Coming, type Group, GROUPS, type List, pharmacyOf, type World } from '../state.ts';

/** Whether what was ended may be given back: with days that are left, none of which an open period of the article has. */
export function mayComeBack(
  { items, coming }: List,
  { pzn, from, to }: Pick<Coming, 'pzn' | 'from' | 'to'>,
  today: number,
): 'over' | 'overlaps' | 'fits' {
  const [first, last] = [Math.max(from, today), to ?? from];
  if (last < today) return 'over';
  const running = items[pzn]?.period;
  const overlaps =
    (running && running.until >= first) ||
    coming.some((one) => one.pzn === pzn && one.ended === null && one.from <= last && (one.to ?? one.from) >= first);
  return overlaps ? 'overlaps' : 'fits';
}

/** Which of those to come a step has ended: what is given back, and how many an open one keeps from it. */
export function comingBack(list: List, step: number, today: number): { back: Coming[]; lost: Coming[] } {
  const ended = list.coming.filter((one) => one.ended === step);
  const of = (wanted: string) => ended.filter((one) => mayComeBack(list, one, today) === wanted);
  return { back: of('fits'), lost: of('overlaps') };
}

/** Its first day has passed or is today, and it has a last one. */
export const runsToday = ({ from, to }: Coming, today: number): boolean => from <= today && to !== null;

export type Named = { pzn: string; group: Group; from: number | null };

/** What runs and comes at a pharmacy, `from` null for what runs. */
export function openPeriods(world: World, pharmacy: number): Named[] {
  const { lists } = pharmacyOf(world, pharmacy);
  return GROUPS.flatMap((group) => [
    ...Object.entries(lists[group].items).flatMap(([pzn, { period }]) => (period ? [{ pzn, group, from: null }] : [])),
    ...lists[group].coming.flatMap(({ pzn, from, ended }) => (ended === null ? [{ pzn, group, from }] : [])),
  ]);
}

export const today = ({ now }: World): number => dayOf(now);
