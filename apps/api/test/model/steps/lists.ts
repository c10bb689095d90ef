import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { dayOf } from '../berlin.ts';
import { copyOf } from '../outcome.ts';
import { addressOf, describePerson } from '../people.ts';
import { type ListEdit, savePriceList } from '../rules/price-list.ts';
import { type Group, pharmacyOf, shownOf, type World } from '../state.ts';
import {
  anyCaller,
  anyGroup,
  anyPharmacy,
  anyPrice,
  anyPzn,
  anyScreen,
  type Caller,
  euros,
  maybe,
  personFor,
  pznAt,
  screenFor,
} from './picks.ts';

export type ListRow = {
  pzn: number;
  price: number | null;
  ticks: 'none' | 'permanent' | 'ignore' | 'both';
  group: Group | null;
  /** Days from today; null: none is sent. */
  from?: number | null;
  to?: number | null;
  remind?: number | null;
  beneath?: boolean;
  /** Days from today. */
  later?: { price: number; permanent: boolean; from: number; to: number | null }[];
};
type Save = {
  caller: Caller;
  pharmacy: number;
  rows: ListRow[];
  screen: number | null;
  group: Group;
  /** From the last but so many of the screens, and at rows that have changed since: what conflicts are made of. */
  stale: number | null;
};

const anyRow: fc.Arbitrary<ListRow> = fc.record({
  pzn: anyPzn,
  price: maybe(anyPrice),
  ticks: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('none', 'permanent', 'ignore') },
    { weight: 1, arbitrary: fc.constant('both') },
  ) as fc.Arbitrary<ListRow['ticks']>,
  group: fc.option(anyGroup, { freq: 2 }),
  from: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.integer({ min: -1, max: 5 }) },
  ),
  to: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: fc.integer({ min: -1, max: 7 }) }),
  remind: fc.oneof(
    { weight: 10, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 5 }) },
  ),
  later: fc.oneof(
    { weight: 6, arbitrary: fc.constant<NonNullable<ListRow['later']>>([]) },
    {
      weight: 2,
      arbitrary: fc.array(
        fc
          .record({
            price: anyPrice,
            permanent: fc.boolean(),
            from: fc.integer({ min: 0, max: 9 }),
            days: maybe(fc.nat(3)),
          })
          .map(({ days, ...price }) => ({ ...price, to: days === null ? null : price.from + days })),
        { minLength: 1, maxLength: 2 },
      ),
    },
  ),
});
/** A permanent price of which somebody is only reminded. */
const anyReminder: fc.Arbitrary<ListRow> = fc
  .record({ pzn: anyPzn, price: anyPrice, remind: fc.constantFrom(0, 1, 2, 5, 200, 400) })
  .map((row) => ({ ...row, ticks: 'permanent' as const, group: null }));

/** Somebody saves rows of a price list, from a screen that may be an old one. */
export class SaveList implements Step {
  readonly data: Save;
  constructor(data: Save) {
    this.data = data;
  }
  applies = () => true;
  tied = (world: World) => new SaveList({ ...aimed(world, this.data), stale: null });
  describe = (world: World) => new Aimed(aimed(world, this.data)).describe(world);
  request = (world: World) => new Aimed(aimed(world, this.data)).request(world);
  rule = (world: World) => new Aimed(aimed(world, this.data)).rule(world);
}

/** A save of rows that have changed since a screen was loaded, where there are any; otherwise what was drawn. */
function aimed(world: World, data: Save): Save {
  const screens = world.screens.filter((screen) => screen.package === null);
  const screen = data.stale === null ? undefined : screens.at(-1 - (data.stale % Math.max(1, screens.length)));
  if (!screen) return data;
  const { pharmacy, group, step } = screen;
  const items = Object.entries(pharmacyOf(world, pharmacy).lists[group].items);
  const moved = items.filter(([, item]) => item.changed > step);
  const pzns = (moved.length > 0 ? moved : items).map(([pzn]) => world.pzns.indexOf(pzn));
  const first = data.rows[0]?.pzn ?? 0;
  const rows = data.rows
    .slice(0, pzns.length)
    .map((row, n) => ({ ...row, pzn: pzns[(first + n) % pzns.length] as number, group: null }));
  if (rows.length === 0) return data;
  const same = screens.filter((other) => other.pharmacy === pharmacy && other.group === group);
  return { ...data, pharmacy, group, rows, screen: same.length - 1 - same.indexOf(screen) };
}

