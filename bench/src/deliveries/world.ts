import { createDataset } from '@portal/dev/demo/dataset.ts';
import type { DemoProduct } from '@portal/dev/demo/products.ts';
import { type Random, sampleIndexes } from '@portal/dev/demo/random.ts';
import type { Cents, PriceType } from '@portal/rules';

/** Net purchase price and gross market prices of an article, as a pricing engine knows them. */
export type Market = {
  avp: Cents;
  aep: Cents;
  vhp: Cents;
  umfeldMin: Cents;
  umfeldAvg: Cents;
  umfeldMax: Cents;
};
export type Article = Market & {
  readonly product: DemoProduct;
  readonly vat: 7 | 19;
  readonly units: number;
  /** Calculated; the list's. */
  price: Cents;
  type: PriceType;
  ownPrice: Cents | null;
  /** In force before the last change; null: it never changed. */
  priceBefore: Cents | null;
  /** Twelve months ago, or when it came. */
  first: Cents;
};

export type Pharmacy = {
  list: Map<string, Article>;
  /** Not listed. */
  unlisted: Article[];
  /** Articles that the product master shared by pharmacies knows. */
  readonly known: Set<string>;
  readonly vats: ReadonlyMap<string, 7 | 19>;
  /** Of its list of another product group. */
  readonly elsewhere: readonly DemoProduct[];
  readonly traits: Traits;
};
type Traits = {
  /** Its monthly updates hold the whole list, or changes alone. */
  readonly style: 'whole' | 'changes';
  /** Price to AVP. */
  readonly level: number;
  /** Share of the prices that a usual month moves. */
  readonly activity: number;
  /** 'TruePrice alt' is the price in force, else the calculated one. */
  readonly statesInForce: boolean;
  /** Share of articles with listed purchase prices that nobody pays. */
  readonly belowAep: number;
  readonly isSorted: boolean;
};

const { products } = createDataset(new Date(0), 'full');
/** Shared by pharmacies; which of it is known: `Pharmacy.known`. */
export const MASTER = new Map(
  Object.values(products).flatMap((group) => group.map((product) => [product.pzn, product])),
);
const SOLD = products.OTC.filter(({ avp }) => avp !== null);

export function createPharmacy(random: Random, given: Partial<Traits> & { readonly master?: 'empty' } = {}): Pharmacy {
  const traits: Traits = {
    style: random.chance(0.5) ? 'whole' : 'changes',
    level: 0.8 + 0.12 * random.next(),
    activity: 0.12 + 0.25 * random.next(),
    statesInForce: random.chance(0.5),
    belowAep: 0,
    isSorted: random.chance(0.5),
    ...given,
  };
  const size = random.int(500, 1100);
  const vatShare = 0.02 + 0.06 * random.next();
  const articles = sampleIndexes(random, SOLD.length, size + 1500).map((at) =>
    createArticle(random, SOLD[at] as DemoProduct, traits, random.chance(vatShare) ? 7 : 19),
  );
  const list = articles.slice(0, size);
  const elsewhere = sampleIndexes(random, products.FREIWAHL.length, 900).map(
    (at) => products.FREIWAHL[at] as DemoProduct,
  );
  const isKnown = (index: number) => given.master !== 'empty' && (index < size || random.chance(0.7));
  return {
    list: new Map(list.map((article) => [article.product.pzn, article])),
    unlisted: articles.slice(size),
    known: new Set(
      [...articles.filter((_, index) => isKnown(index)).map(({ product }) => product), ...elsewhere].map(
        ({ pzn }) => pzn,
      ),
    ),
    vats: new Map(articles.map(({ product, vat }) => [product.pzn, vat])),
    elsewhere,
    traits,
  };
}

function createArticle(random: Random, product: DemoProduct, traits: Traits, vat: 7 | 19): Article {
  const between = (from: number, to: number) => from + (to - from) * random.next();
  const avp = product.avp as Cents;
  const listed = product.aep ?? Math.round(avp * 0.55);
  const wanted = avp * (traits.level + between(-0.1, 0.1));
  const price = charm(Math.min(avp, Math.max(wanted, listed * (1 + vat / 100) * 1.03)), random);
  const umfeldAvg = charm(price * between(0.95, 1.07), random);
  const own = random.chance(0.05) ? 2 : random.chance(0.02) ? 3 : random.chance(0.02) ? 1 : 0;
  return {
    product,
    vat,
    avp,
    aep: random.chance(traits.belowAep) ? Math.round((price / (1 + vat / 100)) * between(1.02, 1.2)) : listed,
    vhp: charm(umfeldAvg * between(0.82, 0.98), random),
    umfeldMin: charm(umfeldAvg * between(0.78, 0.93), random),
    umfeldAvg,
    umfeldMax: charm(umfeldAvg * between(1.07, 1.35), random),
    units: Math.ceil(product.demand * between(0.5, 1.5)),
    price,
    type: own,
    ownPrice: own > 1 ? charm(price * between(0.9, 1.1), random) : null,
    priceBefore: random.chance(0.8) ? charm(price * between(0.95, 1.05), random) : null,
    first: price,
  };
}

/** Mostly ends in 9, 8, 5. */
export function charm(cents: number, random: Random): Cents {
  const ending = random.chance(0.6) ? 9 : random.pick([8, 5, 9, 0, 4]);
  return Math.floor(Math.max(30, Math.round(cents)) / 10) * 10 + ending;
}

/** In force; null: excluded. */
export function inForce({ type, price, ownPrice }: Article): Cents | null {
  return type === 1 ? null : type === 0 ? price : (ownPrice ?? price);
}
