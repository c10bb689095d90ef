import { type Group, GROUPS, pharmacyOf, shownOf, type Till, type World } from '../state.ts';
import { loadOf } from './files.ts';
import { effective } from './prices.ts';

/** What a till lacks of a group; `all` where the whole list is due (rule 22.2). */
type Lacking = ReadonlySet<string> | 'all';

/** Prices now, and of which group an article is or was last. */
function articles(world: World, pharmacy: number) {
  const { lists, left } = pharmacyOf(world, shownOf(world, pharmacy));
  const lastLeft = (group: Group, pzn: string) => left[`${group} ${pzn}`]?.at(-1) ?? 0;
  const groupOf = (pzn: string): Group | undefined =>
    GROUPS.find((group) => lists[group].items[pzn]) ??
    GROUPS.toSorted((a, b) => lastLeft(b, pzn) - lastLeft(a, pzn))[0];
  const priceOf = (pzn: string) => effective(GROUPS.flatMap((group) => lists[group].items[pzn] ?? [])[0]);
  return { lists, groupOf, priceOf };
}

/** By files that were confirmed; null: the group is not known. */
export function lackedByFiles(world: World, pharmacy: number, group: Group): Lacking | null {
  const load = loadOf(world, pharmacy, group);
  if (load === 'never') return null;
  if (load === 'outdated') return 'all';
  const { lists, groupOf, priceOf } = articles(world, pharmacy);
  const had = load.listed[group];
  const known = new Set([...Object.keys(had), ...Object.keys(lists[group].items)]);
  // An article that moved is left to its group now.
  return new Set([...known].filter((pzn) => groupOf(pzn) === group && (had[pzn] ?? null) !== priceOf(pzn)));
}

/** By the sync job; null: it has not told anything. */
function lackedByJob(world: World, pharmacy: number, group: Group): Lacking | null {
  const { acknowledged: had } = world.tills[pharmacy] as Till;
  if (!had) return null;
  if (had.exchanges !== pharmacyOf(world, pharmacy).exchanges) return 'all';
  const { lists, groupOf, priceOf } = articles(world, pharmacy);
  const known = new Set([...Object.keys(had.prices), ...GROUPS.flatMap((each) => Object.keys(lists[each].items))]);
  return new Set([...known].filter((pzn) => groupOf(pzn) === group && (had.prices[pzn] ?? null) !== priceOf(pzn)));
}

/** By any till of the pharmacy (rule 22.5). */
export function lacked(world: World, pharmacy: number, group: Group): Lacking | null {
  const both = [lackedByFiles(world, pharmacy, group), lackedByJob(world, pharmacy, group)];
  if (both.includes('all')) return 'all';
  const sets = both.flatMap((one) => (one === null || one === 'all' ? [] : [one]));
  return sets.length === 0 ? null : new Set(sets.flatMap((one) => [...one]));
}
