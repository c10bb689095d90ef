import fc from 'fast-check';
import { berlinDayText } from '../berlin.ts';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson, type Person } from '../people.ts';
import { endRule, orderRules, startRule } from '../rules/standing-rules.ts';
import { type Group, GROUPS, pharmacyOf, type Rule, type World } from '../state.ts';
import { anyCaller, anyPharmacy, type Caller, personFor } from './picks.ts';

type Data = {
  caller: Caller;
  pharmacy: number;
  action: 'start' | 'start once more' | 'raise the last' | 'end';
  name: number;
  groups: Group[];
  cents: number;
  atMost: number | null;
  withoutReview: boolean;
  endsToday: boolean;
  /** Which one ends, and whether its drafts go. */
  pick: number;
  drop: boolean;
  /** Of the rule that is meant, and of all in the order that is wanted, once that is fixed. */
  key?: number | undefined;
  keys?: readonly number[];
  content?: Omit<Rule, 'key' | 'id'>;
};

/** Somebody starts, orders or ends rules that stay. */
class ChangeRules implements Step {
  readonly data: Data;
  constructor(data: Data) {
    this.data = data;
  }
  private person(world: World): Person {
    return personFor(world, this.data.caller, this.data.pharmacy);
  }
  private found(world: World): Rule | undefined {
    const { pharmacy, pick, key } = this.data;
    const { rules } = pharmacyOf(world, pharmacy);
    return key === undefined ? rules[pick % Math.max(1, rules.length)] : rules.find((rule) => rule.key === key);
  }
  /** The last one first. */
  private keys(world: World): readonly number[] {
    const keys = pharmacyOf(world, this.data.pharmacy).rules.map(({ key }) => key);
    return this.data.keys ?? [...keys.slice(-1), ...keys.slice(0, -1)];
  }
  private started(world: World): Omit<Rule, 'key' | 'id'> {
    const { action, name, groups, cents, atMost, withoutReview, endsToday } = this.data;
    const known = this.found(world);
    if (this.data.content) return this.data.content;
    if (action === 'start once more' && known) {
      const { key: _key, id: _id, ...same } = known;
      return same;
    }
    const endsOn = endsToday ? berlinDayText(world.now) : null;
    return { name: `R${name}`, groups, cents, atMost, withoutReview, endsOn };
  }
  applies = (world: World) => this.data.action !== 'end' || this.found(world) !== undefined;
  /** Only one that is there can be named. */
  tied(world: World) {
    return new ChangeRules({
      ...this.data,
      key: this.found(world)?.key ?? -1,
      keys: this.keys(world),
      content: this.started(world),
    });
  }
  describe(world: World) {
    const { action, pharmacy, drop } = this.data;
    const what =
      action === 'end'
        ? `${this.found(world)?.name}${drop ? ' with its drafts' : ''}`
        : action.startsWith('start')
          ? JSON.stringify(this.started(world))
          : '';
    return `${describePerson(this.person(world))}: ${action} rule of ${pharmacy} ${what}`;
  }
  request(world: World): Request {
    const { action, pharmacy, drop } = this.data;
    const owner = pharmacyOf(world, pharmacy);
    const path = `/api/price/standing-rules/${addressOf(owner)}`;
    const as = this.person(world);
    if (action === 'end')
      return { as, method: 'PUT', path: `${path}/ended`, body: { id: this.found(world)?.id, dropDrafts: drop } };
    if (action === 'raise the last') {
      const ids = this.keys(world).map((key) => owner.rules.find((rule) => rule.key === key)?.id);
      return { as, method: 'PUT', path: `${path}/order`, body: { ids } };
    }
    const { name, groups, cents, atMost, withoutReview, endsOn } = this.started(world);
    const rule = {
      from: 'price',
      percent: 0,
      amount: cents,
      endings: [],
      way: 'nearest',
      floorPercent: null,
      upToAvp: false,
    };
    const conditions = atMost === null ? [] : [{ key: 'effectivePrice', is: 'atMost', than: atMost, to: null }];
    return { as, method: 'POST', path, body: { name, productGroups: groups, rule, conditions, withoutReview, endsOn } };
  }
  rule(world: World): Outcome {
    const { action, pharmacy, drop } = this.data;
    const person = this.person(world);
    if (action === 'end')
      return endRule(world, person, pharmacy, { key: this.data.key ?? this.found(world)?.key ?? 0, drop });
    if (action === 'raise the last') return orderRules(world, person, pharmacy, this.keys(world));
    return startRule(world, person, pharmacy, this.started(world));
  }
}

export function ruleStep(pharmacies: number): fc.Arbitrary<Step> {
  return fc
    .record({
      caller: anyCaller,
      pharmacy: anyPharmacy(pharmacies),
      action: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Data['action']>('start') },
        { weight: 3, arbitrary: fc.constantFrom<Data['action']>('start once more', 'raise the last', 'end') },
      ),
      name: fc.nat(3),
      groups: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Group[]>(['OTC']) },
        { weight: 1, arbitrary: fc.shuffledSubarray([...GROUPS], { minLength: 1 }) },
      ),
      cents: fc.constantFrom(50, 1, -340, 0),
      atMost: fc.constantFrom(null, 849, 500),
      withoutReview: fc.boolean(),
      endsToday: fc.boolean(),
      pick: fc.nat(3),
      drop: fc.boolean(),
    })
    .map((data) => new ChangeRules(data));
}
