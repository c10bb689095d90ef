import { copyOf, type Answer, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Package, pharmacyOf, type Screen, type World, writeHistory } from '../state.ts';
import { noteTakenBack, stands } from './closing.ts';
import { stayingReasons } from './dull.ts';
import { approvedItem } from './package-rows.ts';
import { packageAt, packageRefuses, partsOf } from './packages.ts';
import { changed, differs, effective } from './prices.ts';

type SentPart = { pharmacy: number; index: number; screen: Screen };

/** 'Nur die übrigen freigeben', of all rows. Rights, then the state, then whether some rows are dull, and not all (rule 6.29). */
export function approvePart(world: World, person: Person, { pharmacy, index, screen }: SentPart): Outcome {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy, write: true, edits: true });
  if (refusal) return refused(world, refusal);
  if (one.status !== 'open' || one.kind === 'LZD' || one.doubted) return refused(world, 409);
  const reasons = stayingReasons(world, one, screen);
  const dull = [...reasons].flatMap(([pzn, why]) => (why.length === 0 ? [pzn] : []));
  const open = [...reasons.values()].filter((why) => !why.includes('approved'));
  if (dull.length === 0 || dull.length === open.length) return refused(world, 409);
  const next = copyOf(world);
  const changes = loadPart(next, packageAt(next, index), nameOf(person), dull);
  return {
    status: 200,
    body: { approved: dull.length, changed: changes },
    next,
    check: (body) => stayingProblems(reasons, body),
  };
}

/** Such a row may be one to review as well; which is said first, no rule says. */
const ALSO_REVIEWED = { ownPriceEnds: true, period: true, edited: true, dueReview: true, changed: true };

function stayingProblems(reasons: ReadonlyMap<string, readonly string[]>, body: Answer['body']): string[] {
  const { rows } = body.stays as { rows: { pzn: string; why: string }[] };
  const found = new Map(rows.map(({ pzn, why }) => [pzn, why]));
  return [...reasons].flatMap(([pzn, expected]) => {
    const why = found.get(pzn);
    const said = [...expected, ...(expected.some((one) => one in ALSO_REVIEWED) ? ['toReview'] : [])];
    const isRight = expected.length === 0 ? why === undefined : why !== undefined && said.includes(why);
    return isRight ? [] : [`${pzn} stays: expected ${expected.join(' or ') || 'no'}, found ${why}`];
  });
}

function loadPart(world: World, one: Package, approver: string, pzns: readonly string[]): number {
  const { items } = pharmacyOf(world, one.pharmacy).lists[one.group];
  const number = Math.max(0, ...partsOf(one).map((part) => part.number)) + 1;
  let count = 0;
  for (const pzn of pzns) {
    const item = changed(items[pzn], { ...approvedItem(world, one, pzn, undefined), avp: one.avps[pzn] }, world.step);
    one.found[pzn] = items[pzn] ?? null;
    one.left[pzn] = { type: item.type, own: item.own, price: effective(item) };
    one.parts[pzn] = { number, step: world.step };
    if (differs(items[pzn], item)) count += 1;
    items[pzn] = item;
  }
  writeHistory(world, one.pharmacy, approver, count > 0, { of: one, part: number });
  return count;
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
    if (before) items[pzn] = { ...changed(now, { ...before, period: now?.period }, next.step), cameBack: true };
    else delete items[pzn];
    if (differs(now, items[pzn])) count += 1;
    noteTakenBack(next, one, pzn);
    delete one.found[pzn];
    delete one.left[pzn];
    delete one.parts[pzn];
  }
  writeHistory(next, pharmacy, nameOf(person), count > 0, { of: one, part: number });
  return { status: 200, body: { status: 'OK' }, next };
}
