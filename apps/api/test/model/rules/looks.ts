import { differences } from '../compare.ts';
import { deadline, listOf } from '../observe.ts';
import { type Answer, type Outcome, refused } from '../outcome.ts';
import { isStaff, type Person } from '../people.ts';
import { GROUPS, type Group, openPackage, pharmacyOf, shownOf, type World } from '../state.ts';
import { dueText, visibleList } from '../visible.ts';
import { shownDue } from './deadlines.ts';
import { lacked } from './lacking.ts';
import { lowestPrice } from './lowest.ts';
import { packageAt, packageRefuses } from './packages.ts';
import { rightsRefuse } from './rights.ts';

type Fields = Record<string, unknown>;
const seen = (world: World, check: (body: Answer['body']) => string[]): Outcome => ({
  status: 200,
  next: world,
  check,
});

/** A price list looks the same to everybody who may see it. */
export function seeList(world: World, person: Person, pharmacy: number, group: Group): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  return seen(world, (body) => differences(visibleList(world, pharmacy, group), listOf(body), `list ${group}`));
}

/** The start page tells customers of an LZD only once it is released; without pilot access it tells its status. */
export function seeDashboard(world: World, person: Person, pharmacy: number): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, status: true });
  if (right) return refused(world, right);
  const lzds = GROUPS.map((group) => {
    const lzd = openPackage(world, shownOf(world, pharmacy), group, 'LZD');
    return lzd && (lzd.released || isStaff(person)) ? lzd.id : null;
  });
  const wanted = pharmacyOf(world, pharmacy).pilot ? { status: 'OK', lzds } : { status: 'NO_PILOT', lzds: [] };
  return seen(world, (body) => {
    const entries = (body.tpData as Fields[]).map(({ lzdId }) => lzdId);
    return differences(wanted, { status: body.status, lzds: entries }, 'dashboard');
  });
}

/** The settings show flags and deadlines, a mirror those of its main pharmacy. */
export function seeSettings(world: World, person: Person, pharmacy: number): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, status: true });
  if (right) return refused(world, right);
  const shown = shownOf(world, pharmacy);
  const due = (group: Group, kind: 'MDP' | 'QDP') => {
    const one = openPackage(world, shown, group, kind);
    return one ? dueText(shownDue(world, one)) : 'none open';
  };
  const wanted = GROUPS.map((group) => {
    const { flag, qdpFlag } = pharmacyOf(world, shown).lists[group];
    return `${group} ${flag} ${qdpFlag} ${due(group, 'MDP')} ${due(group, 'QDP')}`;
  });
  const told = (value: unknown) => (value ? deadline((value as Fields).deadline) : 'none open');
  return seen(world, (body) => {
    const flags = (body.flags as Fields[]).map(({ productGroup, flag, qdpFlag, mdp, qdp }) =>
      [productGroup, flag, qdpFlag, told(mdp), told(qdp)].map(String).join(' '),
    );
    return differences(pharmacyOf(world, pharmacy).pilot ? wanted : [], flags, 'settings');
  });
}

/** The history is for admin or sales. */
export function seeHistory(world: World, person: Person, pharmacy: number): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, staffOnly: true });
  if (right) return refused(world, right);
  const { length } = pharmacyOf(world, pharmacy).history;
  return seen(world, (body) => differences(Math.min(length, 100), (body.history as unknown[]).length, 'history'));
}

/** A package; only staff may delete and take back, and only in its own pharmacy. */
export function seePackage(world: World, person: Person, pharmacy: number, index: number): Outcome {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy });
  if (refusal) return refused(world, refusal);
  const mirror = pharmacyOf(world, pharmacy).parent !== null;
  const mayDelete = isStaff(person) && !mirror && one.status === 'open';
  const never = isStaff(person) && !mirror ? {} : { mayReopen: false };
  return { status: 200, body: { id: one.id, isShadowPharmacy: mirror, mayDelete, ...never }, next: world };
}

/** What the till lacks, on the list as at the shelf (rules 22.2 and 22.3). */
export function seeWaiting(world: World, person: Person, pharmacy: number, group: Group): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const lacks = lacked(world, pharmacy, group);
  const expected = lacks === null ? 'not known' : lacks === 'all' ? 'all' : [...lacks].sort();
  return seen(world, ({ waiting }) => {
    const found = waiting as { pzns: string[] | null } | null;
    return differences(
      expected,
      found === null ? 'not known' : (found.pzns?.toSorted() ?? 'all'),
      `waiting of ${group}`,
    );
  });
}

/** The card of an article says whether its price is in the till (rule 22.1). */
export function seeWay(world: World, person: Person, pharmacy: number, pzn: string): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const { lists } = pharmacyOf(world, shownOf(world, pharmacy));
  const group = GROUPS.find((each) => lists[each].items[pzn]);
  const lacks = group ? lacked(world, pharmacy, group) : null;
  const expected = lacks instanceof Set && !lacks.has(pzn);
  return seen(world, ({ loaded }) => differences(expected, loaded !== null, `${pzn} in the till`));
}

/** The card of an article names the lowest price (rule 17.10). */
export function seeArticle(world: World, person: Person, pharmacy: number, pzn: string): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const expected = lowestPrice(world, pharmacy, pzn);
  return seen(world, (body) => {
    const [newest] = body as unknown as { lowest?: { price: number; day: string; isLower: boolean } }[];
    const { price, day, isLower } = newest?.lowest ?? { price: 0, day: '', isLower: false };
    const found = newest?.lowest
      ? { price: Math.round(price * 100), day: Date.parse(`${day}T00:00:00Z`) / 86_400_000, isLower }
      : null;
    return expected === undefined ? [] : differences(expected, found, `lowest price of ${pzn}`);
  });
}

/** Customers see their own pharmacies only. */
export function seePharmacies(world: World, person: Person): Outcome {
  if (person.who === 'nobody') return refused(world, 401);
  if (person.who !== 'owner' && person.who !== 'deputy') return refused(world, 403);
  const own = pharmacyOf(world, person.of).apoId;
  return seen(world, (body) =>
    differences(
      [own],
      (body.pharmacies as Fields[]).map(({ apoId }) => apoId),
      'pharmacies',
    ),
  );
}
