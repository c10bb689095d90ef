import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson } from '../people.ts';
import { activateUsers } from '../rules/access.ts';
import { setFlag } from '../rules/flags.ts';
import { addMirror, removeMirror } from '../rules/mirrors.ts';
import { type Flag, type Group, pharmacyOf, type World } from '../state.ts';
import { anyCaller, anyGroup, anyPharmacy, type Caller, personFor, staffMostly } from './picks.ts';

type FlagData = { caller: Caller; pharmacy: number; kind: 'MDP' | 'QDP'; group: Group; flag: Flag };

/** Somebody chooses how updates of a group are approved. */
export class SetFlag implements Step {
  readonly data: FlagData;
  constructor(data: FlagData) {
    this.data = data;
  }
  applies = () => true;
  describe(world: World) {
    const { caller, pharmacy, kind, group, flag } = this.data;
    return `${describePerson(personFor(world, caller, pharmacy))} sets the ${kind} flag of ${group} of ${pharmacy} to ${flag}`;
  }
  request(world: World): Request {
    const { caller, pharmacy, kind, group, flag } = this.data;
    const call = kind === 'MDP' ? 'approvalflag' : 'qdpapprovalflag';
    const path = `/api/pharmacy/${call}/${addressOf(pharmacyOf(world, pharmacy))}/${group}/${flag}`;
    return { as: personFor(world, caller, pharmacy), method: 'POST', path };
  }
  rule(world: World): Outcome {
    const { caller, pharmacy, kind, group, flag } = this.data;
    return setFlag(world, personFor(world, caller, pharmacy), pharmacy, kind, group, flag);
  }
}

/** `linked`: a pair that is one, where there is any. */
type MirrorData = { caller: Caller; main: number; mirror: number; remove: boolean; linked: boolean };

/** Staff links a mirror to its main pharmacy, or parts them. */
export class LinkMirror implements Step {
  readonly data: MirrorData;
  constructor(data: MirrorData) {
    this.data = data;
  }
  applies = () => true;
  private found(world: World): MirrorData {
    const { data } = this;
    const mirror = data.linked ? world.pharmacies.findIndex(({ parent }) => parent !== null) : -1;
    return mirror < 0 ? data : { ...data, mirror, main: pharmacyOf(world, mirror).parent ?? data.main };
  }
  tied = (world: World) => new LinkMirror({ ...this.found(world), linked: false });
  describe(world: World) {
    const { caller, main, mirror, remove } = this.found(world);
    const person = describePerson(personFor(world, caller, main));
    return remove ? `${person} parts ${mirror} from ${main}` : `${person} makes ${mirror} the mirror of ${main}`;
  }
  request(world: World): Request {
    const { caller, remove, ...pair } = this.found(world);
    const as = personFor(world, caller, pair.main);
    const [main, mirror] = [pharmacyOf(world, pair.main).apoId, pharmacyOf(world, pair.mirror).apoId];
    if (remove) return { as, method: 'DELETE', path: `/api/pharmacy/shadow/${main}/${mirror}` };
    return { as, method: 'POST', path: '/api/pharmacy/shadow', body: { pharmacy: main, shadowPharmacy: mirror } };
  }
  rule(world: World): Outcome {
    const { caller, main, mirror, remove } = this.found(world);
    return (remove ? removeMirror : addMirror)(world, personFor(world, caller, main), main, mirror);
  }
}

/** Staff gives the users of a pharmacy access. */
class Activate implements Step {
  readonly data: { caller: Caller; pharmacy: number };
  constructor(data: { caller: Caller; pharmacy: number }) {
    this.data = data;
  }
  applies = () => true;
  describe(world: World) {
    return `${describePerson(personFor(world, this.data.caller, this.data.pharmacy))} gives access to ${this.data.pharmacy}`;
  }
  request(world: World): Request {
    const { crmId, token } = pharmacyOf(world, this.data.pharmacy);
    const as = personFor(world, this.data.caller, this.data.pharmacy);
    return { as, method: 'POST', path: '/api/solvena/activateUsers', body: { pharmacyId: crmId, token } };
  }
  rule(world: World): Outcome {
    return activateUsers(world, personFor(world, this.data.caller, this.data.pharmacy), this.data.pharmacy);
  }
}

export const changeFlag = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      caller: anyCaller,
      pharmacy: anyPharmacy(pharmacies),
      kind: fc.constantFrom<'MDP' | 'QDP'>('MDP', 'QDP'),
      group: anyGroup,
      flag: fc.constantFrom<Flag>(0, 1, 2),
    })
    .map((data) => new SetFlag(data));

/** Pharmacies 0 to 2 mostly, so that linking works; the others now and then, to be refused. */
export const linkMirror = (pharmacies: number): fc.Arbitrary<Step> => {
  const anyOne = fc.oneof({ weight: 4, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(pharmacies - 1) });
  return fc
    .record({ caller: staffMostly, main: anyOne, mirror: anyOne, remove: fc.boolean(), linked: fc.boolean() })
    .map((data) => new LinkMirror(data));
};
export const activate = (pharmacies: number): fc.Arbitrary<Step> =>
  fc.record({ caller: staffMostly, pharmacy: fc.nat(pharmacies - 1) }).map((data) => new Activate(data));
