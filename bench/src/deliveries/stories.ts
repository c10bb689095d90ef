import { calculate, same, type Said } from './engine.ts';
import { changesOf, first, quarter, recalculation, take, type World } from './past.ts';
import { charm, inForce } from './world.ts';

/** As the pharmacy's monthly updates are. */
function monthly({ pharmacy }: World, said: readonly Said[]): Said[] {
  return pharmacy.traits.style === 'whole' ? [...said] : changesOf(said);
}

export function opening(world: World): Said[] {
  return first(world, world.random.int(500, 1100));
}

export function january(world: World): Said[] {
  const { pharmacy, random } = world;
  const raised = new Map<string, number>();
  const factorOf = (name: string) => {
    if (!raised.has(name)) raised.set(name, random.chance(0.33) ? 1.03 + 0.03 * random.next() : 1);
    return raised.get(name) as number;
  };
  return monthly(
    world,
    calculate(pharmacy, random).map((each) => scaled(each, factorOf(each.article.product.producer), world)),
  );
}

/** AVP, AEP and what is around move alike. */
function scaled(each: Said, factor: number, { random }: World): Said {
  if (factor === 1) return each;
  const by = (cents: number) => Math.round(cents * factor);
  const { article, umfeldMin, umfeldAvg, umfeldMax, vhp } = each;
  const around = { umfeldMin: by(umfeldMin), umfeldAvg: by(umfeldAvg), umfeldMax: by(umfeldMax), vhp: by(vhp) };
  return {
    ...each,
    ...around,
    avp: by(article.avp),
    aep: by(article.aep),
    price: Math.min(charm(article.price * factor, random), Math.max(article.avp, article.price)),
  };
}

export function campaign(world: World): Said[] {
  const { pharmacy, random } = world;
  const said = calculate(pharmacy, random, 0.1);
  return monthly(
    world,
    said.map((each) => (random.chance(0.5) ? { ...each, price: Math.round(each.article.price * 0.9) } : each)),
  );
}

export async function campaignEnds(world: World): Promise<Said[]> {
  const before = new Map([...world.pharmacy.list].map(([pzn, { price }]) => [pzn, price]));
  await take(world, 'MDP', campaign(world));
  const { pharmacy, random } = world;
  return monthly(
    world,
    calculate(pharmacy, random, 0.1).map((each) => ({
      ...each,
      price: before.get(each.article.product.pzn) ?? each.price,
    })),
  );
}

/** In a file of changes hardly anything else moves. */
export function producer(world: World, factor: number): Said[] {
  const { pharmacy, random } = world;
  const count = random.int(12, 15);
  let at = 0;
  const said = calculate(pharmacy, random, 0.02).map((each) => {
    if (at++ >= count) return each;
    const by = (cents: number) => Math.round(cents * factor);
    return { ...scaled(each, factor, world), price: by(each.article.price), base: same(each.article, pharmacy).base };
  });
  return monthly(world, said);
}

export function vatLaw(world: World): Said[] {
  const { pharmacy } = world;
  const said = [...pharmacy.list.values()].map((article) => same(article, pharmacy));
  return said.map((each) => {
    const factor = each.article.vat === 7 ? 1.05 / 1.07 : 1.16 / 1.19;
    const by = (cents: number) => Math.round(cents * factor);
    return { ...each, price: by(each.article.price), avp: by(each.avp) };
  });
}

export function assortment(world: World): Said[] {
  const { list } = world.pharmacy;
  const kept = recalculation(world).filter(() => world.random.chance(0.6));
  return [...kept, ...quarter(world, Math.round(list.size * 0.4)).slice(Math.ceil(list.size * 0.03))];
}

export function rise(world: World, factor: number): Said[] {
  const { pharmacy, random } = world;
  return [...pharmacy.list.values()].map((article) => ({
    ...same(article, pharmacy),
    price: Math.min(charm(article.price * factor, random), Math.max(article.avp, article.price)),
  }));
}

/** The engine's former price is what it wrongly delivered, or the right one before it. */
export async function repair(world: World): Promise<Said[]> {
  const { pharmacy, random } = world;
  const right = calculate(pharmacy, random);
  const wrong = right.map((each) => ({ ...each, price: Math.round(each.price / (1 + each.article.vat / 100)) }));
  await take(world, 'MDP', wrong);
  const isTold = random.chance(0.5);
  return right.map((each) => ({ ...each, base: isTold ? inForce(each.article) : each.base }));
}
