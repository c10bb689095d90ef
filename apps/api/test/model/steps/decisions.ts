import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { describePerson } from '../people.ts';
import { decideHeld, decideRefused } from '../rules/decisions.ts';
import { type Package, pharmacyOf, type Refused, type World } from '../state.ts';
import { type Caller, personFor, staffMostly } from './picks.ts';

type Data = { caller: Caller; of: 'refused' | 'held'; pick: number; yes: boolean };

/** Staff decide about a delivery that was refused, or about what a doubted one says of products. */
class Decide implements Step {
  readonly data: Data;
  private readonly index: number | undefined;
  constructor(data: Data, index?: number) {
    this.data = data;
    this.index = index;
  }
  /** One of the last; those that are decided, too. */
  private at({ refused, packages }: World): number {
    if (this.index !== undefined) return this.index;
    const { of, pick } = this.data;
    const found = of === 'refused' ? [...refused.keys()] : [...packages.keys()].filter((at) => packages[at]?.held);
    return found.at(-1 - (pick % Math.max(1, found.length))) ?? -1;
  }
  applies = (world: World) => this.at(world) >= 0;
  tied = (world: World) => new Decide(this.data, this.at(world));
  describe(world: World) {
    const { caller, of, yes } = this.data;
    const what = of === 'refused' ? (yes ? 'takes in' : 'refuses') : yes ? 'takes names of' : 'keeps names beside';
    return `${describePerson(personFor(world, caller, 0))} ${what} ${of === 'refused' ? 'delivery' : 'package'} #${this.at(world)}`;
  }
  request(world: World): Request {
    const { caller, of, yes } = this.data;
    const as = personFor(world, caller, 0);
    if (of === 'refused') {
      const { id } = world.refused[this.at(world)] as Refused;
      const path = `/api/admin/deliveries/${id}/${yes ? 'take-in' : 'refuse'}`;
      return { as, method: 'POST', path, body: { reason: 'Mit dem Team besprochen' } };
    }
    const { id, pharmacy } = world.packages[this.at(world)] as Package;
    const path = `/api/admin/deliveries/products/${pharmacyOf(world, pharmacy).apoId}/${id}`;
    return { as, method: 'POST', path, body: { takesNew: yes } };
  }
  rule(world: World): Outcome {
    const { caller, of, yes } = this.data;
    const decide = of === 'refused' ? decideRefused : decideHeld;
    return decide(world, personFor(world, caller, 0), this.at(world), yes);
  }
}

export const decision: fc.Arbitrary<Step> = fc
  .record({
    caller: staffMostly,
    of: fc.constantFrom<Data['of']>('refused', 'held'),
    pick: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
    yes: fc.boolean(),
  })
  .map((data) => new Decide(data));
