import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson } from '../people.ts';
import { effective } from '../rules/prices.ts';
import { chooseMonths, dueRows, type Kept, keepFixed } from '../rules/reviews.ts';
import { type Group, GROUPS, pharmacyOf, type World } from '../state.ts';
import { anyCaller, anyGroup, anyPharmacy, anyPzn, type Caller, personFor, pznAt } from './picks.ts';

type MonthsData = { caller: Caller; pharmacy: number; months: 6 | 12 | 24 | null };

/** Somebody chooses after how many months fixed prices are looked at again. */
class ChooseMonths implements Step {
  readonly data: MonthsData;
  constructor(data: MonthsData) {
    this.data = data;
  }
  applies = () => true;
  describe(world: World) {
    const { caller, pharmacy, months } = this.data;
    return `${describePerson(personFor(world, caller, pharmacy))} has fixed prices of ${pharmacy} reviewed after ${months ?? 'no'} months`;
  }
  request(world: World): Request {
    const { caller, pharmacy, months } = this.data;
    const path = `/api/pharmacy/pricereview/${addressOf(pharmacyOf(world, pharmacy))}`;
    return { as: personFor(world, caller, pharmacy), method: 'PUT', path, body: { months } };
  }
  rule(world: World): Outcome {
    const { caller, pharmacy, months } = this.data;
    return chooseMonths(world, personFor(world, caller, pharmacy), pharmacy, months);
  }
}

/** `any`: a row that may be none that is due. */
type KeepData = { caller: Caller; pharmacy: number; group: Group; any: number | null; stale: boolean };

/** 'bleibt', of all that is due, or of some row. */
class Keep implements Step {
  readonly data: KeepData;
  readonly rows: readonly Kept[] | undefined;
  constructor(data: KeepData, rows?: readonly Kept[]) {
    this.data = data;
    this.rows = rows;
  }
  applies = (world: World) => this.found(world).rows.length > 0;
  tied = (world: World) => {
    const { rows, ...list } = this.found(world);
    return new Keep({ ...this.data, ...list }, rows);
  };
  private found(world: World): { pharmacy: number; group: Group; rows: readonly Kept[] } {
    const { pharmacy, group, any, stale } = this.data;
    if (this.rows) return { pharmacy, group, rows: this.rows };
    const list =
      any === null
        ? (GROUPS.map((each) => ({ pharmacy, group: each })).find(
            (each) => dueRows(world, each.pharmacy, each.group).length > 0,
          ) ?? { pharmacy, group })
        : { pharmacy, group };
    const pzns = any === null ? dueRows(world, list.pharmacy, list.group) : [pznAt(world, any)];
    const { items } = pharmacyOf(world, list.pharmacy).lists[list.group];
    const rows = pzns.map((pzn) => ({ pzn, price: stale ? 123 : effective(items[pzn]) }));
    return { ...list, rows };
  }
  describe(world: World) {
    const { pharmacy, group, rows } = this.found(world);
    const said = rows.map(({ pzn, price }) => `p${world.pzns.indexOf(pzn)} ${price ?? '–'}`).join(', ');
    return `${describePerson(personFor(world, this.data.caller, pharmacy))} keeps ${said} of ${group} of ${pharmacy}`;
  }
  request(world: World): Request {
    const { pharmacy, group, rows } = this.found(world);
    const path = `/api/price/reviews/${addressOf(pharmacyOf(world, pharmacy))}/${group}`;
    return { as: personFor(world, this.data.caller, pharmacy), method: 'PUT', path, body: { rows } };
  }
  rule(world: World): Outcome {
    const found = this.found(world);
    return keepFixed(world, personFor(world, this.data.caller, found.pharmacy), found);
  }
}

export const reviewStep = (pharmacies: number): fc.Arbitrary<Step> => {
  const who = { caller: anyCaller, pharmacy: anyPharmacy(pharmacies) };
  const months = fc.constantFrom<MonthsData['months']>(6, 6, 6, 12, 24, null);
  return fc.oneof(
    fc.record({ ...who, months }).map((data) => new ChooseMonths(data)),
    fc
      .record({
        ...who,
        group: anyGroup,
        any: fc.option(anyPzn, { freq: 1 }),
        stale: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      })
      .map((data) => new Keep(data)),
  );
};
