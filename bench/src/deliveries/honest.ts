import { type Random, sampleIndexes } from '@portal/dev/demo/random.ts';
import type { Cents, UpdateKind } from '@portal/rules';
import { euros, type Table } from './delivery.ts';
import { type Article, type Pharmacy, usualEnding } from './market.ts';

/** What the pricing engine says of an article. */
type Said = {
  article: Article;
  price: Cents;
  avp: Cents;
  aep: Cents;
  base: Cents | null;
  umfeldMin: Cents;
  umfeldAvg: Cents;
  umfeldMax: Cents;
};
export type Honest = { readonly table: Table; readonly said: readonly Said[] };

export type Story = 'month' | 'producers' | 'law' | 'season' | 'recalculation' | 'repeat' | 'threePercent' | 'first';

export function createHonest(pharmacy: Pharmacy, story: Story): Honest {
  const { random } = pharmacy;
  const kind: UpdateKind =
    story === 'season' ? 'QDP' : story === 'month' || story === 'producers' || story === 'law' ? 'MDP' : 'LZD';
  const said = order(random, STORIES[story](pharmacy)).map((each) => drift(random, each));
  return { table: tableOf(kind, said, random), said };
}

/** The list after the delivery has been approved. */
export function approve(pharmacy: Pharmacy, { said }: Honest): void {
  const listed = new Set(pharmacy.list);
  for (const { article, price, avp, aep, umfeldMin, umfeldAvg, umfeldMax } of said) {
    if (article.price !== price) article.priceBefore = article.price;
    Object.assign(article, { price, avp, aep, umfeld: { min: umfeldMin, avg: umfeldAvg, max: umfeldMax } });
    article.ownPrice = pharmacy.random.chance(0.04) ? usualEnding(price * 1.04, pharmacy.random) : null;
    if (!listed.has(article)) pharmacy.list.push(article);
  }
  const now = new Set(pharmacy.list);
  pharmacy.unlisted = pharmacy.unlisted.filter((article) => !now.has(article));
}

const STORIES: Record<Story, (pharmacy: Pharmacy) => Said[]> = {
  month: (pharmacy) =>
    monthly(pharmacy, (article, random) => (random.chance(pharmacy.activity) ? moved(article, random) : same(article))),
  // A third of the articles rise by one percentage, the AVP with them.
  producers(pharmacy) {
    const rise = 1.02 + 0.1 * pharmacy.random.next();
    const start = pharmacy.random.int(0, 2);
    return monthly(pharmacy, (article, random) => {
      if (Number(article.pzn.slice(0, 7)) % 3 === start) return scaled(article, rise);
      return random.chance(pharmacy.activity) ? moved(article, random) : same(article);
    });
  },
  // 19 to 16 %, 7 to 5 %, or the full rate to the lower one.
  law(pharmacy) {
    const toLower = pharmacy.random.chance(0.3);
    return monthly(pharmacy, (article) =>
      scaled(article, article.vat === 7 ? 1.05 / 1.07 : toLower ? 1.07 / 1.19 : 1.16 / 1.19),
    );
  },
  season(pharmacy) {
    const { random } = pharmacy;
    const count = random.int(30, 200);
    const level = 0.97 + 0.06 * random.next();
    return pharmacy.unlisted
      .slice(0, count)
      .map((article) => ({ ...same(article), price: usualEnding(article.price * level, random), base: null }));
  },
  recalculation: (pharmacy) => whole(pharmacy, 0.85),
  // Nothing but the month's changes.
  repeat: (pharmacy) => whole(pharmacy, pharmacy.activity),
  threePercent: (pharmacy) =>
    pharmacy.list.map((article) => ({ ...same(article), price: Math.round(article.price * 1.03) })),
  first(pharmacy) {
    const all = pharmacy.list;
    pharmacy.list = [];
    return all.map((article) => ({ ...same(article), base: null }));
  },
};

