import { isStaff, type Person } from '../people.ts';
import { type Package, shownOf, type World } from '../state.ts';
import { type Call, rightsRefuse } from './rights.ts';

/**
 * Whether somebody may make this call on a package at all: rights to the pharmacy, then what is deleted and an LZD that is not released
 * are not for customers (403), then the package must be one of this pharmacy, or of the main pharmacy of a mirror (404).
 */
export function packageRefuses(world: World, person: Person, one: Package, call: Call): number | null {
  const right = rightsRefuse(world, person, call);
  if (right) return right;
  if (one.pharmacy !== shownOf(world, call.pharmacy)) return 404;
  const hidden = one.status === 'deleted' || (one.kind === 'LZD' && !one.released);
  return hidden && !isStaff(person) ? 403 : null;
}

/** The package at this position in a copy of the world. */
export function packageAt(world: World, index: number): Package {
  const found = world.packages[index];
  if (!found) throw new Error(`the model has no package ${index}`);
  return found;
}

/** Rows that no part has approved. */
export const openRows = (one: Package): string[] => Object.keys(one.rows).filter((pzn) => !one.parts[pzn]);

/** In the order of their numbers. */
export function partsOf(one: Package): { number: number; pzns: string[] }[] {
  const numbers = [...new Set(Object.values(one.parts).map(({ number }) => number))].sort((a, b) => a - b);
  const of = (wanted: number) => Object.keys(one.parts).filter((pzn) => one.parts[pzn]?.number === wanted);
  return numbers.map((number) => ({ number, pzns: of(number) }));
}
