import { euros, MONEY, PRICE } from '../table.ts';
import { type Fault, moved, NAMES, next, OF_PRICES, OF_ROWS } from './fault.ts';

const IN_BLOCKS = (at: number) => at - (at % 5);

/** Figures stand beside the PZN of another article. */
export const ORDER: readonly Fault[] = [
  { name: 'priceNext', is: 'price of the next article', right: OF_PRICES, isBlock: true, spoil: moved([PRICE], next) },
  {
    name: 'moneyNext',
    is: 'every amount of the next article',
    right: OF_ROWS,
    isBlock: true,
    spoil: moved(MONEY, next),
  },
  {
    name: 'pznNext',
    is: 'all but the PZN of the next article',
    right: OF_ROWS,
    isBlock: true,
    spoil: moved([...MONEY, ...NAMES, 'MwSt', 'Absatz', 'Preistyp'], next),
  },
  {
    name: 'sorted',
    is: 'price column sorted alone',
    right: OF_PRICES,
    spoil(lines) {
      const sorted = lines.map(({ price }) => price).toSorted((one, other) => one - other);
      for (const [at, { cells }] of lines.entries()) cells[PRICE] = euros(sorted[at] as number);
    },
  },
  {
    name: 'reversed',
    is: 'price column sorted the other way',
    right: OF_PRICES,
    kinds: ['MDP'],
    spoil: moved([PRICE], (at, count) => count - 1 - at),
  },
  {
    name: 'shuffled',
    is: 'joined in another order',
    right: OF_PRICES,
    spoil: moved([PRICE], (at, count) => (at * 7919 + 13) % count),
  },
  {
    name: 'filledDown',
    is: 'each fifth price filled down',
    right: OF_PRICES,
    isBlock: true,
    spoil: moved([PRICE], IN_BLOCKS),
  },
  {
    name: 'lookup',
    is: 'price of the nearest lower PZN',
    right: OF_PRICES,
    spoil(lines) {
      const byPzn = lines.toSorted((one, other) => (one.cells.PZN ?? '').localeCompare(other.cells.PZN ?? ''));
      moved([PRICE], (at, count) => at + count - 1)(byPzn, {} as never);
    },
  },
  {
    name: 'hiddenRows',
    is: 'pasted past hidden rows: further off every ten rows',
    right: OF_PRICES,
    isBlock: true,
    kinds: ['MDP', 'QDP'],
    spoil: moved([PRICE], (at) => at + 1 + Math.floor(at / 10)),
  },
];
