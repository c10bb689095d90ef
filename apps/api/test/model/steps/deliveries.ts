import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson, type Person } from '../people.ts';
import { deliver, uploadLzd } from '../rules/delivery.ts';
import { type Delivery, nameIn } from '../rules/incoming.ts';
import { type Group, type Kind, KINDS, pharmacyOf, type World } from '../state.ts';
import { anyGroup, anyPharmacy, anyPzn, bulkAvp, bulkPrice, type Caller, personFor, pznAt } from './picks.ts';

type Data = {
  caller: Caller;
  kind: Kind;
  pharmacy: number;
  group: Group;
  rows: { pzn: number; price: number }[];
  reset: boolean | null;
  /** Few names, so that the same one comes again; with the rows it makes the delivery. */
  name: number;
  byHand: boolean;
  /** All articles of a whole list: as they are, one of them a little dearer, or all at ten times their price. */
  whole?: Whole;
};
type Whole = 'same' | 'oneDearer' | 'tenfold';

/** A file comes in, from the pricing engine or, an LZD, uploaded by staff. */
export class Deliver implements Step {
  readonly data: Data;
  constructor(data: Data) {
    this.data = data;
  }
  private rows(world: World): Record<string, number> {
    if (this.data.whole) return wholeRows(world, this.data.whole);
    return Object.fromEntries(this.data.rows.map(({ pzn, price }) => [pznAt(world, pzn), price]));
  }
  private content(world: World): string {
    const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
    const rows = this.rows(world);
    const avps = avpsOf(world, rows);
    const lines = Object.entries(rows).map(
      ([pzn, price]) => `${pzn};${euros(price)};${nameIn(this, pzn)};${euros(avps[pzn] as number)}`,
    );
    // Without an AVP no rule could compare a price, and none could be in a part.
    const heading = `PZN;TruePrice neu;Produkt;${this.data.kind === 'MDP' ? 'AVP neu' : 'AVP'}`;
    return `${[heading, ...lines].join('\r\n')}\r\n`;
  }
  get product(): string | null {
    return this.data.whole && this.data.name === 0 ? null : `Artikel ${this.data.name}`;
  }
  private delivery(world: World): Delivery {
    const { kind, pharmacy, group, reset, name } = this.data;
    const { product } = this;
    const rows = this.rows(world);
    const avps = avpsOf(world, rows);
    return { kind, product, pharmacy, group, rows, avps, reset, file: `${name} ${this.content(world)}` };
  }
  private person(world: World): Person {
    return personFor(world, this.data.caller, this.data.pharmacy);
  }
  applies = (world: World) => this.data.whole === undefined || isClear(world, this.data);
  describe(world: World) {
    const { kind, pharmacy, group, rows, reset, name, byHand } = this.data;
    const how = byHand ? 'uploads' : `delivers file ${name}:`;
    const choice = kind === 'LZD' && reset !== null ? (reset ? ' resetting' : ' updating') : '';
    const prices = this.data.whole ?? rows.map(({ pzn, price }) => `p${pzn} ${price}`).join(', ');
    return `${describePerson(this.person(world))} ${how} ${kind}${choice} for ${group} of ${pharmacy}: ${prices}`;
  }
  request(world: World): Request {
    const { kind, group, reset, name, byHand } = this.data;
    const pharmacy = pharmacyOf(world, this.data.pharmacy);
    const as = this.person(world);
    const content = this.content(world);
    const resetChoice = reset ? '0' : '1';
    if (byHand) {
      const file = { name: `ZumDurchsehen_${group}_${pharmacy.apoId}_Apotheke_9_3_2026.csv`, content };
      return {
        as,
        method: 'POST',
        path: `/api/price/lzd/upload/${addressOf(pharmacy)}`,
        file,
        fields: { resetChoice },
      };
    }
    const path = `/api/intake/${kind.toLowerCase()}/${pharmacy.crmId}/${group}`;
    const file = { name: `lieferung-${name}.csv`, content };
    return { as, method: 'POST', path, file, fields: kind === 'LZD' && reset !== null ? { resetChoice } : {} };
  }
  rule(world: World): Outcome {
    const delivery = this.delivery(world);
    if (this.data.byHand) return uploadLzd(world, this.person(world), { ...delivery, reset: delivery.reset ?? false });
    return deliver(world, this.person(world), delivery);
  }
}

const WHOLE = { pharmacy: 1, group: 'HILFSMITTEL' } as const;

function wholeRows(world: World, whole: Whole): Record<string, number> {
  const { items } = pharmacyOf(world, WHOLE.pharmacy).lists[WHOLE.group];
  const price = (pzn: string, n: number) => {
    const calculated = items[pzn]?.calculated ?? bulkPrice(n);
    return whole === 'tenfold' ? calculated * 10 : whole === 'oneDearer' && n === 3 ? calculated + 10 : calculated;
  };
  return Object.fromEntries(world.bulk.map((pzn, n) => [pzn, price(pzn, n)]));
}

