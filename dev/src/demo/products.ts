import { ASSUMED_VAT_PERCENT, netPrice, PRODUCT_GROUPS, type ProductGroup, pznCheckDigit } from '@portal/rules';
import type { DemoScale } from './constants.ts';
import {
  AIDS,
  BRAND_ENDS,
  BRAND_MIDDLES,
  BRAND_STARTS,
  FORM_CONTENTS,
  FREE_CHOICE,
  INGREDIENTS,
  PRODUCER_STEMS,
  PRODUCER_TAILS,
} from './product-words.ts';
import { createRandom, type Random } from './random.ts';

/** A product of the shared master with the market data its lists start from. Money in cents. */
export interface DemoProduct {
  pzn: string;
  group: ProductGroup;
  name: string;
  content: string;
  producer: string;
  brand: string | null;
  normSize: string | null;
  atc: string | null;
  avp: number | null;
  aep: number | null;
  /** Average price of the neighbourhood, centre of the pharmacies' own */
  market: number;
  /** Mean units sold in a pharmacy; few products sell much */
  demand: number;
}

const POOL: Record<DemoScale, Record<ProductGroup, number>> = {
  full: { OTC: 22_000, FREIWAHL: 9_000, HILFSMITTEL: 4_000 },
  small: { OTC: 900, FREIWAHL: 450, HILFSMITTEL: 300 },
};
/** Median AVP in cents; the spread is that of a log-normal distribution. */
const MEDIAN_PRICE: Record<ProductGroup, number> = { OTC: 980, FREIWAHL: 1_190, HILFSMITTEL: 1_650 };

/** Who makes what: a maker of dressings sells no tablets. */
const MAKERS: Record<ProductGroup, RegExp> = {
  OTC: /arznei|pharma|natur|laboratorien/i,
  FREIWAHL: /kosmetik|natur|gesundheit|laboratorien/i,
  HILFSMITTEL: /medical|verband|gesundheit/i,
};

/** The product master, every group apart; the same for the same scale. */
export function createProducts(scale: DemoScale): Record<ProductGroup, DemoProduct[]> {
  const random = createRandom(0x5eed_0001);
  const pzns = new Set<string>();
  const producers = createProducers(random);
  const brands = createBrands(random);
  const products: Record<ProductGroup, DemoProduct[]> = { OTC: [], FREIWAHL: [], HILFSMITTEL: [] };
  for (const group of PRODUCT_GROUPS) {
    const list = products[group];
    const makers = producers.filter((name) => MAKERS[group].test(name));
    while (list.length < POOL[scale][group])
      list.push(...createFamily(random, group, list.length, makers, brands, pzns));
    list.length = POOL[scale][group];
  }
  return products;
}

/** One article in its one to three package sizes: same name, rising price. */
function createFamily(
  random: Random,
  group: ProductGroup,
  index: number,
  makers: readonly string[],
  brands: readonly string[],
  pzns: Set<string>,
): DemoProduct[] {
  const brand = random.chance(0.67) ? random.pick(brands) : null;
  const article = describeArticle(random, group, brand);
  const producer = random.pick(makers);
  const name = unusualName(article.name, index);
  const unit = Math.max(120, MEDIAN_PRICE[group] * Math.exp(0.65 * gaussian(random)) * 0.75);
  const hasAvp =
    group === 'OTC' ? random.chance(0.99) : group === 'FREIWAHL' ? random.chance(0.91) : random.chance(0.96);
  const sizes = article.contents.slice(0, random.int(1, 3));
  return sizes.map((content, size) => {
    const avp = charmPrice(unit * 1.55 ** size, random);
    // the AVP is gross, the AEP net
    const aep = netPrice(Math.round(avp * (0.52 + 0.24 * random.next())), ASSUMED_VAT_PERCENT);
    return {
      pzn: issuePzn(random, pzns),
      group,
      name,
      content,
      producer,
      brand,
      normSize: group === 'OTC' && random.chance(0.85) ? `N${Math.min(size + 1, 3)}` : null,
      atc: article.atc && random.chance(0.94) ? article.atc : null,
      avp: hasAvp ? avp : null,
      aep: random.chance(0.985) ? aep : null,
      market: Math.max(aep * 1.19 * 1.08, avp * (0.78 + 0.2 * random.next())),
      // Zipf's law with a ragged tail: rank in the pool decides, every tenth article hardly sells at all.
      demand: random.chance(0.1) ? 0.1 : 900 / (3 + random.next() ** 2 * 1_200),
    };
  });
}

