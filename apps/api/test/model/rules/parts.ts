import { copyOf, type Answer, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Package, pharmacyOf, type Screen, type World, writeHistory } from '../state.ts';
import { stands } from './closing.ts';
import { approvedItem, isInactive } from './package-rows.ts';
import { packageAt, packageRefuses } from './packages.ts';
import { changed, differs } from './prices.ts';
import { dueRows } from './reviews.ts';

/** Rows that no part has approved. */
export const openRows = (one: Package): string[] => Object.keys(one.rows).filter((pzn) => !one.parts[pzn]);

/** In the order of their numbers. */
export function partsOf(one: Package): { number: number; pzns: string[] }[] {
  const numbers = [...new Set(Object.values(one.parts).map(({ number }) => number))].sort((a, b) => a - b);
  const of = (wanted: number) => Object.keys(one.parts).filter((pzn) => one.parts[pzn]?.number === wanted);
  return numbers.map((number) => ({ number, pzns: of(number) }));
}

type SentPart = { pharmacy: number; index: number; screen: Screen };

/**
 * 'Nur die übrigen freigeben', of all rows. Rights, then the state. Which rows are to be reviewed only the portal says; the model
 * says which can be in no part, and what becomes of those that are.
 */
export function approvePart(world: World, person: Person, { pharmacy, index, screen }: SentPart): Outcome {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy, write: true, edits: true });
  if (refusal) return refused(world, refusal);
  if (one.status !== 'open' || one.kind === 'LZD') return refused(world, 409);
  return {
    status: 200,
    orStatus: 409,
    next: copyOf(world),
    check: (body) => problemsOf(world, one, screen, body),
    learn({ status, body }, next) {
      if (status === 200) loadPart(next, packageAt(next, index), nameOf(person), approvedRows(one, body));
    },
  };
}

type Staying = { pzn: string; why: string };
const stayingRows = (body: Answer['body']): Staying[] => (body.stays as { rows: Staying[] }).rows;

function approvedRows(one: Package, body: Answer['body']): string[] {
  const staying = new Set(stayingRows(body).map(({ pzn }) => pzn));
  return Object.keys(one.rows).filter((pzn) => !staying.has(pzn));
}

/** Why a row can be in no part, as far as the model knows; null: it may be. */
function blocker(world: World, one: Package, pzn: string, screen: Screen): string | null {
  if (one.parts[pzn]) return 'approved';
  if (isInactive(world, one, pzn)) return 'inactive';
  if (one.drafts[pzn]) return 'edited';
  const item = pharmacyOf(world, one.pharmacy).lists[one.group].items[pzn];
  if (item?.period) return 'period';
  const isOwn = (type: number | undefined) => type === 2 || type === 3;
  if (isOwn(item?.type) && !isOwn(approvedItem(world, one, pzn, undefined).type)) return 'ownPriceEnds';
  if (dueRows(world, one.pharmacy, one.group).includes(pzn)) return 'dueReview';
  return (item?.changed ?? 0) > screen.step ? 'changed' : null;
}

function problemsOf(world: World, one: Package, screen: Screen, body: Answer['body']): string[] {
  const problems: string[] = [];
  const approved = approvedRows(one, body);
  const { items } = pharmacyOf(world, one.pharmacy).lists[one.group];
  const becomes = (pzn: string) => changed(items[pzn], approvedItem(world, one, pzn, undefined), world.step);
  const effective = approved.filter((pzn) => differs(items[pzn], becomes(pzn)));
  if (approved.length !== body.approved) problems.push(`approved: expected ${approved.length}`);
  if (effective.length !== body.changed) problems.push(`changed: expected ${effective.length}`);
  for (const pzn of approved) {
    const why = blocker(world, one, pzn, screen);
    if (why) problems.push(`${pzn} was approved: ${why}`);
  }
  for (const { pzn, why } of stayingRows(body)) {
    const expected = blocker(world, one, pzn, screen);
    const isSaid = ['approved', 'inactive', 'edited', 'period', 'changed'].includes(why);
    const isExpected = expected !== null && !['ownPriceEnds', 'period', 'dueReview', 'changed'].includes(expected);
    if ((isSaid || isExpected) && why !== expected) problems.push(`${pzn} stays: expected ${expected}, found ${why}`);
  }
  return problems;
}

function loadPart(world: World, one: Package, approver: string, pzns: readonly string[]): void {
  const { items } = pharmacyOf(world, one.pharmacy).lists[one.group];
  const number = Math.max(0, ...partsOf(one).map((part) => part.number)) + 1;
  let count = 0;
  for (const pzn of pzns) {
    const item = changed(items[pzn], approvedItem(world, one, pzn, undefined), world.step);
    one.found[pzn] = items[pzn] ?? null;
    one.left[pzn] = { type: item.type, own: item.own };
    one.parts[pzn] = { number, step: world.step };
    if (differs(items[pzn], item)) count += 1;
    items[pzn] = item;
  }
  writeHistory(world, one.pharmacy, approver, count > 0);
}

export function mayTakeBack(world: World, index: number, number: number): boolean {
  const one = packageAt(world, index);
  const part = partsOf(one).find((each) => each.number === number);
  return one.status === 'open' && part !== undefined && stands(world, index, part.pzns);
}

/** Taking a part back: its rows get what they were, and are open again. */
export function takeBackPart(
  world: World,
  person: Person,
  { pharmacy, index, number }: { pharmacy: number; index: number; number: number },
): Outcome {
  const refusal = packageRefuses(world, person, packageAt(world, index), {
    pharmacy,
    write: true,
    staffOnly: true,
    edits: true,
  });
  if (refusal) return refused(world, refusal);
  if (!mayTakeBack(world, index, number)) return refused(world, 409);
  const next = copyOf(world);
  const one = packageAt(next, index);
  const { items } = pharmacyOf(next, pharmacy).lists[one.group];
  let count = 0;
  for (const pzn of partsOf(one).find((each) => each.number === number)?.pzns ?? []) {
    const [now, before] = [items[pzn], one.found[pzn]];
    if (differs(now, before)) count += 1;
    if (before) items[pzn] = { ...changed(now, { ...before, period: now?.period }, next.step), cameBack: true };
    else delete items[pzn];
    delete one.found[pzn];
    delete one.left[pzn];
    delete one.parts[pzn];
  }
  writeHistory(next, pharmacy, nameOf(person), count > 0);
  return { status: 200, body: { status: 'OK' }, next };
}
