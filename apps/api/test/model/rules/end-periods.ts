import { copyOf, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { GROUPS, openPackage, pharmacyOf, type World, writeSave } from '../state.ts';
import type { Named } from './periods.ts';
import { inApproval } from './price-list.ts';
import { changed, differs } from './prices.ts';
import { rightsRefuse } from './rights.ts';

/** Ended on the page of periods: what runs unless its row is in an update, what comes in any case; all or nothing. */
export function endPeriods(world: World, person: Person, pharmacy: number, named: readonly Named[]): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const running = named.filter(({ from }) => from === null);
  if (running.some(({ group }) => openPackage(world, pharmacy, group, 'LZD'))) return refused(world, 409);
  if (running.some(({ group, pzn }) => inApproval(world, pharmacy, group, pzn))) return refused(world, 422);
  const next = copyOf(world);
  const { lists } = pharmacyOf(next, pharmacy);
  for (const group of GROUPS) {
    const here = named.filter((one) => one.group === group);
    if (here.length === 0) continue;
    const { items, coming } = lists[group];
    let logged = false;
    for (const { pzn, from } of here) {
      const item = items[pzn];
      if (from === null && item) {
        items[pzn] = changed(item, { ...item, period: undefined }, world.step);
        logged ||= differs(item, items[pzn]);
      } else
        for (const one of coming)
          if (one.pzn === pzn && one.from === from && one.ended === null) one.ended = world.step;
    }
    writeSave(next, pharmacy, group, nameOf(person), logged);
  }
  return { status: 200, body: { status: 'OK', ended: named.length }, next };
}
