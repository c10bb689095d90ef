import { copyOf, type Outcome, refused } from '../outcome.ts';
import { isStaff, isStaffName, nameOf, type Person } from '../people.ts';
import {
  type Coming,
  GROUPS,
  type Item,
  openPackage,
  pharmacyOf,
  type Save,
  type SavedChange,
  type World,
  writeSave,
} from '../state.ts';
import { comingBack, mayComeBack, runsToday, today } from './periods.ts';
import { inApproval } from './price-list.ts';
import { changed, differs, effective, shown } from './prices.ts';
import { rightsRefuse } from './rights.ts';

type Row = Pick<Item, 'type' | 'own' | 'calculated' | 'period'>;

/** What taking a save back gives back now; `restored` null: off the list. */
export type Undone = {
  restored: Map<string, Row | null>;
  back: Coming[];
  /** To come since the save. */
  ends: Coming[];
  left: number;
  key: string;
};

/** Row by row: what the save changed and nobody has changed after it. */
function undone(world: World, pharmacy: number, save: Save): Undone {
  const list = pharmacyOf(world, pharmacy).lists[save.group];
  const day = today(world);
  const { back, lost } = comingBack(list, save.step, day);
  const restored: Undone['restored'] = new Map();
  const kept: Coming[] = [];
  const keys: string[] = [];
  const stays = new Set<string>();
  let left = 0;
  for (const [pzn, change] of Object.entries(save.changes).sort(([a], [b]) => a.localeCompare(b))) {
    const row = restoredRow(world, pharmacy, { save, pzn, change });
    if (row === undefined) {
      left += 1;
      stays.add(pzn);
      continue;
    }
    const again = row ? back.filter((one) => one.pzn === pzn) : [];
    if (lost.some((one) => one.pzn === pzn)) left += 1;
    kept.push(...again);
    const begins = again.find((one) => runsToday(one, day));
    const period = begins ? { price: begins.price, until: begins.to as number, since: world.step } : row?.period;
    const after = row && { ...row, period };
    restored.set(pzn, after);
    const price = after && effective({ ...after, before: null, changed: 0 });
    keys.push(
      `${pzn} ${after ? shown({ ...after, before: null, changed: 0 }).type : null} ${price} ${again.map(({ from }) => from).join(' ')}`,
    );
  }
  for (const one of back.filter(({ pzn }) => !(pzn in save.changes) && list.items[pzn])) {
    const { pzn, price, to } = one;
    const now = list.items[pzn] as Item;
    const begins = runsToday(one, day) && Object.keys(save.changes).length > 0;
    const isBlocked = begins && inApproval(world, pharmacy, save.group, pzn);
    if (isBlocked) left += 1;
    else kept.push(one);
    if (isBlocked || !begins) continue;
    restored.set(pzn, { ...now, period: { price, until: to as number, since: world.step } });
    keys.push(`${pzn} ${price}`);
  }
  const ends = list.coming.filter((one) => one.ended === null && one.given === save.step && !stays.has(one.pzn));
  keys.push(ends.map(({ pzn, from }) => `${pzn} ${from}`).join(' '));
  return { restored, back: kept, ends, left, key: keys.join('\n') };
}

/** Undefined: it stays as it is. */
function restoredRow(
  world: World,
  pharmacy: number,
  { save, pzn, change: { was, is } }: { save: Save; pzn: string; change: SavedChange },
): Row | null | undefined {
  const { lists, moved, changedBeneath, ran } = pharmacyOf(world, pharmacy);
  const list = lists[save.group];
  const now = list.items[pzn];
  if (!now && (is || GROUPS.some((group) => lists[group].items[pzn]))) return undefined;
  const isEdge = was?.period?.since !== is?.period?.since;
  const onPeriod = is?.period !== undefined;
  const later = (onPeriod ? moved : changedBeneath)[pzn] ?? 0;
  if (later > save.step) return undefined;
  const ended =
    was?.period && isEdge ? ran.find((one) => one.pzn === pzn && one.since === was.period?.since) : undefined;
  if (ended?.gaps.some(([at]) => at === save.step)) return undefined; // it ran again, so that end is over
  if (inApproval(world, pharmacy, save.group, pzn)) return undefined;
  if (now && is?.period) {
    const stands = now.period?.since === is.period.since && shown(now).own === shown(is).own;
    if (!stands || !now.period) return undefined;
    // The former price, where it ran before; else the row as it was before, unless that beneath has changed since.
    if (!isEdge && was?.period) return { ...now, period: { ...now.period, price: was.period.price } };
    const isAsLeft = was && now.type === is.type && now.own === is.own;
    return withPrice({ ...now, ...(isAsLeft ? { type: was.type, own: was.own } : {}), period: undefined });
  }
  if (now && !isBeneath(now, is)) return undefined;
  const calculated = now?.calculated ?? null;
  if (was?.period && isEdge) {
    const fits = mayComeBack(list, { pzn, from: 0, to: was.period.until }, today(world));
    if (fits === 'overlaps') return undefined;
    return withPrice({ type: was.type, own: was.own, calculated, period: fits === 'over' ? now?.period : was.period });
  }
  if (!was) return calculated === null ? null : undefined;
  return withPrice({ type: was.type, own: was.own, calculated, period: now?.period });
}

