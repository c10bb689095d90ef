import { dayOf } from '../berlin.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Group, GROUPS, type Item, pharmacyOf, shownOf, type World, writeHistory } from '../state.ts';
import { effective } from './prices.ts';
import { rightsRefuse } from './rights.ts';

const DAY = 86_400_000;

export const isFixed = (item: Item): boolean => item.type === 1 || item.type === 3;

/** The same day of a later month, or its last. */
export function monthsLater(day: number, months: number): number {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY;
}

export const spreadDay = (pzn: string, today: number, months: number): number =>
  today + 1 + (Number(pzn) % (monthsLater(today, months) - today));

/** What is to be looked at again, as anybody sees it who looks at a pharmacy. */
export function dueRows(world: World, index: number, group: Group): string[] {
  const pharmacy = pharmacyOf(world, shownOf(world, index));
  if (pharmacy.active === 3) return [];
  const today = dayOf(world.now);
  const due = Object.entries(pharmacy.lists[group].items).filter(
    ([, item]) => isFixed(item) && !item.period && item.review != null && item.review <= today,
  );
  return due.map(([pzn]) => pzn).sort();
}

/** After how many months fixed prices are looked at again. */
export function chooseMonths(world: World, person: Person, pharmacy: number, months: number | null): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const ok = { status: 200, body: { status: 'OK' } };
  if (pharmacyOf(world, pharmacy).reviewMonths === months) return { ...ok, next: world };
  const next = copyOf(world);
  const chosen = pharmacyOf(next, pharmacy);
  chosen.reviewMonths = months;
  const today = dayOf(world.now);
  for (const [pzn, item] of GROUPS.flatMap((group) => Object.entries(chosen.lists[group].items))) {
    if (months === null || !isFixed(item)) item.review = null;
    else if (item.review == null || item.review > monthsLater(today, months))
      item.review = spreadDay(pzn, today, months);
  }
  writeHistory(next, pharmacy, nameOf(person));
  return { ...ok, next };
}

export type Kept = { pzn: string; price: number | null };

/** 'bleibt': all of it, or nothing where a price is not as it was shown. */
export function keepFixed(
  world: World,
  person: Person,
  { pharmacy, group, rows }: { pharmacy: number; group: Group; rows: readonly Kept[] },
): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const { items } = pharmacyOf(world, pharmacy).lists[group];
  const isShown = ({ pzn, price }: Kept) => {
    const item = items[pzn];
    return item !== undefined && isFixed(item) && !item.period && effective(item) === price;
  };
  if (!rows.every(isShown)) return refused(world, 422);
  const next = copyOf(world);
  const { lists, reviewMonths } = pharmacyOf(next, pharmacy);
  const due = dueRows(world, pharmacy, group).filter((pzn) => rows.some((row) => row.pzn === pzn));
  for (const pzn of due) {
    const item = lists[group].items[pzn] as Item;
    item.review = reviewMonths === null ? null : monthsLater(dayOf(world.now), reviewMonths);
  }
  return { status: 200, body: { status: 'OK', kept: due.length }, next };
}
