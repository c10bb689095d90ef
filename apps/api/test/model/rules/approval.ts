import { nameOf, type Person } from '../people.ts';
import { type Outcome, refused } from '../outcome.ts';
import { type Package, pharmacyOf, type World, writeHistory } from '../state.ts';
import { type DraftChange, validateSent, lastSaved, sameDraft, type Sent, storeDrafts } from './drafts.ts';
import { approvedItem, isInactive } from './package-rows.ts';
import { packageAt } from './packages.ts';
import { dueFrom } from './deadlines.ts';
import { changed, differs, effective } from './prices.ts';

/** The name in the history of an automatic approval. */
export const SYSTEM = 'System';

/**
 * 'Preise freigeben'. Rights, then the state (open; an LZD released, for staff too; a reset leaves something on the list), then
 * the rows, then drafts that somebody saved after the screen was loaded: no one can approve drafts they have not seen.
 */
export function approve(world: World, person: Person, sent: Sent): Outcome {
  const validated = validateSent(world, person, sent, (found) => found.kind !== 'LZD' || found.released);
  if ('refusal' in validated) return validated.refusal;
  const { one, next, changes } = validated;
  const { screen, index } = sent;
  if (screen && unseen(one, changes, screen.step)) return refused(world, 409);
  if (leavesNothing(world, one)) return refused(world, 409);
  storeDrafts(packageAt(next, index), changes, world.step);
  const body = load(next, packageAt(next, index), nameOf(person));
  return { status: 200, body: { status: 'OK', ...body }, next };
}

/** A draft of somebody else that is newer than the screen and not what the approval itself says of that row. */
function unseen(one: Package, changes: DraftChange[], step: number): boolean {
  const said = new Map(changes.map(({ pzn, draft }) => [pzn, draft]));
  return Object.keys(one.touched).some(
    (pzn) => lastSaved(one, pzn) > step && !(said.has(pzn) && sameDraft(said.get(pzn), one.drafts[pzn])),
  );
}

/** A reset with no row that could be loaded would leave the list empty. */
const leavesNothing = (world: World, one: Package): boolean =>
  one.kind === 'LZD' && one.reset && Object.keys(one.rows).every((pzn) => isInactive(world, one, pzn));

/** What fell due while the contract was cancelled counts from today. */
function countAnew(world: World, pharmacy: number): void {
  for (const one of world.packages) {
    if (one.pharmacy !== pharmacy || one.status !== 'open' || !one.due || one.due.at > world.now) continue;
    one.due = dueFrom(one, pharmacyOf(world, pharmacy).lists[one.group], world.now);
  }
}

/**
 * Takes a package's prices into the list, drafts included, and remembers what it found there. A reset takes everything else off
 * the list. The first LZD activates the contract; any LZD makes the pharmacy an active one.
 */
export function load(world: World, one: Package, approver: string) {
  const pharmacy = pharmacyOf(world, one.pharmacy);
  const { items } = pharmacy.lists[one.group];
  const open = Object.keys(one.rows).filter((pzn) => !one.parts[pzn]);
  const loaded = open.filter((pzn) => !isInactive(world, one, pzn));
  const after = new Map(
    loaded.map((pzn) => [
      pzn,
      changed(items[pzn], { ...approvedItem(world, one, pzn, one.drafts[pzn]), avp: one.avps[pzn] }, world.step),
    ]),
  );
  const leaving = one.kind === 'LZD' && one.reset ? Object.keys(items).filter((pzn) => !after.has(pzn)) : [];
  let count = leaving.length;
  for (const [pzn, item] of after) {
    one.found[pzn] = items[pzn] ?? null;
    one.left[pzn] = { type: item.type, own: item.own, price: effective(item) };
    if (differs(items[pzn], item)) count += 1;
    items[pzn] = item;
  }
  for (const pzn of leaving) {
    one.found[pzn] = items[pzn] ?? null;
    one.left[pzn] = null;
    delete items[pzn];
  }
  if (one.kind === 'LZD' && one.reset)
    for (const coming of pharmacy.lists[one.group].coming) coming.ended ??= world.step;
  const rank = 1 + Math.max(...world.packages.map((other) => other.rank));
  Object.assign(one, { status: 'approved', approver, approvedIn: world.step, rank, due: null });
  const nothing = loaded.length === 0 ? 'loaded' : count === 0 ? 'changed' : null;
  writeHistory(world, one.pharmacy, approver, count > 0, { of: one, nothing });
  const contractActivated = one.kind === 'LZD' && pharmacy.contract === 0;
  const isBack = one.kind === 'LZD' && pharmacy.active === 3;
  if (isBack) countAnew(world, one.pharmacy);
  if (one.kind === 'LZD') pharmacy.active = 1;
  if (contractActivated) {
    pharmacy.contract = 1;
    writeHistory(world, one.pharmacy, approver, false, { of: one, names: true });
  }
  if (isBack) writeHistory(world, one.pharmacy, approver, false, { of: one, names: true });
  const leftOut = open.length - loaded.length;
  return { changed: count, leftOut, left: leaving.length, contractActivated };
}
