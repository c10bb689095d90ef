import type { Random } from '@portal/dev/demo/random.ts';
import { euros, mapCells, multiply, rotate, type Table, textOf } from './delivery.ts';
import type { Story } from './honest.ts';

export type Fault = {
  /** With its degree. */
  readonly name: string;
  /** By turns. */
  readonly stories: readonly Story[];
  /** Every seed has to be red; else red or yellow. */
  readonly isRed?: boolean;
  /** Share of articles at 7 %. */
  readonly vatShare?: number;
  /** Changes the table, or answers bytes that cannot be a table. */
  readonly plant: (table: Table, random: Random) => Buffer | undefined;
};

const PRICE = ['TruePrice neu'];
const UMFELD = ['AVP Region', 'Umfeld Min', 'Umfeld Max'];
const LISTS: readonly Story[] = ['month', 'repeat'];
const LZD: readonly Story[] = ['recalculation', 'repeat'];
const MDP: readonly Story[] = ['month'];
const QDP: readonly Story[] = ['season'];
const MOVED: readonly Story[] = ['recalculation'];

const inTable = (change: (table: Table, random: Random) => void) => (table: Table, random: Random) => {
  change(table, random);
  return undefined;
};
const times = (columns: readonly string[], factor: number) => inTable((table) => multiply(table, columns, factor));
const swap = (...columns: string[]) => inTable((table) => rotate(table, columns));

export const FAULTS: readonly Fault[] = [
  { name: 'all prices ÷ 1.19', stories: LISTS, isRed: true, plant: times(PRICE, 1 / 1.19) },
  { name: 'all prices × 1.19', stories: LISTS, isRed: true, plant: times(PRICE, 1.19) },
  { name: 'all prices ÷ 1.07', stories: LISTS, isRed: true, plant: times(PRICE, 1 / 1.07) },
  { name: 'all prices × 10', stories: LISTS, isRed: true, plant: times(PRICE, 10) },
  { name: 'all prices ÷ 10', stories: LISTS, isRed: true, plant: times(PRICE, 0.1) },
  { name: 'all prices × 100', stories: LISTS, isRed: true, plant: times(PRICE, 100) },
  { name: 'all prices ÷ 100', stories: LISTS, isRed: true, plant: times(PRICE, 0.01) },
  {
    name: 'without VAT of both rates, 35 % at 7 %',
    stories: LISTS,
    isRed: true,
    vatShare: 0.35,
    plant: inTable((table) => {
      const vat = table.headings.indexOf('MwSt');
      multiply(table, PRICE, (row) => 100 / (100 + Number(table.rows[row]?.[vat])));
    }),
  },
  { name: '÷ 1.19 after 85 % of the prices had moved', stories: MOVED, plant: times(PRICE, 1 / 1.19) },
  { name: 'new articles without VAT', stories: QDP, plant: times(PRICE, 1 / 1.19) },
  { name: 'new articles × 10', stories: QDP, plant: times(PRICE, 10) },
  { name: 'AEP and price swapped', stories: LZD, isRed: true, plant: swap('AEP', 'TruePrice neu') },
  { name: 'AVP and price swapped', stories: LISTS, isRed: true, plant: swap('AVP neu', 'TruePrice neu') },
  { name: 'old and new price swapped', stories: LISTS, isRed: true, plant: swap('TruePrice alt', 'TruePrice neu') },
  {
    name: 'four columns shifted by one',
    stories: MDP,
    isRed: true,
    plant: swap('AVP alt', 'AVP neu', 'TruePrice alt', 'TruePrice neu'),
  },
  { name: 'AEP and AVP Region swapped', stories: LZD, isRed: true, plant: swap('AEP', 'AVP Region') },
  {
    name: 'the PZN as price, in cents',
    stories: LISTS,
    isRed: true,
    plant: inTable((table) => mapCells(table, PRICE, (_, row) => euros(Number(table.rows[row]?.[0]) % 10_000_000))),
  },
  {
    name: 'the PZN one row further down',
    stories: LISTS,
    isRed: true,
    plant: inTable((table) => {
      const pzns = table.rows.map(([pzn]) => pzn as string);
      for (const [row, cells] of table.rows.entries()) cells[0] = pzns.at(row - 1) as string;
    }),
  },
  {
    name: 'bases 8 % off in 10 % of the rows',
    stories: LISTS,
    plant: inTable((table, random) => multiply(table, ['TruePrice alt'], () => (random.chance(0.1) ? 1.08 : 1))),
  },
  { name: 'AEP × 1.19', stories: LZD, plant: times(['AEP'], 1.19) },
  { name: 'AVP ÷ 1.19', stories: LISTS, plant: times(['AVP neu', 'AVP alt'], 1 / 1.19) },
  { name: 'Umfeld × 10', stories: LISTS, plant: times(UMFELD, 10) },
  { name: 'lowest and highest of the Umfeld swapped', stories: LISTS, plant: swap('Umfeld Min', 'Umfeld Max') },
  {
    name: 'every price moves by up to 40 %',
    stories: LISTS,
    plant: inTable((table, random) => multiply(table, PRICE, () => 0.6 + 0.8 * random.next())),
  },
  {
    name: 'a third of the prices loses up to 60 %',
    stories: LISTS,
    plant: inTable((table, random) =>
      multiply(table, PRICE, () => (random.chance(0.34) ? 1 - 0.6 * random.next() : 1)),
    ),
  },
  {
    name: '40 % of the rows are missing',
    stories: LISTS,
    plant: inTable((table, random) => {
      table.rows = table.rows.filter(() => random.chance(0.6));
    }),
  },
  {
    name: 'cut behind a line, after 60 %',
    stories: LISTS,
    plant: (table) => {
      table.rows = table.rows.slice(0, Math.ceil(table.rows.length * 0.6));
      return Buffer.from(textOf(table).trimEnd());
    },
  },
  {
    name: 'half of the names are those of others',
    stories: LISTS,
    plant: inTable((table, random) => {
      const names = table.rows.map((cells) => cells[1] as string);
      for (const cells of table.rows) if (random.chance(0.5)) cells[1] = random.pick(names);
    }),
  },
  {
    name: 'umlauts became question marks',
    stories: LISTS,
    plant: inTable((table) => mapCells(table, ['Produkt'], (cell) => cell.replaceAll(/[äöüßÄÖÜ]/g, '?'))),
  },
  {
    name: 'the heading of the highest Umfeld price renamed',
    stories: LISTS,
    plant: inTable((table) => {
      table.headings = table.headings.map((heading) => (heading === 'Umfeld Max' ? 'Umfeld-Maximum' : heading));
    }),
  },
];
