import { createDataset } from '@portal/dev/demo/dataset.ts';
import type { DemoProduct } from '@portal/dev/demo/products.ts';
import { type Random, sampleIndexes } from '@portal/dev/demo/random.ts';
import type { Cents } from '@portal/rules';

/** An article on the list of the pharmacy, or one that it may get. */
export type Article = {
  readonly pzn: string;
  readonly name: string;
  readonly vat: 7 | 19;
  avp: Cents;
  aep: Cents;
  vhp: Cents;
  umfeld: { min: Cents; avg: Cents; max: Cents };
  /** Calculated; the list's. */
  price: Cents;
  /** An own price above it; null: none. */
  ownPrice: Cents | null;
  /** In force before the last change. */
  priceBefore: Cents;
};

export type Pharmacy = {
  readonly random: Random;
  list: Article[];
  /** Not listed. */
  unlisted: Article[];
  /** Its monthly updates hold the whole list, or changes alone. */
  readonly style: 'whole' | 'changes';
  /** Share of the prices that a usual month moves. */
  readonly activity: number;
};

const { products } = createDataset(new Date(0), 'full');
const ALL = Object.values(products).flat();

export function createPharmacy(random: Random, { vatShare = 0.03 } = {}): Pharmacy {
  const size = random.int(300, 2400);
  const level = 0.8 + 0.12 * random.next();
  const picked = sampleIndexes(random, ALL.length, size + 1600).map((at) => ALL[at] as DemoProduct);
  const articles = picked.map((product) => createArticle(random, product, { level, vatShare }));
  return {
    random,
    list: articles.slice(0, size),
    unlisted: articles.slice(size),
    style: random.chance(0.7) ? 'whole' : 'changes',
    activity: 0.1 + 0.3 * random.next(),
  };
}

function createArticle(
  random: Random,
  { pzn, name, avp: known }: DemoProduct,
  { level, vatShare }: { level: number; vatShare: number },
): Article {
  const avp = known ?? random.int(300, 4000);
  const price = usualEnding(avp * (level + 0.16 * (random.next() - 0.5)), random);
  const avg = usualEnding(price * (0.94 + 0.14 * random.next()), random);
  return {
    pzn,
    name,
    vat: random.chance(vatShare) ? 7 : 19,
    avp,
    aep: Math.max(1, Math.round((avp / 1.19) * (0.5 + 0.2 * random.next()))),
    vhp: usualEnding(avg * (0.9 + 0.12 * random.next()), random),
    umfeld: {
      min: usualEnding(avg * (0.75 + 0.15 * random.next()), random),
      avg,
      max: usualEnding(avg * (1.1 + 0.3 * random.next()), random),
    },
    price,
    ownPrice: random.chance(0.05) ? usualEnding(price * (0.9 + 0.2 * random.next()), random) : null,
    priceBefore: usualEnding(price * (0.95 + 0.1 * random.next()), random),
  };
}

/** Mostly 9, 8, 5. */
export function usualEnding(cents: number, random: Random): Cents {
  const rounded = Math.max(20, Math.round(cents));
  const ending = random.chance(0.6) ? 9 : random.pick([8, 5, 9, 0, 4]);
  return Math.floor(rounded / 10) * 10 + ending;
}
