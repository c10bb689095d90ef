import { type Draft, GROUPS, type Item, type Package, pharmacyOf, type PriceType, type World } from '../state.ts';
import { isPrice, startType, untouched } from './prices.ts';

/** A row of a draft or an approval; a tick that is null means 'as the row is'. */
export type PackageEdit = { pzn: string; price: number | null; permanent: boolean | null; ignore: boolean | null };

const listedItem = (world: World, one: Package, pzn: string): Item | undefined =>
  pharmacyOf(world, one.pharmacy).lists[one.group].items[pzn];

/** Locked and left out: a product of another group's list, and for a monthly update one that is not listed. */
export function isInactive(world: World, one: Package, pzn: string): boolean {
  const { lists } = pharmacyOf(world, one.pharmacy);
  if (GROUPS.some((group) => group !== one.group && lists[group].items[pzn])) return true;
  return one.kind === 'MDP' && !lists[one.group].items[pzn];
}

/** A locked row may be sent as it is; the type it is shown with is the one of the list that holds it. */
function shownItem(world: World, one: Package, pzn: string): Item | undefined {
  const { lists } = pharmacyOf(world, one.pharmacy);
  return GROUPS.map((group) => lists[group].items[pzn]).find((item) => item);
}

/**
 * What an edit says once 'as the row is' is filled in; null: the row is at its original. Undefined: it cannot be so.
 * @param loadedIn the step in which the screen was loaded: ticks alone say nothing of a row whose type has changed since
 */
export function readEdit(world: World, one: Package, edit: PackageEdit, loadedIn: number): Draft | null | undefined {
  if (!(edit.pzn in one.rows)) return undefined;
  const draft = wish(world, one, edit, loadedIn);
  const isReadable = edit.price === null || isPrice(edit.price);
  // What is wrong with it does not matter any more.
  if (one.parts[edit.pzn] && isReadable) return draft === undefined ? AN_EDIT : draft;
  return draft && isInactive(world, one, edit.pzn) ? undefined : draft;
}

const AN_EDIT: Draft = { price: null, permanent: true, ignore: true };

function wish(world: World, one: Package, edit: PackageEdit, loadedIn: number): Draft | null | undefined {
  const { price } = edit;
  if (price !== null && !isPrice(price)) return undefined;
  if (edit.permanent && edit.ignore) return undefined;
  const item = shownItem(world, one, edit.pzn);
  if (price === null && !edit.ignore && (item?.changed ?? 0) > loadedIn) return null;
  const seen = one.reset ? undefined : periodOn(world, one, edit.pzn, loadedIn);
  const draft = saysOf(edit, seen ? 3 : startType(one.reset, item));
  if (!draft || !seen) return draft;
  // Another price, or none, of a period that is over meanwhile is none.
  return seen.ended !== null && isOfPeriod(draft) ? null : { ...draft, on: seen.since };
}

/** The period that ran when a screen was loaded. */
const periodOn = (world: World, one: Package, pzn: string, step: number) =>
  pharmacyOf(world, one.pharmacy).ran.find(
    ({ gaps, ...period }) =>
      period.pzn === pzn &&
      period.since <= step &&
      (period.ended === null || period.ended > step) &&
      !gaps.some(([ended, resumed]) => ended <= step && step < resumed),
  );

function saysOf(edit: PackageEdit, start: PriceType): Draft | null | undefined {
  const { price } = edit;
  const ignore = edit.ignore ?? start === 1;
  if (ignore && edit.permanent) return undefined;
  const permanent = !ignore && (edit.permanent ?? start === 3);
  if (ignore) return start === 1 && price === null ? null : { price, permanent: false, ignore };
  if (price !== null) return { price, permanent, ignore };
  if (start === 1) return undefined;
  if (permanent) return start === 3 ? null : undefined;
  return start === 3 ? { price, permanent, ignore } : null;
}

/** What the approval makes of a row with this draft. */
export function approvedItem(
  world: World,
  one: Package,
  pzn: string,
  draft: Draft | undefined,
): Omit<Item, 'before' | 'changed'> {
  const item = listedItem(world, one, pzn);
  const calculated = one.rows[pzn] as number;
  const stays = untouched(one.kind, one.reset, item, calculated);
  if (!draft || isLapsed(item, draft)) return stays;
  const period = one.reset ? undefined : item?.period;
  if (draft.on !== undefined && draft.on === period?.since) {
    if (draft.ignore) return { type: 1, calculated, own: null };
    if (draft.price === null) return { ...stays, period: undefined };
    if (draft.permanent) return { ...stays, period: { ...period, price: draft.price } };
    return { type: 2, calculated, own: draft.price };
  }
  if (draft.ignore) return startType(one.reset, item) === 1 ? stays : { type: 1, calculated, own: null };
  if (draft.price !== null) return { type: draft.permanent ? 3 : 2, calculated, own: draft.price, period };
  // The draft took 'permanent' off; an exclusion that another package made meanwhile stays one.
  return startType(one.reset, item) === 3 ? { type: 0, calculated, own: null, period } : stays;
}

/** Says another price of the period, or clears it. */
const isOfPeriod = ({ permanent, price, ignore }: Draft): boolean => permanent || (price === null && !ignore);

/** Typed on a period that does not run any more. */
export const isLapsed = (item: Item | undefined, draft: Draft): boolean =>
  draft.on !== undefined && isOfPeriod(draft) && draft.on !== item?.period?.since;
