import { copyOf, type Outcome, refused } from '../outcome.ts';
import { GROUPS, pharmacyOf, shownOf, type World, writeHistory } from '../state.ts';
import { effective } from './prices.ts';

/** What the till of a pharmacy sells at: the effective prices of its lists, those of the main pharmacy for a mirror. */
export function tillPrices(world: World, pharmacy: number): Record<string, number> {
  const { lists } = pharmacyOf(world, shownOf(world, pharmacy));
  const priced = GROUPS.flatMap((group) =>
    Object.entries(lists[group].items).flatMap(([pzn, item]) => {
      const price = effective(item);
      return price === null ? [] : [[pzn, price] as const];
    }),
  );
  return Object.fromEntries(priced);
}

/** As histories name any till. */
const TILL = 'Kasse';

/**
 * 'ack': the till says what it has loaded. A cursor from before the lists were exchanged is refused. The history tells of it
 * when it is the first of these lists, or when something has changed between what the till had and what it has now.
 */
export function acknowledge(world: World, pharmacy: number): Outcome {
  const { exchanges } = pharmacyOf(world, pharmacy);
  const before = world.tills[pharmacy];
  if (!before || before.pulled.exchanges !== exchanges) return refused(world, 409);
  const next = copyOf(world);
  const had = before.acknowledged?.exchanges === exchanges ? before.acknowledged.step : null;
  const { moved } = pharmacyOf(world, shownOf(world, pharmacy));
  const news = had === null || Object.values(moved).some((step) => step > had && step <= before.pulled.step);
  if (news) writeHistory(next, pharmacy, TILL);
  if (had === null || had < before.pulled.step)
    Object.assign(next.tills[pharmacy] ?? {}, { acknowledged: before.pulled });
  return { status: 200, body: { status: 'OK' }, next };
}
