import { type Random, sampleIndexes } from '@portal/dev/demo/random.ts';
import type { Cents, UpdateKind } from '@portal/rules';
import { euros, headingsOf, type Line, PRICE, type Table } from './table.ts';
import { type Article, charm, inForce, type Market, type Pharmacy } from './world.ts';

/** What the pricing engine says of an article. */
export type Said = Market & {
  readonly article: Article;
  price: Cents;
  /** Not sold yet: null. */
  base: Cents | null;
};

/** The article as the engine knew it last. */
export function same(article: Article, { traits }: Pharmacy): Said {
  const { avp, aep, vhp, umfeldMin, umfeldAvg, umfeldMax, price } = article;
  const base = traits.statesInForce ? (inForce(article) ?? price) : price;
  return { article, avp, aep, vhp, umfeldMin, umfeldAvg, umfeldMax, price, base };
}

export const asNew = (article: Article, pharmacy: Pharmacy): Said => ({ ...same(article, pharmacy), base: null });

/** A month of the market: some producers raise, surroundings drift, and a part of the prices is calculated anew. */
export function calculate(pharmacy: Pharmacy, random: Random, activity = pharmacy.traits.activity): Said[] {
  const raising = new Map<string, number>();
  const riseOf = (producer: string) => {
    if (!raising.has(producer)) raising.set(producer, random.chance(0.05) ? 1.02 + 0.05 * random.next() : 1);
    return raising.get(producer) as number;
  };
  return [...pharmacy.list.values()].map((article) => {
    const said = same(article, pharmacy);
    const rise = riseOf(article.product.producer);
    if (rise !== 1) Object.assign(said, { avp: charm(said.avp * rise, random), aep: Math.round(said.aep * rise) });
    drift(said, random);
    const isMoved = rise === 1 ? random.chance(activity) : random.chance(0.8);
    if (isMoved) said.price = moved(said, rise, random);
    if (said.base !== null && random.chance(0.003)) said.base += random.int(5, 60);
    return said;
  });
}

function moved({ article, price, aep, avp, umfeldAvg }: Said, rise: number, random: Random): Cents {
  const wanted = random.chance(0.02) ? umfeldAvg : price * rise * (0.94 + 0.13 * random.next());
  const gross = aep * (1 + article.vat / 100);
  const floor = gross < price ? gross * 1.02 : 0;
  const near = Math.max(umfeldAvg * 0.86, Math.min(wanted, umfeldAvg * 1.14));
  return charm(Math.min(Math.max(near, floor), price > avp ? Number.POSITIVE_INFINITY : avp), random);
}

function drift(said: Said, random: Random): void {
  if (!random.chance(0.3)) return;
  const factor = 0.98 + 0.045 * random.next();
  for (const name of ['umfeldMin', 'umfeldAvg', 'umfeldMax', 'vhp'] as const)
    said[name] = Math.round(said[name] * factor);
}

/** The list after staff or the clock approved; rows that changed. */
export function approve(pharmacy: Pharmacy, said: readonly Said[], random: Random): number {
  let changed = 0;
  for (const { article: told, base: _, ...now } of said) {
    const article = pharmacy.list.get(told.product.pzn) ?? told;
    const isListed = pharmacy.list.has(article.product.pzn);
    if (!isListed || article.price !== now.price || article.type === 2) changed++;
    if (article.price !== now.price) article.priceBefore = inForce(article);
    Object.assign(article, now);
    if (article.type === 2 || !isListed) Object.assign(article, { type: 0, ownPrice: null });
    if (random.chance(0.03)) Object.assign(article, { type: 2, ownPrice: charm(now.price * 1.04, random) });
    pharmacy.list.set(article.product.pzn, article);
    pharmacy.known.add(article.product.pzn);
  }
  pharmacy.unlisted = pharmacy.unlisted.filter(({ product }) => !pharmacy.list.has(product.pzn));
  return changed;
}

export function tableOf(kind: UpdateKind, pharmacy: Pharmacy, said: readonly Said[], random: Random): Table {
  const order = pharmacy.traits.isSorted
    ? said.toSorted((one, other) => (one.article.product.pzn < other.article.product.pzn ? -1 : 1))
    : sampleIndexes(random, said.length, said.length).map((at) => said[at] as Said);
  return { kind, headings: headingsOf(kind), lines: order.map((each) => lineOf(kind, each, random)) };
}

function lineOf(kind: UpdateKind, said: Said, random: Random): Line {
  const { article, price, base } = said;
  const { product, vat, units } = article;
  const often = (cents: Cents, share: number) => (random.chance(share) ? euros(cents) : '');
  const cells: Record<string, string> = {
    Prüfungsgrund: kind === 'LZD' && random.chance(0.05) ? 'Packungsgröße prüfen' : '',
    PZN: product.pzn,
    Produkt: product.name,
    Inhalt: product.content,
    Hersteller: product.producer,
    'AVP alt': euros(article.avp),
    'AVP neu': euros(said.avp),
    AVP: euros(said.avp),
    'TruePrice alt': euros(base),
    [PRICE]: euros(price),
    Preistyp: 'Berechneter TruePrice',
    Absatz: String(units),
    AEP: often(said.aep, 0.97),
    VHP: often(said.vhp, 0.9),
    'AVP Region': often(said.umfeldAvg, 0.95),
    'AVP National': often(said.umfeldAvg * 1.01, 0.95),
    'Aktueller Preis': base === null ? '' : euros(inForce(article)),
    'Umfeld Min': often(said.umfeldMin, 0.93),
    'Umfeld Max': often(said.umfeldMax, 0.93),
    MwSt: String(vat),
  };
  return { article, price, cells };
}