function monthly(pharmacy: Pharmacy, of: (article: Article, random: Random) => Said): Said[] {
  const all = pharmacy.list.map((article) => of(article, pharmacy.random));
  const chosen = pharmacy.style === 'whole' ? all : all.filter(({ article, price }) => price !== article.price);
  return chosen.length === 0 ? all.slice(0, 1) : chosen;
}

function whole(pharmacy: Pharmacy, share: number): Said[] {
  const { list, random } = pharmacy;
  return [
    ...list.map((article) => (random.chance(share) ? moved(article, random) : same(article))),
    ...some(pharmacy, 0.03).map((article) => ({ ...same(article), base: null })),
  ];
}

const some = ({ unlisted, list }: Pharmacy, share: number) => unlisted.slice(0, Math.round(list.length * share));

function same(article: Article): Said {
  const { price, avp, aep, ownPrice, umfeld } = article;
  return {
    article,
    price,
    avp,
    aep,
    base: ownPrice ?? price,
    umfeldMin: umfeld.min,
    umfeldAvg: umfeld.avg,
    umfeldMax: umfeld.max,
  };
}

function moved(article: Article, random: Random): Said {
  return { ...same(article), price: usualEnding(article.price * (0.94 + 0.13 * random.next()), random) };
}

function scaled(article: Article, factor: number): Said {
  return { ...same(article), price: Math.round(article.price * factor), avp: Math.round(article.avp * factor) };
}

/** Markets move a little, and the engine does not know the last changes of the list. */
function drift(random: Random, each: Said): Said {
  const near = (cents: Cents) =>
    random.chance(0.3) ? Math.max(1, Math.round(cents * (0.97 + 0.06 * random.next()))) : cents;
  const umfeldAvg = near(each.umfeldAvg);
  return {
    ...each,
    aep: random.chance(0.1) ? near(each.aep) : each.aep,
    umfeldAvg,
    umfeldMin: Math.min(near(each.umfeldMin), umfeldAvg),
    umfeldMax: random.chance(0.02) ? umfeldAvg * 3 : Math.max(near(each.umfeldMax), umfeldAvg),
    base: each.base !== null && random.chance(0.004) ? each.base + random.int(5, 80) : each.base,
  };
}

function order<Value>(random: Random, values: readonly Value[]): Value[] {
  // Half of the engines sort by PZN.
  return random.chance(0.5)
    ? [...values]
    : sampleIndexes(random, values.length, values.length).map((at) => values[at] as Value);
}

function tableOf(kind: UpdateKind, said: readonly Said[], random: Random): Table {
  const isMonthly = kind === 'MDP';
  const headings = isMonthly
    ? ['PZN', 'Produkt', 'AVP alt', 'AVP neu', 'TruePrice alt', 'TruePrice neu', 'Umfeld Min', 'Umfeld Max', 'MwSt']
    : [
        'PZN',
        'Produkt',
        'AVP neu',
        'TruePrice alt',
        'TruePrice neu',
        'AEP',
        'VHP',
        'AVP Region',
        'Umfeld Min',
        'Umfeld Max',
        'Aktueller Preis',
        'MwSt',
      ];
  const rows = said.map((each) => {
    const { article, price, avp, base, aep, umfeldMin, umfeldAvg, umfeldMax } = each;
    const cells: Record<string, string> = {
      PZN: article.pzn,
      Produkt: article.name,
      'AVP alt': euros(article.avp),
      'AVP neu': euros(avp),
      'TruePrice alt': euros(base),
      'TruePrice neu': euros(price),
      AEP: random.chance(0.97) ? euros(aep) : '',
      VHP: euros(article.vhp),
      'AVP Region': random.chance(0.9) ? euros(umfeldAvg) : '',
      'Umfeld Min': random.chance(0.9) ? euros(umfeldMin) : '',
      'Umfeld Max': random.chance(0.9) ? euros(umfeldMax) : '',
      'Aktueller Preis': euros(base),
      MwSt: String(article.vat),
    };
    return headings.map((heading) => cells[heading] as string);
  });
  return { kind, headings, rows };
}
