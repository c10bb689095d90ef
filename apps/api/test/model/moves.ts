import { dayOf } from './berlin.ts';
import { differs } from './rules/prices.ts';
import { isFixed, monthsLater, spreadDay } from './rules/reviews.ts';
import { GROUPS, type Item, type Pharmacy, type World } from './state.ts';

/** Notes for the tills which products a step has changed, and when their prices are looked at again, by any rule. */
export function noteMoves(before: World, after: World): void {
  for (const [index, pharmacy] of after.pharmacies.entries()) {
    const former = before.pharmacies[index];
    const hasParted = former?.parent !== null && pharmacy.parent === null;
    for (const group of GROUPS) {
      const [old, now] = [former?.lists[group].items ?? {}, pharmacy.lists[group].items];
      for (const pzn of new Set([...Object.keys(old), ...Object.keys(now)])) {
        const isMoved = differs(old[pzn], now[pzn]);
        if (isMoved) pharmacy.moved[pzn] = after.step;
        const item = now[pzn];
        if (!item) continue;
        if (isMoved) item.review = reviewDay(pharmacy, item, { pzn, today: dayOf(after.now), hasParted });
        else if (item.review === undefined || item.cameBack) item.review = old[pzn]?.review ?? null;
        delete item.cameBack;
      }
    }
  }
}

/** From the day on which a price was fixed; spread where it came back, or is a copy that a parted mirror got. */
function reviewDay(
  { reviewMonths }: Pharmacy,
  item: Item,
  { pzn, today, hasParted }: { pzn: string; today: number; hasParted: boolean },
): number | null {
  if (reviewMonths === null || !isFixed(item)) return null;
  return hasParted || item.cameBack ? spreadDay(pzn, today, reviewMonths) : monthsLater(today, reviewMonths);
}
