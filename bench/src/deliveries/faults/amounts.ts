import { centsOf, euros, type Line, MONEY, PRICE } from '../table.ts';
import { charm } from '../world.ts';
import { cells, type Fault, OF_PRICES, OF_PRICES_AND_BASE, priced, times } from './fault.ts';

const OF_ALL_MONEY = [...OF_PRICES_AND_BASE, 'umfeld'] as const;
const BASE = [PRICE, 'TruePrice alt', 'Aktueller Preis'];
const LISTED = ['MDP', 'LZD'] as const;
const net = (cents: number, { article }: Line) => cents / (1 + article.vat / 100);

/** The number stands for the right article, in the wrong unit, tax, currency or size. */
export const AMOUNTS: readonly Fault[] = [
  { name: 'net', is: 'price without VAT', right: OF_PRICES, spoil: cells([PRICE], net) },
  { name: 'vatTwice', is: 'VAT added to a gross price', right: OF_PRICES, spoil: times(1.19) },
  { name: 'reducedRemoved', is: 'price less the reduced rate', right: OF_PRICES, spoil: times(1 / 1.07) },
  { name: 'reducedForFull', is: 'net price with the reduced rate', right: OF_PRICES, spoil: times(1.07 / 1.19) },
  {
    name: 'netCharmed',
    is: 'price without VAT, rounded to usual endings',
    right: OF_PRICES,
    spoil: cells([PRICE], (cents, line, random) => charm(net(cents, line), random)),
  },
  { name: 'tenfold', is: 'decimal point one to the right', right: OF_PRICES, spoil: times(10) },
  { name: 'hundredfold', is: 'cents for euros', right: OF_PRICES, spoil: times(100) },
  { name: 'tenth', is: 'decimal point one to the left', right: OF_PRICES, spoil: times(0.1) },
  { name: 'hundredth', is: 'divided by 100 once too often', right: OF_PRICES, spoil: times(0.01) },
  { name: 'allTenfold', is: 'every amount of the row × 10', right: OF_ALL_MONEY, spoil: times(10, MONEY) },
  { name: 'allHundredfold', is: 'every amount of the row in cents', right: OF_ALL_MONEY, spoil: times(100, MONEY) },
  { name: 'allNet', is: 'every gross amount of the row without VAT', right: OF_ALL_MONEY, spoil: cells(MONEY, net) },
  {
    name: 'pricesNet',
    is: 'new and former prices without VAT',
    right: OF_PRICES_AND_BASE,
    kinds: LISTED,
    needs: 'list',
    spoil: cells(BASE, net),
  },
  { name: 'zloty', is: 'price in another currency', right: OF_PRICES, spoil: times(4.3) },
  { name: 'markupTwice', is: 'mark-up of a quarter applied again', right: OF_PRICES, spoil: times(1.25) },
  { name: 'discountTwice', is: 'discount of a quarter applied again', right: OF_PRICES, spoil: times(0.75) },
  { name: 'delivery', is: 'fee of 2,50 € added', right: OF_PRICES, spoil: cells([PRICE], (cents) => cents + 250) },
  {
    name: 'perPiece',
    is: 'price of one piece, gram or millilitre',
    right: OF_PRICES,
    spoil: priced(({ article, price }) => price / Math.max(2, Number.parseInt(article.product.content, 10) || 10)),
  },
  { name: 'doublePack', is: 'price of a double pack', right: OF_PRICES, spoil: times(2) },
  { name: 'equal', is: 'one price filled down', right: OF_PRICES, spoil: priced(() => 1299) },
  { name: 'placeholder', is: "999,99 for 'not calculated'", right: OF_PRICES, spoil: priced(() => 99_999) },
  {
    name: 'noise',
    is: 'prices by chance, half to one and a half of the right one',
    right: OF_PRICES,
    spoil: cells([PRICE], (cents, _, random) => charm(cents * (0.5 + random.next()), random)),
  },
  {
    name: 'wholeEuros',
    is: 'cents cut off',
    right: OF_PRICES,
    spoil: cells([PRICE], (cents) => Math.max(100, Math.floor(cents / 100) * 100)),
  },
  {
    name: 'firstDigit',
    is: 'first digit cut off by a narrow column',
    right: OF_PRICES,
    spoil: cells([PRICE], (cents) => cents % 10 ** Math.floor(Math.log10(cents))),
  },
  {
    name: 'digits',
    is: 'first two digits exchanged',
    right: OF_PRICES,
    spoil: cells([PRICE], (cents) => Number(String(cents).replace(/^(\d)(\d)/, '$2$1'))),
  },
  {
    name: 'lastYear',
    is: 'prices, former prices and AVP of a year ago',
    right: OF_PRICES_AND_BASE,
    kinds: LISTED,
    needs: 'year',
    spoil: cells(BASE, (_, { article }) => article.first),
  },
  {
    name: 'otherPharmacy',
    is: "another pharmacy's prices, dearer by 0 to 16 %, with its former prices",
    right: OF_PRICES_AND_BASE,
    spoil(lines, { random }) {
      for (const { cells: each } of lines) {
        const factor = 1 + 0.16 * random.next();
        for (const name of BASE) if (each[name]) each[name] = euros(centsOf(each[name]) * factor);
      }
    },
  },
];
