import { berlinDayText } from '../berlin.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Package, pharmacyOf, type Rule, type World, writeHistory } from '../state.ts';
import { SYSTEM } from './approval.ts';
import { isPrice, shown } from './prices.ts';
import { rightsRefuse } from './rights.ts';

type Started = Omit<Rule, 'key' | 'id'>;

const MOST = 20;

/** A rule starts: its name is new, or it is the same once more. */
export function startRule(world: World, person: Person, pharmacy: number, started: Started): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const { rules } = pharmacyOf(world, pharmacy);
  const same = rules.find(({ name }) => name === started.name);
  if (same) {
    const { key: _key, id: _id, ...known } = same;
    if (JSON.stringify(sorted(known)) !== JSON.stringify(sorted(started))) return refused(world, 409);
    return { status: 200, body: { status: 'OK' }, next: world };
  }
  if (rules.length >= MOST) return refused(world, 409);
  const next = copyOf(world);
  pharmacyOf(next, pharmacy).rules.push({ ...started, key: world.step, id: 0 });
  writeHistory(next, pharmacy, nameOf(person));
  return {
    status: 200,
    body: { status: 'OK' },
    next,
    learn({ body }, learned) {
      const answered = body.rules as { id: number; name: string }[];
      for (const rule of pharmacyOf(learned, pharmacy).rules)
        rule.id = answered.find(({ name }) => name === rule.name)?.id ?? rule.id;
    },
  };
}

const sorted = (rule: object) => Object.entries(rule).toSorted(([a], [b]) => a.localeCompare(b));

/** Rules are put in an order that names each of them once. */
export function orderRules(world: World, person: Person, pharmacy: number, keys: readonly number[]): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const ok = { status: 200, body: { status: 'OK' } };
  const { rules } = pharmacyOf(world, pharmacy);
  if (keys.length !== rules.length || !rules.every(({ key }) => keys.includes(key))) return refused(world, 409);
  if (rules.every(({ key }, at) => keys[at] === key)) return { ...ok, next: world };
  const next = copyOf(world);
  const owner = pharmacyOf(next, pharmacy);
  owner.rules = keys.map((key) => owner.rules.find((rule) => rule.key === key) as Rule);
  writeHistory(next, pharmacy, nameOf(person));
  return { ...ok, next };
}

/** A rule ends; its untouched drafts in open packages stay or go. */
export function endRule(
  world: World,
  person: Person,
  pharmacy: number,
  { key, drop }: { key: number; drop: boolean },
): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const next = copyOf(world);
  const owner = pharmacyOf(next, pharmacy);
  if (!owner.rules.some((rule) => rule.key === key)) return refused(world, 409);
  owner.rules = owner.rules.filter((rule) => rule.key !== key);
  for (const one of next.packages) {
    if (!drop || one.pharmacy !== pharmacy || one.status !== 'open') continue;
    for (const [pzn, { rule }] of Object.entries(one.drafts)) {
      if (rule?.key !== key) continue;
      delete one.drafts[pzn];
      one.touched[pzn] = world.step;
    }
  }
  writeHistory(next, pharmacy, nameOf(person));
  return { status: 200, body: { status: 'OK' }, next };
}

/** What the rules write into a package that has just come in; the first that fits a row decides about it. Nothing into a doubted one (rule 18.8). */
export function writeRuleDrafts(world: World, one: Package, atOnce: boolean): void {
  if (one.kind === 'LZD') return;
  const pharmacy = pharmacyOf(world, one.pharmacy);
  const today = berlinDayText(world.now);
  const rules = pharmacy.rules.filter(
    ({ groups, endsOn, withoutReview }) =>
      groups.includes(one.group) && (endsOn === null || endsOn >= today) && (!atOnce || withoutReview),
  );
  let told = one.doubted && rules.length > 0;
  for (const [pzn, calculated] of Object.entries(one.rows)) {
    const rule = rules.find(({ atMost }) => atMost === null || calculated <= atMost);
    const listed = pharmacy.lists[one.group].items[pzn];
    const type = listed ? shown(listed).type : 0;
    if (one.doubted || !rule || type === 1 || type === 3 || (type === 2 && one.kind === 'QDP')) continue;
    const price = calculated + rule.cents;
    if (price === calculated) continue;
    told = true;
    // An invalid price leaves the row alone.
    if (!isPrice(price)) continue;
    one.drafts[pzn] = { price, permanent: false, ignore: false, rule: { key: rule.key, name: rule.name } };
    one.touched[pzn] = world.step;
  }
  if (told) writeHistory(world, one.pharmacy, SYSTEM, false, { of: one });
}
