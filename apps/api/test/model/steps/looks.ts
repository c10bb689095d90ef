import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson, type Person } from '../people.ts';
import {
  seeArticle,
  seeDashboard,
  seeHistory,
  seeList,
  seePackage,
  seePharmacies,
  seeSettings,
  seeWaiting,
  seeWay,
} from '../rules/looks.ts';
import { packageAt } from '../rules/packages.ts';
import { type Group, pharmacyOf, type World } from '../state.ts';
import {
  anyCaller,
  anyDetour,
  anyGroup,
  anyPharmacy,
  type Caller,
  packageIndex,
  personFor,
  pznAt,
  throughPharmacy,
} from './picks.ts';

const PAGES = [
  'list',
  'dashboard',
  'settings',
  'history',
  'package',
  'waiting',
  'pharmacies',
  'article',
  'way',
] as const;
type Data = {
  page: (typeof PAGES)[number];
  caller: Caller;
  pharmacy: number;
  group: Group;
  pick: number;
  detour: number;
};

/** Somebody looks at a page: customers see less than the staff that looks after every step. */
export class Look implements Step {
  readonly data: Data;
  constructor(data: Data) {
    this.data = data;
  }
  private found(world: World) {
    const { page, caller, pick, detour } = this.data;
    const index = page === 'package' ? packageIndex(world, pick) : -1;
    const pharmacy =
      page === 'package' ? throughPharmacy(world, packageAt(world, index).pharmacy, detour) : this.data.pharmacy;
    const person: Person = personFor(world, caller, pharmacy);
    return { index, pharmacy, person };
  }
  applies = (world: World) =>
    (this.data.page !== 'package' || world.packages.length > 0) &&
    // Staff see the pharmacies of all runs; service accounts have no list of their own.
    (this.data.page !== 'pharmacies' ||
      ['owner', 'deputy', 'foreign', 'austrian', 'nobody'].includes(this.data.caller));
  describe(world: World) {
    const { index, pharmacy, person } = this.found(world);
    return `${describePerson(person)} looks at ${this.data.page}${this.data.page === 'article' || this.data.page === 'way' ? ` p${this.data.pick % world.pzns.length}` : index < 0 ? '' : ` #${index}`} of ${pharmacy}`;
  }
  request(world: World): Request {
    const { index, pharmacy, person: as } = this.found(world);
    const address = addressOf(pharmacyOf(world, pharmacy));
    switch (this.data.page) {
      case 'list':
        return { as, method: 'GET', path: `/api/price/${address}/${this.data.group}` };
      case 'dashboard':
        return { as, method: 'GET', path: `/api/pharmacy/dashboard/${address}` };
      case 'settings':
        return { as, method: 'GET', path: `/api/pharmacy/settings/${address}` };
      case 'history':
        return { as, method: 'GET', path: `/api/pharmacy/history/${address}` };
      case 'package': {
        const one = packageAt(world, index);
        return { as, method: 'GET', path: `/api/price/${one.kind.toLowerCase()}/${address}/${one.id}/${one.group}` };
      }
      case 'waiting':
        return { as, method: 'GET', path: `/api/price/arrivals/${address}/${this.data.group}` };
      case 'article':
        return { as, method: 'GET', path: `/api/price/pricehistory/${address}/${pznAt(world, this.data.pick)}` };
      case 'way':
        return { as, method: 'GET', path: `/api/price/way/${address}/${pznAt(world, this.data.pick)}` };
      case 'pharmacies':
        return { as, method: 'GET', path: '/api/solvena/pharmacies' };
    }
  }
  rule(world: World): Outcome {
    const { index, pharmacy, person } = this.found(world);
    switch (this.data.page) {
      case 'list':
        return seeList(world, person, pharmacy, this.data.group);
      case 'dashboard':
        return seeDashboard(world, person, pharmacy);
      case 'settings':
        return seeSettings(world, person, pharmacy);
      case 'history':
        return seeHistory(world, person, pharmacy);
      case 'package':
        return seePackage(world, person, pharmacy, index);
      case 'waiting':
        return seeWaiting(world, person, pharmacy, this.data.group);
      case 'article':
        return seeArticle(world, person, pharmacy, pznAt(world, this.data.pick));
      case 'way':
        return seeWay(world, person, pharmacy, pznAt(world, this.data.pick));
      case 'pharmacies':
        return seePharmacies(world, person);
    }
  }
}

/** Of the articles that change most. */
export const seeLowest: fc.Arbitrary<Step> = fc
  .nat(4)
  .map((pick) => new Look({ page: 'article', caller: 'sales', pharmacy: 0, group: 'OTC', pick, detour: 0 }));

export const look = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      page: fc.constantFrom(...PAGES),
      caller: fc.oneof(
        { weight: 4, arbitrary: anyCaller },
        { weight: 1, arbitrary: fc.constantFrom<Caller>('foreign', 'austrian', 'nobody') },
      ),
      pharmacy: anyPharmacy(pharmacies),
      group: anyGroup,
      pick: fc.nat(20),
      detour: anyDetour,
    })
    .map((data) => new Look(data));
