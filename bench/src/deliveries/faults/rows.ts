import { PRICE, unquoted } from '../table.ts';
import { exchanged, type Fault, moved, NAMES, next, OF_ROWS, OF_TEXTS, texts } from './fault.ts';

const MOJIBAKE = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const CP850: Record<string, string> = { ä: '„', ö: '”', ü: '\u0081', ß: 'á', Ä: 'Ž', Ö: '™', Ü: 'š', é: '‚' };

/** What an article is called. */
export const TEXTS: readonly Fault[] = [
  {
    name: 'namesNext',
    is: 'name of the next article',
    right: OF_TEXTS,
    isBlock: true,
    spoil: moved(['Produkt'], next),
  },
  {
    name: 'contentsNext',
    is: 'content and producer of the next article',
    right: OF_TEXTS,
    isBlock: true,
    spoil: moved(['Inhalt', 'Hersteller'], next),
  },
  { name: 'mojibake', is: 'UTF-8 read as Latin 1', right: [...OF_TEXTS, 'reader'], spoil: texts(NAMES, MOJIBAKE) },
  {
    name: 'cp850',
    is: 'CP850 read as Windows-1252',
    right: [...OF_TEXTS, 'reader'],
    spoil: texts(NAMES, (text) => text.replace(/[äöüßÄÖÜé]/g, (sign) => CP850[sign] as string)),
  },
  {
    name: 'questionMarks',
    is: '? for each umlaut',
    right: [...OF_TEXTS, 'reader'],
    spoil: texts(NAMES, (text) => text.replace(/[^\0-\u007f]/g, '?')),
  },
  {
    name: 'nameAndProducer',
    is: 'name and producer exchanged',
    right: OF_TEXTS,
    spoil: exchanged('Produkt', 'Hersteller'),
  },
];

/** The reader refuses a file of which no row is left. */
const OF_FOREIGN = ['foreignRows', 'names', 'missingRows', 'reader'] as const;

/** Rows that do not belong, or are not as the headings say. */
export const ROWS: readonly Fault[] = [
  {
    name: 'otherGroup',
    is: 'rows of the other product group',
    right: OF_FOREIGN,
    spoil(lines, { pharmacy }) {
      for (const [at, { cells }] of lines.entries()) {
        const product = pharmacy.elsewhere[at % pharmacy.elsewhere.length];
        if (product)
          Object.assign(cells, {
            PZN: product.pzn,
            Produkt: product.name,
            Inhalt: product.content,
            Hersteller: product.producer,
          });
      }
    },
  },
  {
    name: 'notListed',
    is: 'rows of articles that this pharmacy does not list',
    right: OF_FOREIGN,
    kinds: ['MDP'],
    spoil(lines, { pharmacy }) {
      for (const [at, { cells }] of lines.entries()) {
        const product = pharmacy.unlisted[at]?.product;
        if (product)
          Object.assign(cells, {
            PZN: product.pzn,
            Produkt: product.name,
            Inhalt: product.content,
            Hersteller: product.producer,
          });
      }
    },
  },
  {
    name: 'semicolons',
    is: 'a separator within names that are not quoted: all cells one to the right',
    right: [...OF_ROWS, 'reader'],
    spoil(lines) {
      for (const { cells } of lines) cells.Produkt = unquoted(`${cells.Produkt?.replace(/[;"]/g, '')}; neu`);
    },
  },
  {
    name: 'dates',
    is: "prices that a spreadsheet took for days ('12. Mai')",
    right: ['reader'],
    kinds: ['MDP', 'QDP'],
    spoil(lines) {
      for (const { cells } of lines) cells[PRICE] = `${cells[PRICE]?.split(',')[0]}. Mai`;
    },
  },
  {
    name: 'cut',
    is: 'the end of the file is missing, between two rows',
    right: ['missingRows'],
    kinds: ['LZD'],
    isBlock: true,
    spoil(lines, { table }) {
      const gone = lines.length === table.lines.length ? lines.slice(Math.ceil(lines.length / 4)) : lines;
      table.lines.splice(table.lines.length - gone.length, gone.length);
    },
  },
];