/** Those of whole files move with no price. */
const avpsOf = ({ bulk }: World, rows: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(rows).map(([pzn, price]) => {
      const n = bulk.indexOf(pzn);
      return [pzn, n < 0 ? price * 2 : bulkAvp(n)];
    }),
  );

/** Whether no earlier mistake is in the way of what the rules say of such a file. */
const isUndecided = ({ refused }: World): boolean => refused.every(({ state }) => state !== 'taken');
const isClear = ({ refused, bulk, ...world }: World, { whole }: Data): boolean =>
  isUndecided({ refused, bulk, ...world }) &&
  (whole !== 'tenfold' ||
    bulk.every((pzn) => pharmacyOf({ ...world, refused, bulk }, WHOLE.pharmacy).lists[WHOLE.group].items[pzn]));

/** Two files of a number of rows: with few prices and products the same content comes again by itself. */
const anyRows = fc.array(fc.record({ pzn: anyPzn, price: fc.constantFrom(333, 849, 849, 1_000) }), {
  minLength: 1,
  maxLength: 5,
});
const anyDeliverer: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Caller>('engine') },
  { weight: 3, arbitrary: fc.constantFrom<Caller>('sales', 'admin') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('owner', 'deputy', 'till', 'austrian', 'nobody') },
);

export function deliverPackage(pharmacies: number): fc.Arbitrary<Step> {
  const common = { pharmacy: anyPharmacy(pharmacies), group: anyGroup, rows: anyRows, name: fc.nat(1) };
  const delivered = fc.record({
    ...common,
    caller: anyDeliverer,
    kind: fc.constantFrom(...KINDS),
    reset: fc.option(fc.boolean()),
    byHand: fc.constant(false),
  });
  const uploaded = fc.record({
    ...common,
    caller: fc.constantFrom<Caller>('sales', 'admin', 'sales', 'admin', 'sales', 'owner'),
    kind: fc.constant<Kind>('LZD'),
    reset: fc.boolean(),
    byHand: fc.constant(true),
  });
  const whole = fc.record({
    ...common,
    pharmacy: fc.constant(WHOLE.pharmacy),
    group: fc.constant<Group>(WHOLE.group),
    caller: anyDeliverer,
    kind: fc.constantFrom(...KINDS),
    reset: fc.constant(false),
    byHand: fc.constant(false),
    whole: fc.constantFrom<Whole>('same', 'oneDearer', 'tenfold', 'tenfold'),
  });
  return fc
    .oneof({ weight: 4, arbitrary: delivered }, { weight: 1, arbitrary: uploaded }, { weight: 1, arbitrary: whole })
    .map((data) => new Deliver(data));
}

/** The last file once more, word for word; its name and rows are those of a step that the world remembers. */
class DeliverAgain implements Step {
  readonly pick: number;
  readonly index: number | undefined;
  constructor(pick: number, index?: number) {
    this.pick = pick;
    this.index = index;
  }
  private found(world: World) {
    if (this.index !== undefined) return world.packages[this.index];
    const delivered = world.packages.filter(({ delivery }) => !delivery.startsWith('upload'));
    return delivered[delivered.length - 1 - (this.pick % Math.max(1, delivered.length))];
  }
  applies = (world: World) => {
    const one = this.found(world);
    return one !== undefined && (!world.bulk.some((pzn) => pzn in one.rows) || isUndecided(world));
  };
  tied(world: World) {
    const one = this.found(world);
    return new DeliverAgain(this.pick, one && world.packages.indexOf(one));
  }
  private delivery(world: World): Delivery {
    const one = this.found(world);
    if (!one) throw new Error('nothing was delivered');
    const lines = one.delivery
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';') as [string, string, string]);
    const rows = Object.fromEntries(
      lines.map(([pzn, price]) => [pzn, Math.round(Number(price.replace(',', '.')) * 100)]),
    );
    return {
      kind: one.kind,
      product: lines[0]?.[2]?.startsWith('Artikel') ? lines[0][2] : null,
      pharmacy: one.pharmacy,
      group: one.group,
      rows,
      avps: avpsOf(world, rows),
      reset: one.kind === 'LZD' ? one.reset : null,
      file: one.delivery,
    };
  }
  describe(world: World) {
    const one = this.found(world);
    return `engine delivers ${one?.kind} #${one ? world.packages.indexOf(one) : ''} once more`;
  }
  request(world: World): Request {
    const { kind, pharmacy, group, file, reset } = this.delivery(world);
    const blank = file.indexOf(' ');
    return {
      as: { who: 'engine' },
      method: 'POST',
      path: `/api/intake/${kind.toLowerCase()}/${pharmacyOf(world, pharmacy).crmId}/${group}`,
      file: { name: `lieferung-${file.slice(0, blank)}.csv`, content: file.slice(blank + 1) },
      fields: reset === null ? {} : { resetChoice: reset ? '0' : '1' },
    };
  }
  rule(world: World): Outcome {
    return deliver(world, { who: 'engine' }, this.delivery(world));
  }
}
export const deliverAgain: fc.Arbitrary<Step> = fc.nat(5).map((pick) => new DeliverAgain(pick));
