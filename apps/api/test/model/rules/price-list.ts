import { openRows } from './parts.ts';
import { isStaff, type Person, nameOf } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import {
  type Group,
  GROUPS,
  type Item,
  openPackage,
  pharmacyOf,
  type Screen,
  type World,
  writeHistory,
} from '../state.ts';
import { changed, differs, isPrice } from './prices.ts';
import { rightsRefuse } from './rights.ts';

/** A row of a save: the whole row as it must be afterwards. `group` only for a product that is to be added as an exclusion. */
export type ListEdit = { pzn: string; price: number | null; permanent: boolean; ignore: boolean; group?: Group };

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
  const after = new Map<string, { group: Group; item: Item }>();
  for (const { edit, group } of named) {
    const result = group && validate(next, pharmacy, group, edit, isStaff(person));
    if (!result || after.has(edit.pzn)) faulty.add(edit.pzn);
    else after.set(edit.pzn, { group, item: result });
  }
  if (faulty.size > 0) return refused(world, 422);

  const lists = pharmacyOf(next, pharmacy).lists;
  const effective = [...after].filter(([pzn, { group, item }]) => differs(lists[group].items[pzn], item));
  const conflicts = effective.filter(([pzn, { group }]) => {
    const since = screen?.group === group ? screen.step : Number.POSITIVE_INFINITY;
    return (lists[group].items[pzn]?.changed ?? 0) > since;
  });
  if (conflicts.length > 0) return refused(world, 409, { pzns: conflicts.map(([pzn]) => pzn).sort() });
  for (const [pzn, { group, item }] of effective) lists[group].items[pzn] = item;
  // The history is written by product group: one entry for each that has changed.
  for (const _ of new Set(effective.map(([, { group }]) => group))) writeHistory(next, pharmacy, nameOf(person), true);
  return { status: 200, body: { status: 'OK', changed: effective.length }, next };
}

/** What a row becomes, or undefined where it cannot be so. */
function validate(world: World, pharmacy: number, group: Group, edit: ListEdit, staff: boolean): Item | undefined {
  const item = pharmacyOf(world, pharmacy).lists[group].items[edit.pzn];
  // Each product is in one group of a pharmacy; a row that names another one is faulty.
  if (edit.group && edit.group !== group) return undefined;
  if (inApproval(world, pharmacy, group, edit.pzn)) return undefined;
  if (edit.price !== null && !isPrice(edit.price)) return undefined;
  if (edit.permanent && (edit.ignore || edit.price === null)) return undefined;
  const calculated = item?.calculated ?? null;
  if (!item && !mayBeAdded(world, group, edit.pzn)) return undefined;
  if (edit.ignore) return changed(item, { type: 1, calculated, own: null }, world.step);
  // A product that is not listed can only be added as an exclusion.
  if (!item) return undefined;
  if (edit.price !== null)
    return changed(item, { type: edit.permanent ? 3 : 2, calculated, own: edit.price }, world.step);
  // Without a price of its own a listed product needs a calculated one; customers lift an exclusion with a price only.
  if (calculated === null || (item.type === 1 && !staff)) return undefined;
  return changed(item, { type: 0, calculated, own: null }, world.step);
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
