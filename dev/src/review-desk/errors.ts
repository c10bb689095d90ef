import { readPackSize } from '@portal/rules';
import type { Random } from '../demo/random.ts';
import { charm, type DeskRow } from './market.ts';

/** Ten kinds of errors as they happen; each is put into rows that nobody chose. */
export const ERROR_KINDS = [
  'below AEP',
  'decimal slip up',
  'decimal slip down',
  'small change of a best seller',
  'above AVP',
  'above or below everybody around',
  'lost own price',
  'pack-size inversion',
  'two swapped prices',
  'odd ending',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Plants each kind once, where the price was right before. Returns its rows; all of them must be found, of a swap and an inversion one. */
export function plantErrors(random: Random, rows: DeskRow[]): Record<ErrorKind, readonly (readonly number[])[]> {
  const taken = new Set<number>();
  const take = (fits: (row: DeskRow, at: number) => boolean): number => {
    for (let tries = 0; tries < 1_000_000; tries++) {
      const at = random.int(1, rows.length - 2);
      const row = rows[at] as DeskRow;
      if (taken.has(at) || row.priceType !== 0 || !fits(row, at)) continue;
      for (const each of [at - 1, at, at + 1]) taken.add(each);
      return at;
    }
    throw new Error('no row fits this error');
  };
  const set = (at: number, cents: number) => {
    (rows[at] as DeskRow).calculatedPrice = charm(random, cents);
    return [[at]];
  };
  const at = (index: number) => rows[index] as DeskRow;
  const between = (low: number, high: number) => low + (high - low) * random.next();

  const below = take((row) => row.newAep !== null && row.listed >= row.newAep * 1.19);
  const up = take(() => true);
  const down = take((row) => row.listed > 300);
  const sellers = rows.map((row) => row.listed * (row.units ?? 0)).toSorted((a, b) => b - a);
  const best = take((row) => row.listed * (row.units ?? 0) >= (sellers[15] as number));
  const overAvp = take((row) => row.newAvp !== null && row.listed <= row.newAvp);
  const over = take((row) => row.umfeldMax !== null && row.listed <= row.umfeldMax);
  const under = take((row) => row.umfeldMin !== null && row.units !== 0 && row.listed >= row.umfeldMin);
  return {
    'below AEP': set(below, (at(below).newAep as number) * 1.19 * between(0.9, 0.97)),
    'decimal slip up': plantExactly(at(up), at(up).calculatedPrice * 10, up),
    'decimal slip down': plantExactly(at(down), Math.round(at(down).calculatedPrice / 10), down),
    'small change of a best seller': set(best, at(best).listed * (random.chance(0.5) ? 1.07 : 0.93)),
    'above AVP': set(overAvp, (at(overAvp).newAvp as number) * between(1.06, 1.15) + 5),
    'above or below everybody around': [
      ...set(over, (at(over).umfeldMax as number) * between(1.12, 1.3) + 5),
      ...set(under, (at(under).umfeldMin as number) * between(0.68, 0.82) - 5),
    ],
    'lost own price': loseOwnPrice(),
    'pack-size inversion': invert(),
    'two swapped prices': swap(),
    'odd ending': oddEnding(),
  };

  function loseOwnPrice() {
    const lost = take((row) => (row.units ?? 0) >= 3 && row.listed > 400);
    const row = at(lost);
    row.priceType = 2;
    row.ownPrice = charm(random, row.calculatedPrice * between(0.76, 0.86));
    return [[lost]];
  }

  function invert() {
    const each = (row: DeskRow) => row.calculatedPrice / (readPackSize(row.content)?.amount ?? Number.NaN);
    const large = take((row, index) => at(index - 1).name === row.name && at(index - 1).priceType !== 1);
    const size = readPackSize(at(large).content)?.amount as number;
    set(large, each(at(large - 1)) * size * between(1.08, 1.2));
    return [[large, large - 1]];
  }

  function swap() {
    const first = take((row, index) => {
      const next = at(index + 1);
      const ratio = row.listed / next.listed;
      return !taken.has(index + 1) && next.priceType === 0 && (ratio > 1.15 || ratio < 0.87) && next.name !== row.name;
    });
    const [a, b] = [at(first), at(first + 1)];
    [a.calculatedPrice, b.calculatedPrice] = [b.calculatedPrice, a.calculatedPrice];
    return [[first, first + 1]];
  }

  function oddEnding() {
    const odd = take(() => true);
    const price = Math.floor(at(odd).calculatedPrice / 10) * 10 + random.pick([1, 2, 3, 4, 6, 7]);
    return plantExactly(at(odd), price === at(odd).listed ? price - 10 : price, odd);
  }
}

function plantExactly(row: DeskRow, cents: number, index: number): number[][] {
  row.calculatedPrice = Math.max(1, Math.min(cents, 9_999_999));
  return [[index]];
}
