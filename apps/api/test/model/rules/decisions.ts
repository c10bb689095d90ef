import { copyOf, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Package, pharmacyOf, type Refused, type World, writeHistory } from '../state.ts';
import { take } from './delivery.ts';
import { staffOnlyRefuses } from './rights.ts';

/** Staff take a red one in, as if it came now (rule 20.12), or refuse it for good. */
export function decideRefused(world: World, person: Person, at: number, takesIn: boolean): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const { pharmacy, state, delivery, byEngine } = world.refused[at] as Refused;
  if (state === 'forgotten') return refused(world, 404);
  if (takesIn && pharmacyOf(world, pharmacy).parent !== null) return refused(world, 403);
  if (state !== 'open') return refused(world, 409);
  const decided = copyOf(world);
  const one = decided.refused[at] as Refused;
  one.state = takesIn ? 'taken' : 'refused';
  if (!takesIn) return { status: 200, body: { status: 'OK' }, next: decided };
  const { next, learn, ...outcome } = take(decided, person, { ...delivery, pharmacy, byEngine }, true);
  if (outcome.status !== 200) return refused(world, outcome.status);
  return {
    status: 200,
    body: { status: 'OK' },
    next,
    learn: ({ status, body }, learned) => learn?.({ status, body: { ...body, id: body.updateId } }, learned),
  };
}

/** What a doubted delivery says of known products: staff take it, or keep what is known (rule 20.22). */
export function decideHeld(world: World, person: Person, index: number, takesNew: boolean): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const { held, status } = world.packages[index] as Package;
  if (!held || status === 'deleted') return refused(world, 409);
  const next = copyOf(world);
  const one = next.packages[index] as Package;
  one.held = null;
  for (const [pzn, { was, now }] of takesNew ? Object.entries(held) : []) {
    const product = next.products[pzn];
    if (!product) continue;
    next.products[pzn] = {
      ...product,
      name: product.name === was.name ? now.name : product.name,
      group: product.group === was.group ? now.group : product.group,
    };
    one.learned[pzn] = { was, now };
  }
  writeHistory(next, one.pharmacy, nameOf(person), false, { of: one, names: true });
  return { status: 200, body: { status: 'OK' }, next };
}
