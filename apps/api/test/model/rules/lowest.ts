import { dayOf, startOfDay } from '../berlin.ts';
import { type Pharmacy, pharmacyOf, type PriceFile, shownOf, type World } from '../state.ts';

export type Lowest = { price: number; day: number; isLower: boolean };

/** A price that was in force from a moment on; null: none. */
type Since = { at: number; step: number; price: number | null; period: number | null };

const DAYS = 30;
const AFTER_MIDNIGHT = 5 * 60_000;

/** Rule 17.10. Null: there is none; undefined: the portal may not know whether a till had a price that was taken back. */
export function lowestPrice(world: World, index: number, pzn: string): Lowest | null | undefined {
  const { takenBack } = pharmacyOf(world, shownOf(world, index));
  if (takenBack.some((one) => one.pzn === pzn && isUncertain(world, index, one))) return undefined;
  const prices = pricesInForce(world, index, pzn);
  const lowered = reductionOf(world, index, pzn, prices);
  const end = lowered ?? world.now;
  const from = startOfDay(dayOf(end) - DAYS);
  let found: Lowest | null = null;
  let begun = Number.NEGATIVE_INFINITY;
  for (const [n, { at, price }] of prices.entries()) {
    if (price !== prices[n - 1]?.price) begun = at;
    const next = prices[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    // A price that ends at midnight, or minutes later, was in force until the day before.
    const isOver = next <= end;
    const last = Math.max(begun, isOver ? next - AFTER_MIDNIGHT : end - 1);
    if (price === null || at >= end || last < from || (found && price > found.price)) continue;
    found = { price, day: dayOf(last), isLower: lowered !== null };
  }
  return found;
}

/** All that were, without those that were taken back before anybody at this pharmacy had them. */
function pricesInForce(world: World, index: number, pzn: string): Since[] {
  const owner = pharmacyOf(world, shownOf(world, index));
  const course = owner.courses[pzn];
  if (!course?.isRecorded) return [];
  const all: Since[] = [
    { at: Number.NEGATIVE_INFINITY, step: 0, price: course.first, period: null },
    ...course.changes,
  ];
  const never = neverInForce(world, index, { pzn, all, takenBack: owner.takenBack });
  const result: Since[] = [];
  for (const one of all) {
    const bracket = never.find(
      ({ set, back, price }) =>
        set <= one.step && one.step < back && one.price === price && (one.period === null || one.period <= set),
    );
    const before = bracket && result.findLast(({ step }) => step < bracket.set);
    result.push(bracket ? { ...one, price: before?.price ?? null } : one);
  }
  return result;
}

type Bracket = Pharmacy['takenBack'][number];
type Article = { pzn: string; all: readonly Since[]; takenBack: readonly Bracket[] };

/** The last first: what took something back and was taken back itself has taken back nothing, also where somebody had it. */
function neverInForce(world: World, index: number, { pzn, all, takenBack }: Article): Bracket[] {
  const own = takenBack.filter((one) => one.pzn === pzn);
  const valid: Bracket[] = [];
  for (const one of own.toSorted((a, b) => b.back - a.back))
    if (!valid.some(({ set }) => set === one.back)) valid.push(one);
  return valid.filter((one) => !wasHad(world, index, all, one));
}

const priceAt = (all: readonly Since[], step: number): number | null =>
  all.findLast((one) => one.step <= step)?.price ?? null;

/** Whether the till had said so before it was taken back, or a file with it had been downloaded. */
function wasHad(world: World, index: number, all: readonly Since[], { pzn, set, back, price }: Bracket): boolean {
  const isWithin = (step: number) => step >= set && step < back;
  const owner = shownOf(world, index);
  const files = world.files.filter(({ pharmacy, list }) => pharmacy === index && list === owner);
  const loads = pharmacyOf(world, index).loads.filter(({ list }) => list === owner);
  return (
    loads.some(({ of, said }) => isWithin(of) && isWithin(said) && priceAt(all, of) === price) ||
    files.some((file) => isWithin(file.step) && saidBy(file, pharmacyOf(world, owner), pzn) === price)
  );
}

/** A file of the article's group that does not name it says that it has none. */
function saidBy({ rows, groups }: PriceFile, { lists, left }: Pharmacy, pzn: string): number | null | undefined {
  const isAbout = groups.some((group) => pzn in lists[group].items || `${group} ${pzn}` in left);
  return pzn in rows || !isAbout ? rows[pzn] : null;
}

/** It keeps the newest position of a till, and of those before only when they were told. */
function isUncertain(world: World, index: number, { set, back }: Bracket): boolean {
  const isWithin = (step: number) => step >= set && step < back;
  return pharmacyOf(world, index).loads.some(
    ({ list, of, said, isNoted }) =>
      (isNoted || isWithin(of)) && (isWithin(of) && list === shownOf(world, index)) !== isWithin(said),
  );
}

/** When the running period lowered the price. */
function reductionOf(world: World, index: number, pzn: string, prices: readonly Since[]): number | null {
  const { lists } = pharmacyOf(world, shownOf(world, index));
  const period = Object.values(lists).flatMap(({ items }) => items[pzn]?.period ?? [])[0];
  if (!period) return null;
  let reduction: Reduction | null = null;
  let last: number | null = null;
  for (const { at, step, price } of prices) {
    const former: number | null = last;
    last = price ?? last;
    if (price === null || former === null || step < period.since || price === former) continue;
    reduction = followed(reduction, { at, price, former });
  }
  return reduction?.at ?? null;
}

type Reduction = { at: number; from: number; rose: boolean };

function followed(
  reduction: Reduction | null,
  { at, price, former }: { at: number; price: number; former: number },
): Reduction | null {
  if (price > former) return reduction && price < reduction.from ? { ...reduction, rose: true } : null;
  return reduction && !reduction.rose ? reduction : { at, from: former, rose: false };
}
