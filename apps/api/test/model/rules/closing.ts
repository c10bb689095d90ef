import { nameOf, type Person } from '../people.ts';
import { type Answer, copyOf, type Outcome, refused } from '../outcome.ts';
import { dayOf } from '../berlin.ts';
import { approvedIn, type Item, type Package, type Period, pharmacyOf, type World, writeHistory } from '../state.ts';
import { dueFrom } from './deadlines.ts';
import { packageAt, packageRefuses } from './packages.ts';
import { comingBack, mayComeBack, runsToday } from './periods.ts';
import { changed, differs, effective } from './prices.ts';
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
  writeHistory(next, pharmacy, nameOf(person), false, { of: packageAt(next, index) });
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
  const list = pharmacyOf(next, pharmacy).lists[one.group];
  const { items } = list;
  const today = dayOf(world.now);
  const { back, lost } = comingBack(list, one.approvedIn, today);
  const notBack = lost.map(({ pzn }) => pzn);
  /** The period above a row as the approval found it, where its days are not over and nobody entered another since. */
  const periodOf = (pzn: string, { period }: Item): Period | undefined => {
    const now = items[pzn]?.period;
    const begins = back.find((coming) => coming.pzn === pzn && runsToday(coming, today));
    if (begins) return { price: begins.price, until: begins.to as number, since: world.step };
    if (!period || now?.since === period.since) return now && period && { ...now, price: period.price };
    const endedHere = pharmacyOf(world, pharmacy).ran.some(
      ({ since, ended, ...ran }) => ran.pzn === pzn && since === period.since && ended === one.approvedIn,
    );
    const fits = endedHere ? mayComeBack(list, { pzn, from: 0, to: period.until }, today) : 'over';
    if (fits === 'overlaps') notBack.push(pzn);
    return fits === 'fits' ? period : now;
  };
  const periods = new Map(
    Object.entries(reopened.found).map(([pzn, found]) => [
      pzn,
      found ? (periodOf(pzn, found) ?? (found.period ? undefined : items[pzn]?.period)) : undefined,
    ]),
  );
  let count = 0;
  for (const [pzn, found] of Object.entries(reopened.found)) {
    const now = items[pzn];
    if (!found) delete items[pzn];
    else {
      items[pzn] = { ...changed(now, { ...found, period: periods.get(pzn) }, world.step), cameBack: true };
    }
    if (differs(now, items[pzn])) count += 1;
    noteTakenBack(next, one, pzn);
  }
  for (const coming of back) Object.assign(coming, { ended: runsToday(coming, today) ? 0 : null, given: world.step });
  const due = dueFrom(one, list, world.now);
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
  writeHistory(next, pharmacy, nameOf(person), count > 0, { of: reopened, lost: notBack.length });
  const check = ({ message }: Answer['body']) =>
    notBack.every((pzn) => String(message).includes(pzn)) && (message === undefined) === (notBack.length === 0)
      ? []
      : [`message: expected ${notBack.join(' ') || 'none'}, found ${String(message)}`];
  return { status: 200, body: { status: 'OK' }, next, check };
}

/** The price that an approval has set, as the lowest price of 30 days wants it. */
export function noteTakenBack(world: World, one: Package, pzn: string): void {
  const price = one.left[pzn]?.price ?? null;
  if (price === effective(one.found[pzn])) return;
  pharmacyOf(world, one.pharmacy).takenBack.push({ pzn, price, set: approvedIn(one, pzn), back: world.step });
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
  const isLater = (other: Package, pzn: string) =>
    (approvedIn(other, pzn) - approvedIn(one, pzn) || other.rank - one.rank) > 0;
  const isLoadedLater = (pzn: string) =>
    world.packages.some((other, at) => at !== index && sameList(other) && pzn in other.found && isLater(other, pzn));
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
  writeHistory(next, pharmacy, nameOf(person), false, { of: packageAt(next, index) });
  return { ...ok, next };
}
