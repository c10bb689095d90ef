import { copyOf, type Outcome, refused } from '../outcome.ts';
import { GROUPS, pharmacyOf, shownOf, type Till, type World, writeHistory } from '../state.ts';
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

/** What a till says of itself with an acknowledgement, and what it lost before without a word. */
export type Tells = { held: boolean; refuses: readonly string[]; loses: readonly string[] };

/** What it sells at: all it was sent, but for what it lacks. */
export function heldPrices({ prices, lacks }: Till): Record<string, number> {
  return Object.fromEntries(Object.entries(prices).filter(([pzn]) => !lacks.includes(pzn)));
}

/**
 * 'ack': what the till has loaded; refused for a cursor from before the lists were exchanged.
 * In the history when it is the first of these lists, or something has changed since the last.
 * A refusal ends when its article is sent again and not named again; only a digest ends 'differs'.
 */
export function acknowledge(world: World, pharmacy: number, { held, refuses, loses }: Tells): Outcome {
  const { exchanges } = pharmacyOf(world, pharmacy);
  const before = world.tills[pharmacy];
  if (!before || before.pulled.exchanges !== exchanges) return refused(world, 409);
  const next = copyOf(world);
  const till = next.tills[pharmacy] as Till;
  const had = before.acknowledged?.exchanges === exchanges ? before.acknowledged : null;
  const { movedAt } = pharmacyOf(world, shownOf(world, pharmacy));
  const news = had === null || movedAt.some((step) => step > had.step && step <= before.pulled.step);
  if (news) writeHistory(next, pharmacy, TILL);
  const load = { list: shownOf(world, pharmacy), of: before.pulled.step, said: world.step, isNoted: news };
  pharmacyOf(next, pharmacy).loads.push(load);
  till.refused = had === null ? [] : before.refused.filter((pzn) => !before.sent.includes(pzn));
  till.sent = [];
  // Of a former list.
  if (had === null) till.differs = false;
  if (had === null || had.step < before.pulled.step)
    till.acknowledged = { ...before.pulled, cursor: before.cursor, prices: { ...before.prices } };
  till.lacks = [...new Set([...before.lacks, ...refuses, ...loses])];
  if (held) till.differs = Object.keys(heldPrices(till)).length < Object.keys(till.prices).length;
  till.refused = [...new Set([...till.refused, ...refuses])];
  return { status: 200, body: { status: 'OK' }, next };
}

/** 'inventory': counts by article, against what was approved at the cursor or what is in force; ends refusals that it disproves. */
export function compareInventory(world: World, pharmacy: number, { atCursor }: { atCursor: boolean }): Outcome {
  const { exchanges, pilot } = pharmacyOf(world, pharmacy);
  const till = world.tills[pharmacy] as Till;
  const held = heldPrices(till);
  if (!pilot) return refused(world, 403);
  if (Object.keys(held).length === 0) return refused(world, 422);
  if (atCursor && till.pulled.exchanges !== exchanges) return refused(world, 409);
  const approved = atCursor ? till.prices : tillPrices(world, pharmacy);
  const of = (fits: (pzn: string) => boolean) => Object.keys({ ...held, ...approved }).filter(fits).length;
  const next = copyOf(world);
  const nextTill = next.tills[pharmacy] as Till;
  nextTill.refused = till.refused.filter((pzn) => held[pzn] !== approved[pzn]);
  const now = tillPrices(world, pharmacy);
  // What has changed since its cursor it need not have yet.
  if (of((pzn) => held[pzn] !== approved[pzn] && held[pzn] !== now[pzn]) === 0) nextTill.differs = false;
  return {
    status: 200,
    body: {
      equal: of((pzn) => held[pzn] === approved[pzn]),
      different: of((pzn) => pzn in held && pzn in approved && held[pzn] !== approved[pzn]),
      missing: of((pzn) => !(pzn in held)),
      extra: of((pzn) => !(pzn in approved)),
    },
    next,
  };
}
