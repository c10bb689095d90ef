import { openRows } from './packages.ts';
import { isStaff, type Person, nameOf } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { dayOf } from '../berlin.ts';
import {
  type Coming,
  type Group,
  GROUPS,
  type Item,
  openPackage,
  type Period,
  pharmacyOf,
  type PriceType,
  type Screen,
  type World,
  writeSave,
} from '../state.ts';
import { changed, differs, isPrice, shown } from './prices.ts';
import { rightsRefuse } from './rights.ts';

/** A row of a save: the whole row as it must be afterwards. `group` only for a product that is to be added as an exclusion. */
export type ListEdit = {
  pzn: string;
  price: number | null;
  permanent: boolean;
  ignore: boolean;
  group?: Group;
  /** Days in Berlin. */
  from?: number | null;
  to?: number | null;
  remind?: number | null;
  /** Meant for the row beneath the period that runs. */
  beneath?: boolean;
  /** Further prices, each from a day on. */
  later?: { price: number; permanent: boolean; from: number; to: number | null }[];
};

const groupOf = (world: World, pharmacy: number, pzn: string): Group | undefined =>
  GROUPS.find((group) => pharmacyOf(world, pharmacy).lists[group].items[pzn]);

/**
 * Saving a price list. Rights, then the state (an open first or new calculation locks its list), then the rows, then what
 * somebody has changed since the screen was loaded. Nothing is saved by halves.
 */
export function savePriceList(
  world: World,
  person: Person,
  pharmacy: number,
  edits: ListEdit[],
  screen: Screen | null,
): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const named = edits.map((edit) => ({ edit, group: groupOf(world, pharmacy, edit.pzn) ?? edit.group }));
  const groups = new Set(
    named.flatMap(({ edit, group }) => [group, edit.group]).filter((group) => group !== undefined),
  );
  if ([...groups].some((group) => openPackage(world, pharmacy, group, 'LZD'))) return refused(world, 409);

  const next = copyOf(world);
  const faulty = new Set<string>();
  const after = new Map<string, { group: Group; item: Item; plans: Coming[] }>();
  for (const { edit, group } of named) {
    const first = group && validate(next, pharmacy, group, edit, isStaff(person));
    const result = first && withLater(next, pharmacy, group, edit, first);
    if (!result || after.has(edit.pzn)) faulty.add(edit.pzn);
    else after.set(edit.pzn, { group, ...result });
  }
  if (faulty.size > 0) return refused(world, 422);

  const lists = pharmacyOf(next, pharmacy).lists;
  const effective = [...after].filter(([pzn, { group, item, plans }]) => {
    const was = lists[group].items[pzn];
    return (
      differs(was, item) ||
      plans.length > 0 ||
      was?.type !== item.type ||
      was?.own !== item.own ||
      was?.period?.since !== item.period?.since ||
      was?.period?.until !== item.period?.until
    );
  });
  // The versions of its former main pharmacy's list are not those of its own.
  const isForeign = screen !== null && screen.list !== pharmacy && screen.version > 0;
  if (isForeign && effective.some(([, { group }]) => group === screen.group)) return refused(world, 409);
  const conflicts = effective.filter(([pzn, { group }]) => {
    const since = screen?.group === group ? screen.step : Number.POSITIVE_INFINITY;
    return (lists[group].items[pzn]?.changed ?? 0) > since;
  });
  if (conflicts.length > 0) return refused(world, 409, { pzns: conflicts.map(([pzn]) => pzn).sort() });
  // The history is written by product group: one entry for each that has changed.
  for (const group of new Set(effective.map(([, one]) => one.group))) {
    const logged = effective.some(([pzn, one]) => one.group === group && differs(lists[group].items[pzn], one.item));
    writeSave(next, pharmacy, group, nameOf(person), logged);
  }
  for (const [pzn, { group, item, plans }] of effective) {
    lists[group].items[pzn] = item;
    lists[group].coming.push(...plans);
  }
  for (const { edit, group } of named) {
    const item = group && lists[group].items[edit.pzn];
    if (item && edit.remind != null) item.remind = edit.remind;
  }
  return { status: 200, body: { status: 'OK', changed: effective.length }, next };
}