/** As the save has left the row beneath. */
const isBeneath = (now: Item, is: Item | null): boolean =>
  is !== null &&
  now.type === is.type &&
  effective({ ...now, period: undefined }) === effective({ ...is, period: undefined });

const withPrice = (row: Row): Row | undefined => (row.type === 0 && row.calculated === null ? undefined : row);

export type Preview = { pharmacy: number; save: number; key: string; preview: string };

function refuses(world: World, person: Person, pharmacy: number, save: Save): number | null {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return right;
  // Customers have no logs of staff (rule 11.8).
  if (isStaffName(save.user) && !isStaff(person)) return 404;
  return openPackage(world, pharmacy, save.group, 'LZD') ? 409 : null;
}

/** What taking a save back would do. */
export function previewUndo(world: World, person: Person, pharmacy: number, at: number): Outcome {
  const save = pharmacyOf(world, pharmacy).saves[at] as Save;
  const refusal = refuses(world, person, pharmacy, save);
  if (refusal) return refused(world, refusal);
  const { restored, left, key } = undone(world, pharmacy, save);
  const next = copyOf(world);
  return {
    status: 200,
    next,
    check(body) {
      const totals = [body.restored, body.left].map((part) => (part as { total: number }).total);
      return totals[0] === restored.size && totals[1] === left
        ? []
        : [`preview: expected ${restored.size} and ${left}, found ${totals.join(' and ')} ${JSON.stringify(body)}`];
    },
    learn: ({ body }, learned) => learned.previews.push({ pharmacy, save: at, key, preview: String(body.preview) }),
  };
}

/** Beneath a period that runs and is none of the save's. */
function priceAfter(row: Row | null, is: Item | null | undefined, now: Item | undefined): number | null {
  const runs = row?.period?.since;
  const covered = runs !== undefined && runs === now?.period?.since && runs !== is?.period?.since;
  return row ? effective({ ...row, ...(covered ? { period: undefined } : {}), before: null, changed: 0 }) : null;
}

/** Takes a save back as its preview has shown it. */
export function takeBackSave(world: World, person: Person, { pharmacy, save: at, key }: Preview): Outcome {
  const save = pharmacyOf(world, pharmacy).saves[at] as Save;
  const refusal = refuses(world, person, pharmacy, save);
  if (refusal) return refused(world, refusal);
  const { restored, back, ends, left, key: now } = undone(world, pharmacy, save);
  if (restored.size === 0 || now !== key) return refused(world, 409);
  const next = copyOf(world);
  const { lists, takenBack } = pharmacyOf(next, pharmacy);
  const { items, coming } = lists[save.group];
  let logged = false;
  for (const [pzn, row] of restored) {
    const is = save.changes[pzn]?.is;
    const price = effective(is);
    const before = items[pzn];
    if (price !== priceAfter(row, is, before)) takenBack.push({ pzn, price, set: save.step, back: world.step });
    if (row) items[pzn] = { ...changed(before, row, world.step), cameBack: true };
    else delete items[pzn];
    logged ||= differs(before, items[pzn]);
  }
  for (const one of coming)
    if (ends.some(({ pzn, from, ended }) => pzn === one.pzn && from === one.from && ended === one.ended))
      one.ended = world.step;
  for (const { pzn, from } of back)
    for (const one of coming)
      if (one.pzn === pzn && one.from === from && one.ended === save.step)
        Object.assign(one, { ended: runsToday(one, today(world)) && items[pzn] ? 0 : null, given: world.step });
  writeSave(next, pharmacy, save.group, nameOf(person), logged);
  return { status: 200, body: { status: 'OK', restored: restored.size, left }, next };
}
