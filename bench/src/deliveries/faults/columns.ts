import { euros, PRICE } from '../table.ts';
import {
  exchanged,
  type Fault,
  moved,
  next,
  OF_PRICES,
  OF_PRICES_AND_BASE,
  OF_REFERENCES,
  priced,
  times,
} from './fault.ts';

const WIDE = ['QDP', 'LZD'] as const;

/** The price is another figure of the row. */
export const COLUMNS: readonly Fault[] = [
  { name: 'isAvp', is: 'AVP as the price', right: OF_PRICES, spoil: priced(({ article }) => article.avp) },
  { name: 'isAep', is: 'AEP as the price', right: OF_PRICES, spoil: priced(({ article }) => article.aep) },
  {
    name: 'isAepGross',
    is: 'AEP with VAT as the price, no margin',
    right: OF_PRICES,
    kinds: WIDE,
    spoil: priced(({ article }) => article.aep * 1.19),
  },
  {
    name: 'isMargin',
    is: 'price less AEP',
    right: OF_PRICES,
    kinds: WIDE,
    spoil: priced(({ article, price }) => Math.abs(price - article.aep)),
  },
  {
    name: 'isUmfeldMin',
    is: 'lowest price around',
    right: OF_PRICES,
    spoil: priced(({ article }) => article.umfeldMin),
  },
  {
    name: 'isUmfeldMax',
    is: 'highest price around',
    right: OF_PRICES,
    spoil: priced(({ article }) => article.umfeldMax),
  },
  { name: 'flat', is: 'AVP less 15 % for all', right: OF_PRICES, spoil: priced(({ article }) => article.avp * 0.85) },
  {
    name: 'isUnits',
    is: 'packs sold as the price',
    right: OF_PRICES,
    kinds: WIDE,
    spoil: priced(({ article }) => article.units * 100),
  },
  {
    name: 'withAvp',
    is: 'price and AVP exchanged',
    right: OF_PRICES_AND_BASE,
    spoil: exchanged(PRICE, 'AVP neu', 'AVP'),
  },
  {
    name: 'withAep',
    is: 'price and AEP exchanged',
    right: OF_PRICES_AND_BASE,
    kinds: WIDE,
    spoil: exchanged(PRICE, 'AEP'),
  },
  {
    name: 'withBase',
    is: "'TruePrice alt' and 'neu' exchanged",
    right: OF_PRICES_AND_BASE,
    kinds: ['MDP'],
    spoil: exchanged(PRICE, 'TruePrice alt'),
  },
];

const AVP = ['AVP alt', 'AVP neu', 'AVP'];
const UMFELD = ['Umfeld Min', 'Umfeld Max', 'AVP Region'];

/** The price is right; what it is judged by is not. */
export const REFERENCES: readonly Fault[] = [
  { name: 'avpNext', is: 'AVP of the next article', right: OF_REFERENCES, spoil: moved(AVP, next) },
  { name: 'avpNet', is: 'AVP without VAT', right: OF_REFERENCES, spoil: times(1 / 1.19, AVP) },
  {
    name: 'avpExchanged',
    is: "'AVP alt' and 'neu' exchanged after a rise of all AVPs by 4 %",
    right: OF_REFERENCES,
    kinds: ['MDP'],
    spoil(lines) {
      for (const { article, cells } of lines)
        Object.assign(cells, { 'AVP alt': euros(article.avp * 1.04), 'AVP neu': euros(article.avp) });
    },
  },
  { name: 'aepGross', is: 'AEP with VAT', right: OF_REFERENCES, kinds: WIDE, spoil: times(1.19, ['AEP']) },
  { name: 'aepNext', is: 'AEP of the next article', right: OF_REFERENCES, kinds: ['QDP'], spoil: moved(['AEP'], next) },
  {
    name: 'umfeldExchanged',
    is: 'lowest and highest price around exchanged',
    right: OF_REFERENCES,
    spoil: exchanged('Umfeld Min', 'Umfeld Max'),
  },
  { name: 'umfeldNext', is: 'prices around of the next article', right: OF_REFERENCES, spoil: moved(UMFELD, next) },
  { name: 'umfeldTenfold', is: 'prices around × 10', right: OF_REFERENCES, spoil: times(10, UMFELD) },
  {
    name: 'vatExchanged',
    is: '7 for 19 % and 19 for 7 %',
    right: ['vat'],
    spoil(lines) {
      for (const { cells: each } of lines) each.MwSt = each.MwSt === '7' ? '19' : '7';
    },
  },
];
