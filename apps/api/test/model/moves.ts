import { dayOf } from './berlin.ts';
import { differs, effective } from './rules/prices.ts';
import { isFixed, monthsLater, spreadDay } from './rules/reviews.ts';
import { type Coming, GROUPS, type Item, type Period, type Pharmacy, type World } from './state.ts';

/** An exclusion, but for one that comes back, and an article that leaves the list have nothing to come. */
function giveUp(coming: Coming[], pzn: string, step: number): void {
  for (const one of coming) if (one.pzn === pzn && one.ended === null) one.ended = step;
}

function notePeriods(
  { ran }: Pharmacy,
  pzn: string,
  { was, is, step }: { was: Period | undefined; is: Period | undefined; step: number },
): void {
  if (was) {
    const before = ran.find((one) => one.pzn === pzn && one.since === was.since);
    if (before) Object.assign(before, { ended: step, until: was.until });
  }
  if (!is) return;
  const again = ran.find((one) => one.pzn === pzn && one.since === is.since);
  if (again?.ended != null) again.gaps.push([again.ended, step]);
  if (again) again.ended = null;
  else ran.push({ pzn, since: is.since, until: is.until, ended: null, gaps: [] });
}

/** Notes for the tills which products a step has changed, and when their prices are looked at again, by any rule. */
export function noteMoves(before: World, after: World): void {
  for (const [index, pharmacy] of after.pharmacies.entries()) {
    const former = before.pharmacies[index];
    const hasParted = former?.parent !== null && pharmacy.parent === null;
    for (const group of GROUPS) {
      const [old, now] = [former?.lists[group].items ?? {}, pharmacy.lists[group].items];
      for (const pzn of new Set([...Object.keys(old), ...Object.keys(now)])) {
        const [was, is] = [old[pzn], now[pzn]];
        const isEdge = was?.period?.since !== is?.period?.since;
        // also what days in a row began and ended
        const isRecorded = differs(was, is) || is?.changed === after.step;
        if (isRecorded) {
          pharmacy.moved[pzn] = after.step;
          pharmacy.movedAt.push(after.step);
        }
        if (differs(was, is) && !isEdge) {
          pharmacy.altered[pzn] = after.step;
          if (!is?.period) pharmacy.changedBeneath[pzn] = after.step;
        }
        if (isRecorded || isEdge) noteCourse(pharmacy, pzn, { was, is, isRecorded }, after);
        const save = pharmacy.saves.findLast((one) => one.step === after.step && one.group === group);
        if (save && differs(was, is)) save.changes[pzn] = structuredClone({ was: was ?? null, is: is ?? null });
        if (isEdge) notePeriods(pharmacy, pzn, { was: was?.period, is: is?.period, step: after.step });
        const excluded = is?.type === 1 && !is.period && was?.type !== 1 && !is.cameBack && !hasParted;
        if (!is) (pharmacy.left[`${group} ${pzn}`] ??= []).push(after.step);
        if (!is || excluded) giveUp(pharmacy.lists[group].coming, pzn, after.step);
        if (!is) continue;
        if (is.remind !== undefined) Object.assign(is, { review: is.remind, reminds: true });
        else if (fixedAt(was) !== fixedAt(is))
          Object.assign(is, {
            review: reviewDay(pharmacy, is, { pzn, today: dayOf(after.now), hasParted }),
            reminds: false,
          });
        else if (is.review === undefined || is.cameBack)
          Object.assign(is, { review: was?.review ?? null, reminds: was?.reminds ?? false });
        delete is.cameBack;
        delete is.remind;
      }
    }
  }
}

function noteCourse(
  { courses }: Pharmacy,
  pzn: string,
  { was, is, isRecorded }: { was: Item | undefined; is: Item | undefined; isRecorded: boolean },
  { now, step }: World,
): void {
  const course = (courses[pzn] ??= { first: effective(was), changes: [], isRecorded: false });
  course.changes.push({ at: now, step, price: effective(is), period: is?.period?.since ?? null });
  course.isRecorded ||= isRecorded;
}

/** Beneath a period. */
const fixedAt = (item: Item | undefined) => item && (item.type === 3 ? `3 ${item.own}` : String(item.type));

/** From the day on which a price was fixed; spread where it came back, or is a copy that a parted mirror got. */
function reviewDay(
  { reviewMonths }: Pharmacy,
  item: Item,
  { pzn, today, hasParted }: { pzn: string; today: number; hasParted: boolean },
): number | null {
  if (reviewMonths === null || !isFixed(item)) return null;
  return hasParted || item.cameBack ? spreadDay(pzn, today, reviewMonths) : monthsLater(today, reviewMonths);
}
