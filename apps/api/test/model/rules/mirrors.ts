import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { GROUPS, type List, type Pharmacy, pharmacyOf, type World, writeHistory } from '../state.ts';
import { differs } from './prices.ts';
import { staffOnlyRefuses } from './rights.ts';

/** Makes a pharmacy the mirror of another: its own lists go, the entry stands in both histories. */
export function addMirror(world: World, person: Person, main: number, mirror: number): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const ok = { status: 200, body: { status: 'OK' } };
  if (main !== mirror && pharmacyOf(world, mirror).parent === main) return { ...ok, next: world };
  if (cannotMirror(world, main, mirror)) return refused(world, 409);
  const next = copyOf(world);
  const pharmacy = pharmacyOf(next, mirror);
  const had = GROUPS.some((group) => Object.values(pharmacy.lists[group].items).length > 0);
  for (const group of GROUPS) Object.assign(pharmacy.lists[group], { items: {}, coming: [] });
  pharmacy.rules = [];
  pharmacy.parent = main;
  pharmacy.exchanges += 1;
  writeHistory(next, mirror, nameOf(person), had);
  writeHistory(next, main, nameOf(person));
  return { ...ok, next };
}

/** Not itself, no chains, the same country, nothing open. */
function cannotMirror(world: World, main: number, mirror: number): boolean {
  const [first, second] = [pharmacyOf(world, main), pharmacyOf(world, mirror)];
  return (
    main === mirror ||
    first.parent !== null ||
    second.parent !== null ||
    first.country !== second.country ||
    world.pharmacies.some(({ parent }) => parent === mirror) ||
    world.packages.some((one) => one.pharmacy === mirror && one.status === 'open')
  );
}

/** Parting: the mirror gets a copy of lists and flags, so that no price at its till jumps. Again changes nothing. */
export function removeMirror(world: World, person: Person, main: number, mirror: number): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const ok = { status: 200, body: { status: 'OK' } };
  const { parent } = pharmacyOf(world, mirror);
  if (parent === null && main !== mirror) return { ...ok, next: world };
  if (parent !== main) return refused(world, 409);
  const next = copyOf(world);
  const pharmacy = pharmacyOf(next, mirror);
  const lists = pharmacyOf(next, main).lists;
  pharmacy.parent = null;
  pharmacy.formerMains.push({ main, parted: world.step, exchanges: pharmacy.exchanges });
  pharmacy.exchanges += 1;
  pharmacy.reviewMonths = pharmacyOf(next, main).reviewMonths;
  const copied = copyLists(pharmacy, lists, world.step);
  writeHistory(next, mirror, nameOf(person), copied);
  writeHistory(next, main, nameOf(person));
  return { ...ok, next };
}

/** @returns whether there was anything to copy */
function copyLists(pharmacy: Pharmacy, lists: Pharmacy['lists'], step: number): boolean {
  for (const group of GROUPS) {
    const { items, flag, qdpFlag, coming }: List = structuredClone(lists[group]);
    for (const item of Object.values(items)) {
      if (differs(undefined, item)) item.changed = step;
      if (item.period) item.period.since = step;
    }
    pharmacy.lists[group] = { items, flag, qdpFlag, coming: coming.filter(({ ended }) => ended === null) };
  }
  return GROUPS.some((group) => Object.keys(lists[group].items).length > 0);
}
