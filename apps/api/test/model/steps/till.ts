import fc from 'fast-check';
import { copyOf, type Outcome, type Request, type Step } from '../outcome.ts';
import { describePerson, type Person } from '../people.ts';
import { acknowledge, tillPrices } from '../rules/till.ts';
import { pharmacyOf, type World } from '../state.ts';
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
        if (body.reload) till.prices = {};
        for (const { pzn, price } of body.prices as Price[]) {
          if (price === null) delete till.prices[pzn];
          else till.prices[pzn] = Math.round(price * 100);
        }
        const wanted = tillPrices(learned, pharmacy);
        const sorted = (prices: Record<string, number>) => JSON.stringify(Object.entries(prices).sort());
        if (sorted(till.prices) !== sorted(wanted)) {
          throw new Error(`the till of ${pharmacy} has ${sorted(till.prices)} instead of ${sorted(wanted)}`);
        }
      },
    };
  }
}

/** A till says what it has loaded; saying the same again changes nothing. */
class Acknowledge implements Step {
  readonly pharmacy: number;
  constructor(pharmacy: number) {
    this.pharmacy = pharmacy;
  }
  applies = (world: World) => Boolean(world.tills[this.pharmacy]?.cursor);
  describe = () => `the till of ${this.pharmacy} acknowledges`;
  request(world: World): Request {
    const path = `/api/till/v1/${pharmacyOf(world, this.pharmacy).crmId}/ack`;
    return {
      as: { who: 'till', of: this.pharmacy },
      method: 'POST',
      path,
      body: { cursor: world.tills[this.pharmacy]?.cursor },
    };
  }
  rule(world: World): Outcome {
    return acknowledge(world, this.pharmacy);
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
export const acknowledgePull = (pharmacies: number): fc.Arbitrary<Step> =>
  anyPharmacy(pharmacies).map((pharmacy) => new Acknowledge(pharmacy));
