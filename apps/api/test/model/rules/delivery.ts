import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { openPackage, type Package, pharmacyOf, type Product, type World, writeHistory } from '../state.ts';
import { load, SYSTEM } from './approval.ts';
import { close } from './closing.ts';
import { confirmsAtOnce, dueFrom, uploadsBlocked } from './deadlines.ts';
import { closeUndecided, isDoubted, isOfOthers, isRed, isState, refuseRed } from './certificate.ts';
import { type Delivery, nameIn } from './incoming.ts';
import { isInactive } from './package-rows.ts';
import { deliveryRefuses, rightsRefuse } from './rights.ts';
import { writeRuleDrafts } from './standing-rules.ts';

/** A delivery of the pricing engine. Rights, then whether it is known already, then calendar and state, then the rows. */
export function deliver(world: World, person: Person, delivery: Delivery): Outcome {
  const right = deliveryRefuses(world, person, delivery.pharmacy);
  if (right) return refused(world, right);
  const { kind, pharmacy, group, file } = delivery;
  const red = world.refused.findLast(
    (one) =>
      one.pharmacy === pharmacy &&
      one.delivery.kind === kind &&
      one.delivery.group === group &&
      one.delivery.file === file &&
      one.state !== 'forgotten',
  );
  if (red && red.state !== 'taken') return { status: 422, next: world, check: isState(red.state) };
  const known = knownAs(world, delivery);
  if (known) return { status: 200, body: { status: 'OK', id: known.id, known: true }, next: world };
  return take(world, person, delivery);
}

/** What staff deleted may come again while none came after it, deleted or not; open, approved, replaced and clock-deleted packages are known. */
function knownAs({ packages }: World, { kind, pharmacy, group, file }: Delivery): Package | undefined {
  const beside = packages.filter((one) => one.pharmacy === pharmacy && one.group === group && one.kind === kind);
  const isGone = (one: Package) => one.status === 'deleted' && one.deletedBy === 'staff';
  const same = beside.filter((one) => one.delivery === file);
  const last = same.at(-1);
  const stands = same.findLast((one) => !isGone(one));
  if (stands || !last) return stands;
  return beside.at(-1) === last ? undefined : last;
}

/** An LZD that staff upload by hand: never a known one. */
export function uploadLzd(world: World, person: Person, delivery: Delivery): Outcome {
  const right = rightsRefuse(world, person, { pharmacy: delivery.pharmacy, write: true, staffOnly: true });
  return right ? refused(world, right) : take(world, person, { ...delivery, file: `upload ${world.step}` });
}

/**
 * A package comes in: not for an LZD from the 26th to the 4th or beside an open MDP or QDP of its group; at least one of its rows
 * must be of use. It replaces an open one of its kind, and may be confirmed at once.
 */
export function take(world: World, person: Person, delivery: Delivery, takenIn = false): Outcome {
  const { kind, pharmacy, group, file, rows, reset } = delivery;
  if (kind === 'LZD') {
    const beside = openPackage(world, pharmacy, group, 'MDP') ?? openPackage(world, pharmacy, group, 'QDP');
    if (beside || uploadsBlocked(world.now)) return refused(world, 409);
  }
  const next = copyOf(world);
  const list = pharmacyOf(next, pharmacy).lists[group];
  const one: Package = {
    id: 0,
    kind,
    pharmacy,
    group,
    delivery: file,
    reset: kind === 'LZD' && (reset ?? Object.keys(list.items).length === 0),
    first: Object.keys(list.items).length === 0,
    rows: {},
    avps: delivery.avps,
    drafts: {},
    touched: {},
    status: 'open',
    deletedBy: null,
    released: kind !== 'LZD',
    arrivedAt: world.now,
    reopenedAt: null,
    due: null,
    doubted: !takenIn && isDoubted(world, delivery),
    held: null,
    approver: null,
    approvedIn: 0,
    rank: 0,
    found: {},
    left: {},
    learned: {},
    parts: {},
  };
  for (const [pzn, price] of Object.entries(rows)) if (!isInactive(next, one, pzn)) one.rows[pzn] = price;
  if (Object.keys(one.rows).length === 0) return refused(world, 422);
  if (!takenIn && isRed(world, delivery)) return refuseRed(world, person, delivery);
  one.due = dueFrom(one, list, world.now);
  closeUndecided(next, delivery);

  const older = openPackage(next, pharmacy, group, kind);
  next.packages.push(one);
  // Also of one that staff took in.
  const holds = isOfOthers(world, delivery);
  learnProducts(next, { ...delivery, byEngine: delivery.byEngine ?? person.who === 'engine' }, one, holds);
  writeHistory(next, pharmacy, nameOf(person), false, { of: one });
  if (older) {
    close(older, 'newer');
    writeHistory(next, pharmacy, nameOf(person), false, { of: older, by: one });
  }
  const approved = confirmsAtOnce(next, one);
  if (pharmacyOf(next, pharmacy).active !== 3) writeRuleDrafts(next, one, approved);
  if (approved) load(next, one, SYSTEM);
  const leftOutTotal = Object.keys(rows).length - Object.keys(one.rows).length;
  return {
    status: 200,
    body: {
      status: 'OK',
      rows: Object.keys(one.rows).length,
      leftOutTotal,
      ...(file.startsWith('upload') ? {} : { known: false, approved }),
    },
    next,
    learn: ({ body }, learned) => {
      const last = learned.packages.at(-1);
      if (last) last.id = Number(body.id);
    },
  };
}

/**
 * Unknown products are added to the product master by any delivery; known ones are changed by the pricing engine only, and wait for
 * staff while the delivery is doubted (rule 20.22).
 */
function learnProducts(world: World, delivery: Delivery, one: Package, holds: boolean): void {
  const { group, byEngine } = delivery;
  for (const pzn of Object.keys(one.rows)) {
    const was = world.products[pzn];
    if (was && !byEngine) continue;
    const now: Product = { name: nameIn(delivery, pzn), group, ...(holds && !was ? { doubtful: true } : {}) };
    if (was && holds) {
      if (was.name !== now.name || was.group !== now.group) one.held = { ...one.held, [pzn]: { was, now } };
      continue;
    }
    world.products[pzn] = now;
    if (was) one.learned[pzn] = { was, now };
  }
}
