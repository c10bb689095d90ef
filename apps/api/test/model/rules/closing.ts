import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { dayOf } from '../berlin.ts';
import { approvedIn, type Item, type Package, pharmacyOf, type World, writeHistory } from '../state.ts';
import { dueFrom } from './deadlines.ts';
import { packageAt, packageRefuses } from './packages.ts';
import { changed, differs } from './prices.ts';
import { staffOnlyRefuses } from './rights.ts';

/** Deleting an open package: admin or sales, in its own pharmacy. */
export function remove(world: World, person: Person, pharmacy: number, index: number): Outcome {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy, write: true, staffOnly: true });
  if (refusal) return refused(world, refusal);
  if (one.status !== 'open') return refused(world, 409);
  const next = copyOf(world);
  close(packageAt(next, index), 'staff');
  unlearn(next, packageAt(next, index));
  writeHistory(next, pharmacy, nameOf(person));
  return { status: 200, body: { status: 'OK' }, next };
}

/** Products get back what the deleted package changed, unless it changed since (rule 20.22). */
function unlearn({ products }: World, { learned }: Package): void {
  for (const [pzn, { was, now }] of Object.entries(learned)) {
    const product = products[pzn];
    if (!product) continue;
    products[pzn] = {
      name: was.name !== now.name && product.name === now.name ? was.name : product.name,
      group: was.group !== now.group && product.group === now.group ? was.group : product.group,
    };
  }
}

export function close(one: Package, deletedBy: NonNullable<Package['deletedBy']>): void {
  Object.assign(one, { status: 'deleted', deletedBy, due: null });
}

/** 'Freigabe zurücknehmen': the list gets its former prices, the package is open again with its edits, its clock starts again. */
export function reopen(world: World, person: Person, pharmacy: number, index: number): Outcome {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy, write: true, staffOnly: true, edits: true });
  if (refusal) return refused(world, refusal);
  if (!mayReopen(world, index)) return refused(world, 409);
  const next = copyOf(world);
  const reopened = packageAt(next, index);
  const { items } = pharmacyOf(next, pharmacy).lists[one.group];
  const today = dayOf(world.now);
  /** A period that the approval has ended before its last day. */
  const resumed = (pzn: string, { period }: Item) =>
    period &&
    pharmacyOf(world, pharmacy).ran.some(
      ({ since, ended, ...ran }) => ran.pzn === pzn && since === period.since && ended === one.approvedIn,
    ) &&
    period.until >= today
      ? period
      : undefined;
  let count = 0;
  for (const [pzn, found] of Object.entries(reopened.found)) {
    const now = items[pzn];
    if (!found) delete items[pzn];
    else {
      const period = now?.period ?? resumed(pzn, found);
      items[pzn] = { ...changed(now, { ...found, period }, world.step), cameBack: true };
    }
    if (differs(now, items[pzn])) count += 1;
  }
  for (const coming of pharmacyOf(next, pharmacy).lists[one.group].coming)
    if (coming.ended === one.approvedIn && coming.from >= today && items[coming.pzn]) coming.ended = null;
  const due = dueFrom(one.kind, pharmacyOf(next, pharmacy).lists[one.group], world.now);
  Object.assign(reopened, {
    status: 'open',
    approver: null,
    approvedIn: 0,
    found: {},
    left: {},
    parts: {},
    reopenedAt: world.now,
    due,
  });
  writeHistory(next, pharmacy, nameOf(person), count > 0);
  return { status: 200, body: { status: 'OK' }, next };
}

/**
 * Only what was approved, no package of the group that came later is open or approved, and nothing that the approval loaded or took off the
 * list has moved since, on any list, or was loaded again by a package that was approved later. That it loaded nothing is no obstacle.
 */
export function mayReopen(world: World, index: number): boolean {
  const one = packageAt(world, index);
  const { parent } = pharmacyOf(world, one.pharmacy);
  if (one.status !== 'approved' || parent !== null) return false;
  return stands(world, index, Object.keys(one.found));
}

/** Whether nothing has happened to rows that a package has loaded, and no package came after it. */
export function stands(world: World, index: number, pzns: readonly string[]): boolean {
  const one = packageAt(world, index);
  const { altered, lists } = pharmacyOf(world, one.pharmacy);
  const sameList = (other: Package) => other.pharmacy === one.pharmacy && other.group === one.group;
  const newer = world.packages.some((other, at) => at > index && sameList(other) && other.status !== 'deleted');
  const isLoadedLater = (pzn: string) =>
    world.packages.some(
      (other, at) =>
        at !== index && sameList(other) && pzn in other.found && approvedIn(other, pzn) > approvedIn(one, pzn),
    );
  const asLeft = (pzn: string) => {
    const [now, left] = [lists[one.group].items[pzn], one.left[pzn]];
    return now && left ? now.type === left.type && now.own === left.own : !now && !left;
  };
  return (
    !newer && pzns.every((pzn) => (altered[pzn] ?? 0) <= approvedIn(one, pzn) && asLeft(pzn) && !isLoadedLater(pzn))
  );
}

/** Releasing an LZD for the pharmacy: staff, while it is open, once the pharmacy's users have access; again changes nothing. */
export function release(world: World, person: Person, pharmacy: number, index: number): Outcome {
  const one = packageAt(world, index);
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  if (pharmacyOf(world, pharmacy).parent !== null) return refused(world, 403);
  if (one.pharmacy !== pharmacy || one.kind !== 'LZD') return refused(world, 404);
  if (one.status !== 'open') return refused(world, 409);
  const ok = { status: 200, body: { status: 'OK' } };
  if (one.released) return { ...ok, next: world };
  if (!pharmacyOf(world, pharmacy).emails) return refused(world, 409);
  const next = copyOf(world);
  packageAt(next, index).released = true;
  writeHistory(next, pharmacy, nameOf(person));
  return { ...ok, next };
}
