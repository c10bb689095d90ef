import fc from 'fast-check';
import type { Person } from '../people.ts';
import { type Group, GROUPS, type Screen, type World } from '../state.ts';

/** Who does something, seen from the pharmacy it is done to. */
export type Caller = 'sales' | 'admin' | 'owner' | 'deputy' | 'foreign' | 'austrian' | 'engine' | 'till' | 'nobody';

/** Mostly somebody who may, now and then somebody who may not. */
export const anyCaller: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Caller>('owner', 'deputy') },
  { weight: 6, arbitrary: fc.constantFrom<Caller>('sales', 'admin') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('foreign', 'austrian', 'engine', 'till', 'nobody') },
);
/** The same for what only admin or sales may do. */
export const staffMostly: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Caller>('sales', 'admin') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Caller>('owner', 'deputy', 'foreign', 'austrian', 'engine', 'till', 'nobody'),
  },
);

export function personFor(world: World, caller: Caller, pharmacy: number): Person {
  if (caller === 'owner' || caller === 'deputy' || caller === 'austrian' || caller === 'till')
    return { who: caller, of: pharmacy };
  if (caller === 'foreign') return { who: 'owner', of: (pharmacy + 1) % world.pharmacies.length };
  return { who: caller };
}

/** Pharmacy 0 is the busiest, so that things meet there. */
export const anyPharmacy = (count: number): fc.Arbitrary<number> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(count - 1) });
export const anyGroup: fc.Arbitrary<Group> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Group>('OTC') },
  { weight: 2, arbitrary: fc.constantFrom(...GROUPS) },
);

/** Cents; the last few are no prices. */
export const anyPrice: fc.Arbitrary<number> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(100, 250, 499, 777, 849, 999, 12_345, 9_999_999, 1) },
  { weight: 1, arbitrary: fc.constantFrom(0, -100, 100.5, 10_000_000) },
);
export const euros = (cents: number): number => cents / 100;
export const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });

export const PZN_COUNT = 10;
/** Enough for facts of a whole file (rule 20.10), too few for shares (rule 20.2). */
export const BULK_COUNT = 12;
/** Cents of the n-th of them, with the usual endings. */
export const bulkPrice = (n: number): number => 349 + n * 130;
/** On the list and in files, so that none of them seems to be of other articles. */
export const bulkAvp = (n: number): number => Math.round((bulkPrice(n) * (130 + n)) / 100);
export const anyPzn: fc.Arbitrary<number> = fc.nat(PZN_COUNT - 1);
export const pznAt = (world: World, index: number): string => world.pzns[index % world.pzns.length] as string;

/** The later packages of a world rather than the first; a step applies where there is one. */
export const packageIndex = (world: World, pick: number): number =>
  world.packages.length - 1 - (pick % Math.min(world.packages.length, 6));
/** The pharmacy through which a package is called: its own, or now and then another one, such as its mirror. */
export const throughPharmacy = (world: World, own: number, detour: number): number =>
  detour === 0 ? own : (own + detour) % world.pharmacies.length;
export const anyDetour: fc.Arbitrary<number> = fc.oneof(
  { weight: 14, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(5) },
);

/** Which of the screens loaded so far a save is made from: none, the latest, the one before, … */
export const anyScreen: fc.Arbitrary<number | null> = fc.option(fc.nat(2), { freq: 3 });
export function screenFor(
  world: World,
  pick: number | null,
  target: Pick<Screen, 'pharmacy' | 'group' | 'package'>,
): Screen | null {
  if (pick === null) return null;
  const fitting = world.screens.filter(
    (screen) =>
      screen.pharmacy === target.pharmacy && screen.group === target.group && screen.package === target.package,
  );
  return fitting.at(-1 - pick) ?? fitting.at(-1) ?? null;
}
