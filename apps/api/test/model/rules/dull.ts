import { type Package, pharmacyOf, type Screen, type World } from '../state.ts';
import { openRows } from './packages.ts';
import { approvedItem, isInactive } from './package-rows.ts';
import { effective } from './prices.ts';
import { dueRows } from './reviews.ts';

/** Cents before and after, as the list and the package with its drafts say; null: no price. */
type Move = {
  pzn: string;
  before: number | null;
  after: number | null;
  formerAvp: number | null;
  avp: number;
  isExcluded: boolean;
};

/** Rows that are judged: neither locked nor in a part, in the order of the file. */
function movesOf(world: World, one: Package): Move[] {
  const { items } = pharmacyOf(world, one.pharmacy).lists[one.group];
  return openRows(one)
    .filter((pzn) => !isInactive(world, one, pzn))
    .map((pzn) => {
      const becomes = approvedItem(world, one, pzn, one.drafts[pzn]);
      return {
        pzn,
        before: effective(items[pzn]),
        after: effective({ ...becomes, before: null, changed: 0 }),
        formerAvp: items[pzn]?.avp ?? null,
        avp: one.avps[pzn] as number,
        isExcluded: items[pzn]?.type === 1 && !items[pzn]?.period,
      };
    });
}

/** Rule 14.12: more than 20 % and at least 50 cents; a fall by what it takes to get back. */
const isLarge = ({ before, after }: Move): boolean =>
  before !== null &&
  after !== null &&
  Math.max(before, after) * 100 > Math.min(before, after) * 120 &&
  Math.abs(after - before) >= 50;

/** Rule 14.11 by rule 14.9: it is above the AVP now, or 5 % further than before. */
function isAboveAvp({ before, after, avp, formerAvp }: Move): boolean {
  if (after === null || after <= avp) return false;
  const former = formerAvp ?? avp;
  return before === null || before <= former || after * former * 100 > before * avp * 105;
}

/** Within 5 %. */
const isAbout = (price: number, other: number): boolean => Math.abs(price - other) * 100 <= other * 5;

/** Rule 14.21, of neighbours. */
function isSwapped(one: Move | undefined, other: Move | undefined): boolean {
  if (!one || !other || one.before === null || other.before === null || one.after === null || other.after === null)
    return false;
  const apart = Math.max(one.before, other.before) * 100 >= Math.min(one.before, other.before) * 112;
  return apart && isAbout(one.after, other.before) && isAbout(other.after, one.before);
}

/** Rows to review, by the rules that files with an AVP alone can break (rules 14.11, 14.12, 14.16, 14.21). */
function toReview(world: World, one: Package): Set<string> {
  const moves = movesOf(world, one);
  const isNew = ({ before, isExcluded }: Move) => before === null && !isExcluded;
  // As delivered: a draft does not change how many are new.
  const news = moves.filter(isNew).length;
  const namesNew = news <= 20 && news * 2 <= Object.keys(one.rows).length;
  const found = moves.filter((move, at) => {
    const name = world.products[move.pzn]?.name;
    const isNear = (other: Move, place: number) =>
      Math.abs(place - at) === 1 || (name !== undefined && world.products[other.pzn]?.name === name);
    const isTurned = moves.some((other, place) => other !== move && isNear(other, place) && isSwapped(move, other));
    return isLarge(move) || isAboveAvp(move) || isTurned || (namesNew && isNew(move) && move.after !== null);
  });
  return new Set(found.map(({ pzn }) => pzn));
}

/** Why each row stays that no part takes (rule 6.30), by the answer's words; none: it is dull. */
export function stayingReasons(world: World, one: Package, screen: Screen): Map<string, string[]> {
  const { items } = pharmacyOf(world, one.pharmacy).lists[one.group];
  const review = toReview(world, one);
  const due = dueRows(world, one.pharmacy, one.group);
  const isOwn = (type: number | undefined) => type === 2 || type === 3;
  return new Map(
    Object.keys(one.rows).map((pzn) => {
      const item = items[pzn];
      const becomes = approvedItem(world, one, pzn, one.drafts[pzn]);
      const reasons: [string, boolean][] = [
        ['approved', one.parts[pzn] !== undefined],
        ['inactive', isInactive(world, one, pzn)],
        ['edited', one.drafts[pzn] !== undefined],
        ['toReview', review.has(pzn)],
        ['ownPriceEnds', isOwn(item?.type) && !isOwn(becomes.type)],
        ['period', item?.period !== undefined],
        ['dueReview', due.includes(pzn)],
        ['changed', (item?.changed ?? 0) > screen.step],
      ];
      return [pzn, reasons.flatMap(([reason, applies]) => (applies ? [reason] : []))];
    }),
  );
}