/** The save itself. */
export class Aimed {
  readonly data: Save;
  constructor(data: Save) {
    this.data = data;
  }
  private edits(world: World): ListEdit[] {
    const day = (ahead: number | null | undefined) => (ahead == null ? undefined : dayOf(world.now) + ahead);
    return this.data.rows.map(({ pzn, price, ticks, group, from, to, remind, beneath, later = [] }) => ({
      pzn: pznAt(world, pzn),
      price,
      permanent: ticks === 'permanent' || ticks === 'both',
      ignore: ticks === 'ignore' || ticks === 'both',
      ...(group ? { group } : {}),
      ...(beneath ? { beneath } : {}),
      from: day(from) ?? null,
      remind: day(remind) ?? null,
      later: later.map((each) => ({ ...each, from: dayOf(world.now) + each.from, to: day(each.to) ?? null })),
      ...(day(to) === undefined ? {} : { to: day(to) as number }),
    }));
  }
  private screen(world: World) {
    const { pharmacy, group, screen } = this.data;
    return screenFor(world, screen, { pharmacy, group, package: null });
  }
  describe(world: World) {
    const rows = this.data.rows.map(
      ({ pzn, price, ticks, group, from, to, remind, beneath, later = [] }) =>
        `p${pzn} ${price ?? '–'} ${ticks}${beneath ? ' beneath' : ''}${group ? ` (${group})` : ''}${from == null ? '' : ` from +${from}`}${to == null ? '' : ` to +${to}`}${remind == null ? '' : ` remind +${remind}`}${later.map((each) => `, ${each.price} from +${each.from}${each.to === null ? '' : ` to +${each.to}`}`).join('')}`,
    );
    const screen = this.screen(world);
    const person = describePerson(personFor(world, this.data.caller, this.data.pharmacy));
    return `${person} saves the list of ${this.data.pharmacy}: ${rows.join(', ')}${screen ? ` (${this.data.group} loaded in step ${screen.step})` : ''}`;
  }
  request(world: World): Request {
    const screen = this.screen(world);
    const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
    const products = this.edits(world).map(
      ({ pzn, price, permanent, ignore, group, from, to, remind, beneath, later = [] }) => ({
        pzn,
        priceEdit: price === null ? null : euros(price),
        editedPermanent: permanent,
        editedIgnore: ignore,
        ...(beneath ? { beneath } : {}),
        ...(from == null ? {} : { validFrom: iso(from) }),
        ...(to == null ? {} : { validTo: iso(to) }),
        ...(remind == null ? {} : { remindOn: iso(remind) }),
        ...(later.length === 0 ? {} : { later: later.map((each) => laterRow(each, iso)) }),
        ...(group ? { productGroup: group } : {}),
      }),
    );
    return {
      as: personFor(world, this.data.caller, this.data.pharmacy),
      method: 'PUT',
      path: `/api/price/${addressOf(pharmacyOf(world, this.data.pharmacy))}`,
      body: { products, ...(screen ? { versions: { [screen.group]: screen.version } } : {}) },
    };
  }
  rule(world: World): Outcome {
    const person = personFor(world, this.data.caller, this.data.pharmacy);
    return savePriceList(world, person, this.data.pharmacy, this.edits(world), this.screen(world));
  }
}

const laterRow = (
  { price, permanent, from, to }: NonNullable<ListEdit['later']>[number],
  iso: (day: number) => string,
) => ({
  priceEdit: euros(price),
  editedPermanent: permanent,
  validFrom: iso(from),
  validTo: to === null ? null : iso(to),
});

/** Staff opens a price list and leaves it on screen. */
export class OpenList implements Step {
  readonly data: { pharmacy: number; group: Group };
  constructor(data: { pharmacy: number; group: Group }) {
    this.data = data;
  }
  applies = () => true;
  describe() {
    return `sales opens the list ${this.data.group} of ${this.data.pharmacy}`;
  }
  request(world: World): Request {
    const path = `/api/price/${addressOf(pharmacyOf(world, this.data.pharmacy))}/${this.data.group}`;
    return { as: { who: 'sales' }, method: 'GET', path };
  }
  rule(world: World): Outcome {
    const next = copyOf(world);
    next.screens.push({
      ...this.data,
      package: null,
      list: shownOf(world, this.data.pharmacy),
      step: world.step,
      version: 0,
      listVersion: 0,
    });
    return {
      status: 200,
      next,
      learn: ({ body }, learned) => Object.assign(learned.screens.at(-1) ?? {}, { version: Number(body.version) }),
    };
  }
}

export const saveList = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      caller: anyCaller,
      pharmacy: anyPharmacy(pharmacies),
      rows: fc.array(fc.oneof({ weight: 7, arbitrary: anyRow }, { weight: 2, arbitrary: anyReminder }), {
        minLength: 1,
        maxLength: 3,
      }),
      screen: anyScreen,
      group: anyGroup,
      stale: fc.option(fc.nat(5), { freq: 1 }),
    })
    .map((data) => new SaveList(data));
export const openList = (pharmacies: number): fc.Arbitrary<Step> =>
  fc.record({ pharmacy: anyPharmacy(pharmacies), group: anyGroup }).map((data) => new OpenList(data));
