import { dayOf, startOfDay } from '../berlin.ts';
import { pharmacyOf, shownOf, type World } from '../state.ts';

export type Lowest = { price: number; day: number; isLower: boolean };

/** A price that was in force from a moment on; null: none. */
type Since = { at: number; step: number; price: number | null };

const DAYS = 30;

/**
 * Rule 17.10. Undefined: the model does not know, since a price was taken back or the lists were exchanged. Null: there is none.
 */
export function lowestPrice(world: World, index: number, pzn: string): Lowest | null | undefined {
  const pharmacy = pharmacyOf(world, index);
  const course = pharmacy.courses[pzn];
  if (shownOf(world, index) !== index || pharmacy.exchanges > 0 || course?.unsure) return undefined;
  if (!course) return null;
  const prices: Since[] = [{ at: Number.NEGATIVE_INFINITY, step: 0, price: course.first }, ...course.changes];
  const lowered = reductionOf(world, index, pzn, prices);
  const end = lowered ?? world.now;
  const from = startOfDay(dayOf(end) - DAYS);
  let found: Lowest | null = null;
  for (const [n, { at, price }] of prices.entries()) {
    const next = prices[n + 1]?.at ?? Number.POSITIVE_INFINITY;
    if (price === null || at >= end || next <= from || (found && price > found.price)) continue;
    // A price that ends at midnight was in force until the day before.
    found = { price, day: dayOf(Math.min(next, end) - 1), isLower: lowered !== null };
  }
  return found;
}

/** When the running period lowered the price. */
function reductionOf(world: World, index: number, pzn: string, prices: readonly Since[]): number | null {
  const { lists } = pharmacyOf(world, index);
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
