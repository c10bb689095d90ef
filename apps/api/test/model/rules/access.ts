import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { pharmacyOf, type World, writeHistory } from '../state.ts';
import { staffOnlyRefuses } from './rights.ts';

/** Owner and deputies may use the tool from now on; again changes nothing. */
export function activateUsers(world: World, person: Person, pharmacy: number): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const { access, emails } = pharmacyOf(world, pharmacy);
  const ok = { status: 200, body: { status: 'OK' } };
  if (access && emails) return { ...ok, next: world };
  const next = copyOf(world);
  Object.assign(pharmacyOf(next, pharmacy), { access: true, emails: true });
  writeHistory(next, pharmacy, nameOf(person));
  return { ...ok, next };
}
