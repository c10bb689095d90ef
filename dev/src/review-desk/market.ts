import { readPackSize } from '@portal/rules';
import type { Random } from '../demo/random.ts';

/** A product in one pharmacy: what its list and its surroundings say. Money in cents, null where unknown. */
export type DeskRow = {
  pzn: string;
  name: string;
  producer: string;
  content: string;
  atc: string | null;
  /** calculated price before the update */
  listed: number;
  priceType: 0 | 1 | 2 | 3;
  ownPrice: number | null;
  ownPriceSince: number;
  aep: number | null;
  avp: number | null;
  umfeldMin: number | null;
  umfeldAvg: number | null;
  umfeldMax: number | null;
  units: number | null;
  /** of the update */
  calculatedPrice: number;
  newAep: number | null;
  newAvp: number | null;
  newUmfeldAvg: number | null;
};

const FORMS = [
  ['Filmtabletten', '10 St|20 St|50 St|100 St'],
  ['Kapseln', '20 St|60 St|120 St'],
  ['Tropfen', '20 ml|50 ml|100 ml'],
  ['Saft', '100 ml|2X100 ml|250 ml'],
  ['Creme', '15 g|30 g|100 g'],
  ['Tee', '15X1.8 g|30X1.8 g'],
  ['Verband', '1 St|5 St|10X2 St'],
] as const;
const SUBSTANCES = 'Ibuprofen Paracetamol Loratadin Zink Macrogol Thymian Urea Magnesium Baldrian Panthenol'.split(' ');
const MAKERS = 'Aurelia Birkmann Cosmal Dorath Elbstern Fenn Grunau Holst Ivena Jansen Kell Lohse Marten Norda'.split(
  ' ',
);

/** NOW of the desk: 2026-11-22, in seconds since 1970. */
export const DESK_NOW = 1_795_305_600;
const YEAR = 365 * 86_400;

/**
 * A list and an honest monthly update: prices log-normal, margins by elasticity, endings as pharmacies use them, sales by
 * Zipf's law, packs that get cheaper each with their size; 30 % of the rows change by a few per cent.
 */
export function createHonestUpdate(random: Random, rows: number): DeskRow[] {
  const made: DeskRow[] = [];
  while (made.length < rows) made.push(...createFamily(random, made.length));
  made.length = rows;
  return made;
}

function createFamily(random: Random, first: number): DeskRow[] {
  const [form, contents] = random.pick(FORMS);
  const maker = random.pick(MAKERS);
  const brand = `${random.pick(MAKERS).slice(0, 4)}${random.pick(['ol', 'in', 'an', 'ex'])}${random.int(1, 400)}`;
  const name = `${brand} ${random.pick(SUBSTANCES)} ${random.pick(['', '200 mg ', '400 mg ', '5 % '])}${form}`;
  const atc = random.chance(0.8) ? `M0${random.int(1, 9)}AE${random.int(10, 99)}` : null;
  // twice the amount costs 1.4 to 1.8 times as much
  const discount = 0.5 + 0.35 * random.next();
  const base = 760 * Math.exp(0.65 * gaussian(random));
  const elasticity = random.pick([0, 0, 1, 1, 2] as const);
  const sizes = contents.split('|').slice(0, random.int(1, 3));
  const amounts = sizes.map((content) => readPackSize(content)?.amount as number);
  return sizes.map((content, size) => {
    const times = (amounts[size] as number) / (amounts[0] as number);
    const avp = Math.max(150, Math.round(base * times ** discount));
    const pzn = String(1_000_000 + (first + size) * 7).padStart(8, '0');
    return { pzn, name, producer: `${maker} Pharma`, content, atc, ...priceRow(random, avp, elasticity) };
  });
}

/** By elasticity 0 to 2: the share of the AVP that the price is. */
const PRICE_OF_AVP = [0.985, 0.92, 0.84] as const;

function priceRow(random: Random, avp: number, elasticity: 0 | 1 | 2) {
  const aep = Math.round((avp / 1.19) * (0.5 + 0.22 * random.next()));
  const least = aep * 1.19 * 1.04;
  // few products are sold above their AVP on purpose; for all others it is the engine's upper limit
  const most = random.chance(0.03) ? avp * 1.15 : avp;
  const price = (cents: number) => charm(random, Math.max(least, Math.min(cents, most - 5)));
  const listed = price(avp * PRICE_OF_AVP[elasticity] * around(random, 0.05) * (most > avp ? 1.1 : 1));
  const average = listed * around(random, 0.06);
  const known = random.next();
  const draw = random.next();
  const priceType = draw < 0.92 ? 0 : draw < 0.95 ? 1 : draw < 0.98 ? 2 : 3;
  const ownPrice = priceType < 2 ? null : charm(random, Math.max(least, listed * around(random, 0.045)));
  const changes = random.chance(0.3);
  const step = changes ? Math.round(listed * (1.004 + 0.03 * gaussian(random))) : listed;
  const referencesMove = random.chance(0.1);
  const moved = 1 + 0.04 * random.next();
  const hasAvp = random.chance(0.92);
  const hasAep = random.chance(0.94);
  return {
    listed,
    priceType: priceType as 0 | 1 | 2 | 3,
    ownPrice,
    ownPriceSince: DESK_NOW - Math.floor(3 * YEAR * random.next()),
    aep: hasAep ? aep : null,
    avp: hasAvp ? avp : null,
    umfeldMin: known < 0.75 ? Math.floor(average * (0.8 + 0.17 * random.next())) : null,
    umfeldAvg: known < 0.9 ? Math.round(average) : null,
    umfeldMax: known < 0.75 ? Math.ceil(average * (1.03 + 0.22 * random.next())) : null,
    units: random.chance(0.15) ? null : Math.floor(700 / (1 + random.next() * 700) + random.next() - 0.4),
    calculatedPrice: changes ? price(step) : listed,
    newAep: hasAep ? (referencesMove ? Math.round(aep * Math.min(moved, 1.03)) : aep) : null,
    newAvp: hasAvp ? (referencesMove ? Math.round(avp * moved) : avp) : null,
    newUmfeldAvg: known < 0.9 ? Math.round(average * around(random, 0.015)) : null,
  };
}

/** Endings of pharmacies: nine, five, some round; one price in a hundred ends as nobody else's. */
export function charm(random: Random, cents: number): number {
  const draw = random.next();
  const digit = draw < 0.6 ? 9 : draw < 0.9 ? 5 : draw < 0.96 ? 0 : draw < 0.99 ? 8 : random.int(0, 9);
  return Math.max(49, Math.round((cents - digit) / 10) * 10 + digit);
}

function around(random: Random, deviation: number): number {
  return 1 + deviation * gaussian(random);
}

/** Mean 0, deviation about 1. */
function gaussian(random: Random): number {
  return (random.next() + random.next() + random.next() + random.next() - 2) * Math.sqrt(3);
}
