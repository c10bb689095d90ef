import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { copyOf, type Outcome, type Request, type Step } from '../outcome.ts';
import { describePerson, type Person } from '../people.ts';
import { acknowledge, compareInventory, heldPrices, tillPrices } from '../rules/till.ts';
import { pharmacyOf, type Till, type World } from '../state.ts';
import { anyPharmacy, type Caller, personFor } from './picks.ts';

type Price = { pzn: string; price: number | null };

/** A till asks for what has changed; afterwards it holds exactly the effective prices. */
class Pull implements Step {
  readonly data: { pharmacy: number; caller: Caller };
  constructor(data: { pharmacy: number; caller: Caller }) {
    this.data = data;
  }
  private person(world: World): Person {
    return personFor(world, this.data.caller, this.data.pharmacy);
  }
  applies = () => true;
  describe = (world: World) => `${describePerson(this.person(world))} pulls the prices of ${this.data.pharmacy}`;
  request(world: World): Request {
    const { cursor } = world.tills[this.data.pharmacy] ?? {};
    const path = `/api/till/v1/${pharmacyOf(world, this.data.pharmacy).crmId}/prices${cursor ? `?since=${cursor}` : ''}`;
    return { as: this.person(world), method: 'GET', path };
  }
  rule(world: World): Outcome {
    const { pharmacy } = this.data;
    const person = this.person(world);
    if (person.who !== 'till' || person.of !== pharmacy)
      return { status: person.who === 'nobody' ? 401 : 403, next: world };
    return {
      status: 200,
      body: { status: 'OK', more: false },
      next: copyOf(world),
      learn: ({ body }, learned) => {
        const till = learned.tills[pharmacy];
        if (!till) throw new Error('no till');
        till.cursor = String(body.cursor);
        till.pulled = { step: world.step, exchanges: pharmacyOf(world, pharmacy).exchanges };
        if (body.reload) Object.assign(till, { prices: {}, lacks: [] });
        for (const { pzn, price } of body.prices as Price[]) {
          till.sent.push(pzn);
          till.lacks = till.lacks.filter((one) => one !== pzn);
          if (price === null) delete till.prices[pzn];
          else till.prices[pzn] = Math.round(price * 100);
        }
      },
      verify(learned) {
        const sorted = (prices: Record<string, number>) => JSON.stringify(Object.entries(prices).sort());
        const [has, wanted] = [learned.tills[pharmacy]?.prices ?? {}, tillPrices(learned, pharmacy)].map(sorted);
        return has === wanted ? [] : [`the till of ${pharmacy} has ${has} instead of ${wanted}`];
      },
    };
  }
}

type Saying = { pharmacy: number; held: boolean; refuses: number[]; loses: number[] };

/** A till says what it has loaded, and at times that it refuses or holds something; saying the same again changes nothing. */
class Acknowledge implements Step {
  readonly saying: Saying;
  constructor(saying: Saying) {
    this.saying = saying;
  }
  private named = ({ pzns }: World, what: 'refuses' | 'loses') =>
    this.saying[what].map((at) => pzns[at % pzns.length] as string);
  applies = (world: World) => Boolean(world.tills[this.saying.pharmacy]?.cursor);
  describe = (world: World) =>
    `the till of ${this.saying.pharmacy} acknowledges${this.saying.held ? ', says what it holds' : ''}, refuses ${this.named(world, 'refuses').join(' ') || 'nothing'}`;
  request(world: World): Request {
    const { pharmacy, held } = this.saying;
    const path = `/api/till/v1/${pharmacyOf(world, pharmacy).crmId}/ack`;
    const { next } = this.rule(world);
    const till = next.tills[pharmacy] as Till;
    const refused = this.named(world, 'refuses').map((pzn) => ({ pzn, reason: 'gesperrt' }));
    const body = {
      cursor: till.cursor,
      ...(held ? { held: digestOf(heldPrices(till)) } : {}),
      ...(refused.length > 0 ? { refused } : {}),
    };
    return { as: { who: 'till', of: pharmacy }, method: 'POST', path, body };
  }
  rule(world: World): Outcome {
    const { pharmacy, held } = this.saying;
    const [refuses, loses] = [this.named(world, 'refuses'), this.named(world, 'loses')];
    return acknowledge(world, pharmacy, { held, refuses, loses });
  }
}

function digestOf(prices: Record<string, number>): { count: number; sha256: string } {
  const lines = Object.entries(prices).map(([pzn, cents]) => `${pzn};${cents}\n`);
  return { count: lines.length, sha256: createHash('sha256').update(lines.sort().join('')).digest('hex') };
}

/** A till sends what it holds. */
class SendInventory implements Step {
  readonly data: { pharmacy: number; atCursor: boolean };
  constructor(data: { pharmacy: number; atCursor: boolean }) {
    this.data = data;
  }
  applies = (world: World) => Boolean(world.tills[this.data.pharmacy]?.cursor);
  describe = () =>
    `the till of ${this.data.pharmacy} sends what it holds${this.data.atCursor ? ', with its cursor' : ''}`;
  request(world: World): Request {
    const { pharmacy, atCursor } = this.data;
    const till = world.tills[pharmacy] as Till;
    const path = `/api/till/v1/${pharmacyOf(world, pharmacy).crmId}/inventory${atCursor ? `?cursor=${till.cursor}` : ''}`;
    const prices = Object.entries(heldPrices(till)).map(([pzn, cents]) => ({ pzn, price: cents / 100 }));
    return { as: { who: 'till', of: pharmacy }, method: 'POST', path, body: { prices } };
  }
  rule(world: World): Outcome {
    return compareInventory(world, this.data.pharmacy, this.data);
  }
}

export const pull = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      pharmacy: anyPharmacy(pharmacies),
      caller: fc.constantFrom<Caller>(
        'till',
        'till',
        'till',
        'till',
        'till',
        'till',
        'owner',
        'engine',
        'sales',
        'nobody',
      ),
    })
    .map((data) => new Pull(data));
/** Mostly none. */
const fewRows = fc.oneof(
  { weight: 3, arbitrary: fc.constant<number[]>([]) },
  { weight: 1, arbitrary: fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 3 }) },
);
export const acknowledgePull = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      pharmacy: anyPharmacy(pharmacies),
      held: fc.boolean(),
      refuses: fewRows,
      loses: fewRows,
    })
    .map((saying) => new Acknowledge(saying));
export const sendInventory = (pharmacies: number): fc.Arbitrary<Step> =>
  fc.record({ pharmacy: anyPharmacy(pharmacies), atCursor: fc.boolean() }).map((data) => new SendInventory(data));
