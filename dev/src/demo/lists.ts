import {
  ASSUMED_VAT_PERCENT,
  effectivePrice,
  isBelowPurchasePrice,
  PRICE_TYPE,
  type PriceType,
  type ProductGroup,
} from '@portal/rules';
import { charmPrice, type DemoProduct } from './products.ts';
import { type Random, sampleIndexes } from './random.ts';

/** A price and its type as one moment shows them; money in cents. */
export interface DemoPriceState {
  priceType: PriceType;
  calculatedPrice: number;
  ownPrice: number | null;
}

/** A row of the table price_item with the states that led to it. Money in cents. */
export interface DemoItem extends DemoPriceState {
  product: DemoProduct;
  apoId: number;
  vhp: number | null;
  priceMin: number | null;
  priceAvg: number | null;
  priceMax: number | null;
  peCluster: number | null;
  vhCluster: number | null;
  units: number | null;
  /** Index of the change date at which price or type last changed; 0 is the first calculation */
  changedOn: number;
  /** The state before the last change; null when the first calculation was the only one */
  before: DemoPriceState | null;
}

/** Rows of one pharmacy and group, exclusions included, in random order, and the products of the pool left over. */
export function createList(
  random: Random,
  apoId: number,
  pool: readonly DemoProduct[],
  rows: number,
  dateCount: number,
): { items: DemoItem[]; unlisted: DemoProduct[] } {
  const order = sampleIndexes(random, pool.length, pool.length);
  const products = order.map((index) => pool[index] as DemoProduct);
  return {
    items: products.slice(0, rows).map((product) => createItem(random, apoId, product, dateCount)),
    unlisted: products.slice(rows),
  };
}

function createItem(random: Random, apoId: number, product: DemoProduct, dateCount: number): DemoItem {
  const market = createMarket(random, product);
  const state = createState(random, product, market.centre);
  // Half of the rows still stand as first calculated, the others changed lately rather than long ago.
  const changedOn = random.chance(0.5) ? 0 : Math.max(1, Math.floor(dateCount * random.next() ** 0.5));
  const { centre: _, ...shown } = market;
  return {
    product,
    apoId,
    ...state,
    ...shown,
    peCluster: random.chance(0.88) ? random.pick([0, 0, 1, 1, 2]) : null,
    vhCluster: random.chance(0.7) ? random.pick([0, 1, 1, 2]) : null,
    units: random.chance(0.82) ? Math.floor(product.demand * (0.4 + 1.2 * random.next())) : null,
    changedOn,
    before: changedOn === 0 ? null : earlierState(random, state),
  };
}

/** Reference prices of the neighbourhood and of mail order: min ≤ avg ≤ max, missing where no one sells the product. */
export function createMarket(random: Random, product: DemoProduct) {
  const centre = product.market * (0.95 + 0.1 * random.next());
  const observed = random.chance(0.93);
  return {
    centre,
    vhp: random.chance(0.66) ? Math.round(centre * (0.72 + 0.2 * random.next())) : null,
    priceMin: observed ? Math.floor(centre * (0.82 + 0.15 * random.next())) : null,
    priceAvg: observed ? Math.round(centre) : null,
    priceMax: observed ? Math.ceil(centre * (1.03 + 0.2 * random.next())) : null,
  };
}

/** About 92 % calculated, 3 % exclusions, 3 % own and 2 % permanent prices; only the last two hold an own price. */
function createState(random: Random, product: DemoProduct, centre: number): DemoPriceState {
  const calculatedPrice = priceNear(random, product, centre);
  const draw = random.next();
  if (draw < 0.92) return { priceType: PRICE_TYPE.calculated, calculatedPrice, ownPrice: null };
  if (draw < 0.95) return { priceType: PRICE_TYPE.exclusion, calculatedPrice, ownPrice: null };
  const ownPrice = priceNear(random, product, centre * (0.93 + 0.16 * random.next()));
  return { priceType: draw < 0.98 ? PRICE_TYPE.own : PRICE_TYPE.permanent, calculatedPrice, ownPrice };
}

/** A price with a usual ending that is not below cost. */
export function priceNear(random: Random, product: DemoProduct, cents: number): number {
  let price = charmPrice(cents * (0.95 + 0.1 * random.next()), random);
  while (product.aep !== null && isBelowPurchasePrice(price, product.aep, ASSUMED_VAT_PERCENT)) price += 100;
  return price;
}

/** A state that differs effectively from the one that followed it: another price or another type. */
export function earlierState(random: Random, later: DemoPriceState): DemoPriceState {
  const factor = random.chance(0.6) ? 0.9 + 0.08 * random.next() : 1.02 + 0.1 * random.next();
  const calculatedPrice = charmPrice(later.calculatedPrice * factor, random);
  const priceType =
    later.priceType === PRICE_TYPE.calculated && random.chance(0.1) ? PRICE_TYPE.own : PRICE_TYPE.calculated;
  const ownPrice = priceType === PRICE_TYPE.own ? charmPrice(calculatedPrice * 1.05, random) : null;
  const state: DemoPriceState = { priceType, calculatedPrice, ownPrice };
  const same = priceType === later.priceType && effectivePrice(state) === effectivePrice(later);
  return same ? { ...state, calculatedPrice: calculatedPrice + 50 } : state;
}

/** What list_version keeps of a list: exclusions are counted apart (rule 2.12). */
export function countList(items: readonly DemoItem[]) {
  const negativeCount = items.filter((item) => item.priceType === PRICE_TYPE.exclusion).length;
  return { itemCount: items.length - negativeCount, negativeCount };
}

/** Rows by group of a pharmacy that plays no part of its own; some groups are empty. */
export function ordinaryRows(random: Random, group: ProductGroup, small: boolean): number {
  if (random.chance(group === 'OTC' ? 0.04 : 0.14)) return 0;
  return small ? random.int(5, 40) : random.int(50, 600);
}
