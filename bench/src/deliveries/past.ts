import { createRandom, type Random } from '@portal/dev/demo/random.ts';
import type { UpdateKind } from '@portal/rules';
import { noPasts, type Pasts } from './arrival-columns.ts';
import { arrive, type Outcome, remember } from './arrive.ts';
import { approve, asNew, calculate, type Said, tableOf } from './engine.ts';
import { textOf } from './table.ts';
import { createPharmacy, type Pharmacy } from './world.ts';

/** A pharmacy with what it was delivered until today. */
export type World = { readonly pharmacy: Pharmacy; readonly pasts: Pasts; readonly random: Random };
export type Age = 'year' | 'new' | 'empty';
type Traits = Parameters<typeof createPharmacy>[1];

/**
 * `year`: a first calculation, twelve months, three quarters, three recalculations. `new`: the first calculation alone.
 * `empty`: nothing is listed yet.
 */
export async function createWorld(seed: number, age: Age, traits: Traits = {}): Promise<World> {
  const random = createRandom(seed);
  const pharmacy = createPharmacy(random, traits);
  const world = { pharmacy, pasts: noPasts(), random };
  const all = [...pharmacy.list.values()];
  const decisions = all.map(({ type, ownPrice }) => ({ type, ownPrice }));
  pharmacy.list = new Map();
  pharmacy.unlisted = [...all, ...pharmacy.unlisted];
  if (age === 'empty') return world;
  await take(world, 'LZD', first(world, all.length));
  for (const [at, article] of all.entries()) Object.assign(article, decisions[at]);
  for (let month = 1; age === 'year' && month <= 12; month++) {
    await take(world, 'MDP', ofMonth(world));
    if (month % 4 === 0) await take(world, 'LZD', recalculation(world));
    else if (month % 4 === 3) await take(world, 'QDP', quarter(world));
  }
  return world;
}

/** Delivers and approves. */
export async function take(
  { pharmacy, pasts, random }: World,
  kind: UpdateKind,
  said: readonly Said[],
): Promise<Outcome> {
  const content = Buffer.from(textOf(tableOf(kind, pharmacy, said, random)));
  const outcome = await arrive(pharmacy, kind, content, pasts[kind]);
  remember(pasts[kind], outcome, approve(pharmacy, said, random));
  return outcome;
}

export function ofMonth({ pharmacy, random }: World, activity?: number): Said[] {
  const said = calculate(pharmacy, random, activity);
  const changes = changesOf(said);
  return pharmacy.traits.style === 'whole' || changes.length === 0 ? said : changes;
}

export const changesOf = (said: readonly Said[]) => said.filter(({ article, price }) => price !== article.price);

/** New articles of a quarter. */
export function quarter({ pharmacy, random }: World, count = random.int(50, 250)): Said[] {
  return pharmacy.unlisted.slice(0, count).map((article) => asNew(article, pharmacy));
}

/** Most prices of the list, and some new articles. */
export function recalculation(world: World, activity = 0.8): Said[] {
  const { pharmacy, random } = world;
  return [...calculate(pharmacy, random, activity), ...quarter(world, Math.ceil(pharmacy.list.size * 0.03))];
}

export const first = ({ pharmacy }: World, count: number) =>
  pharmacy.unlisted.slice(0, count).map((article) => asNew(article, pharmacy));
