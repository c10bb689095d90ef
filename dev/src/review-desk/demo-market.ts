import { createList } from '../demo/lists.ts';
import { createProducts } from '../demo/products.ts';
import type { Random } from '../demo/random.ts';
import { charm, DESK_NOW, type DeskRow } from './market.ts';

const DAY = 86_400;

/**
 * The list of a demo pharmacy, made for other purposes by another generator, and an honest update of it: 30 % of the rows by
 * a few per cent. Its packs, endings and AVP are rougher than life, so it tells what the rules do in a strange market.
 */
export function createDemoUpdate(random: Random, rows: number): DeskRow[] {
  const { items } = createList(random, 1, createProducts('full').OTC, rows, 10);
  items.sort((a, b) => (a.product.pzn < b.product.pzn ? -1 : 1));
  return items.map(({ product, ...item }) => {
    const { pzn, name, producer, content, atc, aep, avp } = product;
    const raised = random.chance(0.1) ? 1 + 0.03 * random.next() : 1;
    const step = 1.004 + 0.06 * (random.next() + random.next() - 1);
    return {
      pzn,
      name,
      producer,
      content,
      atc,
      aep,
      avp,
      listed: item.calculatedPrice,
      priceType: item.priceType,
      ownPrice: item.ownPrice,
      ownPriceSince: DESK_NOW - Math.floor(1000 * DAY * random.next()),
      umfeldMin: item.priceMin,
      umfeldAvg: item.priceAvg,
      umfeldMax: item.priceMax,
      units: item.units,
      calculatedPrice: random.chance(0.3) ? charm(random, item.calculatedPrice * step) : item.calculatedPrice,
      newAep: aep && Math.round(aep * raised),
      newAvp: avp && Math.round(avp * raised),
      newUmfeldAvg: item.priceAvg,
    };
  });
}
