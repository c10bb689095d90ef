import { book, HEADER, textRow } from '@portal/dev/workbooks/make-workbook.ts';
import type { Known } from './known.ts';
import { foreignPzn } from './sample.ts';

/** Near the largest file that a call takes. */
const LARGE = 18 * 2 ** 20;
/** Of two classes by turns, so that a normal form has all of them to sort. */
const ACCENTS = '\u0301\u0323';
const HEADINGS = 'PZN;Artikel;VK;TruePrice neu;Aktueller Preis';

/** Of the most rows that a file may have, and of what costs a reader most though it holds nothing. */
export const FILES: Readonly<Record<string, (known: Known) => Buffer>> = {
  'a list': (known) => table(known, known.pzns.length),
  '100,000 rows': (known) => table(known, 100_000),
  'line breaks': () => filled('\n'),
  quotes: () => filled('"'),
  semicolons: () => filled(';'),
  'a heading of marks': () => Buffer.from(`PZN;a${ACCENTS.repeat(20_000)};VK;TruePrice neu\r\n00000000;;1,00;1,00\r\n`),
  'a line of marks': () => Buffer.from(`a${ACCENTS.repeat(80_000)}`),
  'a workbook': (known) => workbook(known, 20_000),
};

function table(known: Known, rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, at) => {
    const price = `${4 + (at % 40)},${10 + (at % 90)}`;
    return `${known.pzns[at] ?? foreignPzn(at)};Artikel ${at};${price};${price};${price}`;
  });
  return Buffer.from([HEADINGS, ...lines, ''].join('\r\n'));
}

const filled = (sign: string): Buffer => Buffer.concat([Buffer.from(`${HEADINGS}\r\n`), Buffer.alloc(LARGE, sign)]);

/** About 300 KB. */
function workbook(known: Known, rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, at) =>
    textRow(at + 2, [known.pzns[at] ?? foreignPzn(at), `${4 + (at % 40)},${10 + (at % 90)}`]),
  );
  return book(HEADER + lines.join(''));
}

/** As the pricing engine names it; a file of another day is another delivery. */
export function fileName(path: string, apoId: number, count: number): string {
  const kind = /\/(mdp|qdp|lzd)\b/.exec(path)?.[1];
  if (kind === undefined) return 'Artikel.csv';
  const two = (number: number) => String(1 + number).padStart(2, '0');
  const day = `${two(count % 28)}_${two(Math.floor(count / 28) % 12)}_${2000 + (Math.floor(count / 336) % 27)}`;
  return `${kind === 'lzd' ? 'ZumDurchsehen' : kind.toUpperCase()}_OTC_${apoId}_Bench_${day}.csv`;
}