/** What a row becomes, or undefined where it cannot be so. */
function validate(
  world: World,
  pharmacy: number,
  group: Group,
  edit: ListEdit,
  staff: boolean,
): { item: Item; plan?: Coming } | undefined {
  const item = pharmacyOf(world, pharmacy).lists[group].items[edit.pzn];
  // Each product is in one group of a pharmacy; a row that names another one is faulty.
  if (edit.group && edit.group !== group) return undefined;
  if (inApproval(world, pharmacy, group, edit.pzn)) return undefined;
  if (edit.price !== null && !isPrice(edit.price)) return undefined;
  if (edit.permanent && (edit.ignore || edit.price === null)) return undefined;
  const calculated = item?.calculated ?? null;
  if (!item && !mayBeAdded(world, group, edit.pzn)) return undefined;
  const today = dayOf(world.now);
  const { from = null, to } = edit;
  const last = to ?? null;
  if ((from !== null && from < today) || (last !== null && last < today)) return undefined;
  if (from !== null && last !== null && last < from) return undefined;
  const stays = edit.permanent && from === null && last === null && !item?.period && !edit.beneath;
  if (edit.remind != null && (!stays || edit.remind <= today)) return undefined;
  const dated = (from !== null && from > today) || last !== null;
  const become = (row: Pick<Item, 'type' | 'own'>, period?: Period) => ({
    item: changed(item, { ...row, calculated, period }, world.step),
  });
  if (edit.ignore) return dated ? undefined : become({ type: 1, own: null });
  // A product that is not listed can only be added as an exclusion.
  if (!item) return undefined;
  const { period } = item;
  if (edit.beneath && period) {
    if (edit.price !== null) return become({ type: edit.permanent ? 3 : 2, own: edit.price }, period);
    return calculated === null || (item.type === 1 && !staff) ? undefined : become({ type: 0, own: null }, period);
  }
  if (dated) return edit.price === null ? undefined : withDays(world, pharmacy, group, item, edit);
  if (edit.price !== null) {
    if (!period || !edit.permanent) return become({ type: edit.permanent ? 3 : 2, own: edit.price });
    // Its end stays; it cannot be taken away from it.
    return to === null ? undefined : become(item, { ...period, price: edit.price });
  }
  // Cleared, a period gives the row beneath back.
  if (period) return become({ type: item.type, own: item.own });
  // Without a price of its own a listed product needs a calculated one; customers lift an exclusion with a price only.
  if (calculated === null || (shown(item).type === 1 && !staff)) return undefined;
  return become({ type: 0, own: null });
}

/** A price for some days: from now on above the row, or noted for later. */
function withDays(world: World, pharmacy: number, group: Group, item: Item, edit: ListEdit) {
  const today = dayOf(world.now);
  const { pzn, from = null, to = null, permanent } = edit;
  const price = edit.price as number;
  const first = from !== null && from > today ? from : today;
  const last = to ?? first;
  const coming = pharmacyOf(world, pharmacy).lists[group].coming.filter((one) => one.pzn === pzn && one.ended === null);
  const type: PriceType = to !== null || permanent ? 3 : 2;
  if (
    first > today &&
    coming.some((one) => one.from === from && one.to === to && one.price === price && one.type === type)
  )
    return { item };
  if (coming.some((one) => one.from <= last && first <= (one.to ?? one.from))) return undefined;
  const { period, calculated } = item;
  if (first === today) {
    const runs = { price, until: to as number, since: period?.since ?? world.step };
    return { item: changed(item, { type: item.type, own: item.own, calculated, period: runs }, world.step) };
  }
  if (period && first <= period.until) return undefined;
  return { item, plan: { pzn, from: first, to, price, type, ended: null, given: world.step } };
}

/** Each price of its own days: none of them overlaps another one of the article, and none begins today. */
function withLater(
  world: World,
  pharmacy: number,
  group: Group,
  { pzn, ignore, later = [] }: ListEdit,
  { item, plan }: { item: Item; plan?: Coming },
): { item: Item; plans: Coming[] } | undefined {
  const plans = plan ? [plan] : [];
  if (later.length > 0 && ignore) return undefined;
  const today = dayOf(world.now);
  const known = pharmacyOf(world, pharmacy).lists[group].coming.filter((one) => one.pzn === pzn && one.ended === null);
  for (const { price, permanent, from, to } of later) {
    const type: PriceType = to !== null || permanent ? 3 : 2;
    const last = to ?? from;
    if (!isPrice(price) || from < today || last < from) return undefined;
    if (known.some((one) => one.from === from && one.to === to && one.price === price && one.type === type)) continue;
    if (from <= (item.period?.until ?? today)) return undefined;
    if ([...known, ...plans].some((one) => one.from <= last && from <= (one.to ?? one.from))) return undefined;
    plans.push({ pzn, from, to, price, type, ended: null, given: world.step });
  }
  return { item, plans };
}

/** 'in Preisfreigabe': products of an open MDP or QDP. */
export const inApproval = (world: World, pharmacy: number, group: Group, pzn: string): boolean =>
  (['MDP', 'QDP'] as const).some((kind) => {
    const one = openPackage(world, pharmacy, group, kind);
    return one !== undefined && openRows(one).includes(pzn);
  });

/** A new exclusion is a known product, and not one that deliveries have shown to be of another group. */
function mayBeAdded({ products }: World, group: Group, pzn: string): boolean {
  const product = products[pzn];
  return product !== undefined && (product.group ?? group) === group;
}