function describeArticle(random: Random, group: ProductGroup, brand: string | null) {
  if (group === 'OTC') {
    const ingredient = random.pick(INGREDIENTS);
    const form = random.pick(ingredient.forms);
    const parts = [brand?.toUpperCase(), ingredient.name, random.pick(ingredient.strengths), form];
    const contents = FORM_CONTENTS.find(([pattern]) => pattern.test(form))?.[1] ?? [];
    return { name: parts.filter(Boolean).join(' '), atc: ingredient.atc, contents };
  }
  const [article, contents] = random.pick(group === 'FREIWAHL' ? FREE_CHOICE : AIDS);
  const atc = group === 'FREIWAHL' && random.chance(0.03) ? 'A11GA01' : null;
  return { name: brand ? `${brand} ${article}` : article, atc, contents: contents.split('|') };
}

/** Names as real masters have them now and then: quotes, separators, signs, great length. */
function unusualName(name: string, index: number): string {
  if (index % 211 === 5) return `${name} "Sensitiv"`;
  if (index % 307 === 7) return `${name}; Vorteilspackung`;
  // In the middle: at the front they would be the first rows that a newcomer sees.
  if (index % 401 === 9) return name.replace(' ', ' + ');
  if (index % 401 === 19) return name.replace(' ', ' = ');
  if (index % 191 === 11)
    return `${name} für Erwachsene und Jugendliche ab 12 Jahren, zuckerfrei, mit natürlichem Süßungsmittel und Messlöffel`;
  return name;
}

function createProducers(random: Random): string[] {
  const all = PRODUCER_STEMS.flatMap((stem) => PRODUCER_TAILS.map((tail) => `${stem} ${tail}`));
  return all.filter(() => random.chance(0.79)).map((name) => (random.chance(0.3) ? name.toUpperCase() : name));
}

function createBrands(random: Random): string[] {
  const all = BRAND_STARTS.flatMap((start) =>
    BRAND_MIDDLES.flatMap((middle) => BRAND_ENDS.map((end) => `${start}${middle}${end}`)),
  );
  return all.filter(() => random.chance(1 / 3));
}

/** A PZN that no demo product has yet (rule 3.8). */
function issuePzn(random: Random, issued: Set<string>): string {
  for (;;) {
    const digits = String(random.int(20_000, 1_899_999)).padStart(7, '0');
    const checkDigit = pznCheckDigit(digits);
    const pzn = `${digits}${checkDigit}`;
    if (checkDigit === undefined || issued.has(pzn)) continue;
    issued.add(pzn);
    return pzn;
  }
}

const ENDINGS = [99, 95, 49, 90, 98, 79, 29, 50];
const ENDING_WEIGHTS = [0.34, 0.56, 0.72, 0.82, 0.89, 0.94, 0.97, 1];

/** The price in whole cents with an ending as pharmacies use them, at least 0,49 €. */
export function charmPrice(cents: number, random: Random): number {
  const draw = random.next();
  const ending = ENDINGS[ENDING_WEIGHTS.findIndex((weight) => draw <= weight)] ?? 99;
  return Math.max(49, Math.round((cents - ending) / 100) * 100 + ending);
}

/** Normally distributed, mean 0 and deviation about 1. */
function gaussian(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * Math.sqrt(3);
}
