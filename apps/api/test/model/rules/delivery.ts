import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { type Group, type Kind, openPackage, type Package, pharmacyOf, type World, writeHistory } from '../state.ts';
import { load, SYSTEM } from './approval.ts';
import { close } from './closing.ts';
import { confirmsAtOnce, dueFrom, uploadsBlocked } from './deadlines.ts';
import { isInactive } from './package-rows.ts';
import { deliveryRefuses, rightsRefuse } from './rights.ts';
import { writeRuleDrafts } from './standing-rules.ts';

export type Delivery = {
  kind: Kind;
  pharmacy: number;
  group: Group;
  /** Name and content, as one text. */
  file: string;
  rows: Record<string, number>;
  /** What it calls its products. */
  product: string;
  reset: boolean | null;
};

const FOREIGN_ROWS = 3;

/** So many rows of other lists make a delivery a doubted one, which this model leaves out (rule 20.22). */
export function isDoubted(world: World, { pharmacy, group, rows }: Delivery): boolean {
  const others = Object.entries(pharmacyOf(world, pharmacy).lists).filter(([each]) => each !== group);
  const isForeign = (pzn: string) =>
    ![group, null, undefined].includes(world.products[pzn]?.group) || others.some(([, { items }]) => pzn in items);
  return Object.keys(rows).filter(isForeign).length >= FOREIGN_ROWS;
}

/** A delivery of the pricing engine. Rights, then whether it is known already, then calendar and state, then the rows. */
export function deliver(world: World, person: Person, delivery: Delivery): Outcome {
  const right = deliveryRefuses(world, person, delivery.pharmacy);
  if (right) return refused(world, right);
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
function take(world: World, person: Person, delivery: Delivery): Outcome {
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
    rows: {},
    drafts: {},
    touched: {},
    status: 'open',
    deletedBy: null,
    released: kind !== 'LZD',
    arrivedAt: world.now,
    reopenedAt: null,
    due: dueFrom(kind, list, world.now),
    approver: null,
    approvedIn: 0,
    found: {},
    left: {},
    learned: {},
    parts: {},
  };
  for (const [pzn, price] of Object.entries(rows)) if (!isInactive(next, one, pzn)) one.rows[pzn] = price;
  if (Object.keys(one.rows).length === 0) return refused(world, 422);

  const older = openPackage(next, pharmacy, group, kind);
  next.packages.push(one);
  learnProducts(next, person, delivery, one);
  writeHistory(next, pharmacy, nameOf(person));
  if (older) {
    close(older, 'newer');
    writeHistory(next, pharmacy, nameOf(person));
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

/** Unknown products are added to the product master by any delivery; known ones are changed by the pricing engine only. */
function learnProducts(world: World, person: Person, { group, product }: Delivery, one: Package): void {
  for (const pzn of Object.keys(one.rows)) {
    const was = world.products[pzn];
    if (was && person.who !== 'engine') continue;
    const now = { name: product, group };
    world.products[pzn] = now;
    if (was) one.learned[pzn] = { was, now };
  }
}
