import type { Cents, UpdateKind } from '@portal/rules';
import type { Article } from './world.ts';

/** A row of a package file by headings, and what it should say. */
export type Line = {
  readonly article: Article;
  readonly price: Cents;
  readonly cells: Record<string, string>;
};
export type Table = { readonly kind: UpdateKind; readonly headings: readonly string[]; lines: Line[] };

export const PRICE = 'TruePrice neu';
const STEM = ['PZN', 'Produkt', 'Inhalt', 'Hersteller'];
const SURROUNDINGS = ['Umfeld Min', 'Umfeld Max', 'MwSt'];
const HEADINGS: Record<UpdateKind, readonly string[]> = (() => {
  const monthly = [...STEM, 'AVP alt', 'AVP neu', 'TruePrice alt', PRICE, 'Preistyp', ...SURROUNDINGS];
  const figures = ['Absatz', 'AVP', 'AEP', 'VHP', 'AVP Region', 'AVP National', 'Aktueller Preis'];
  const wide = [...STEM, 'AVP neu', 'TruePrice alt', PRICE, ...figures, ...SURROUNDINGS];
  return { MDP: monthly, QDP: wide, LZD: ['Prüfungsgrund', ...wide] };
})();

export const headingsOf = (kind: UpdateKind) => HEADINGS[kind];

export const MONEY = [
  'AVP alt',
  'AVP neu',
  'AVP',
  'TruePrice alt',
  PRICE,
  'Aktueller Preis',
  'AEP',
  'VHP',
  'AVP Region',
  'AVP National',
  'Umfeld Min',
  'Umfeld Max',
];

export function textOf({ headings, lines }: Table): string {
  const rows = lines.map(({ cells }) => headings.map((heading) => quoted(cells[heading] ?? '')));
  return `${[headings, ...rows].map((cells) => cells.join(';')).join('\r\n')}\r\n`;
}

const RAW = '\uE000';
/** Written as it is, separators too. */
export const unquoted = (cell: string) => `${RAW}${cell}`;

function quoted(cell: string): string {
  if (cell.startsWith(RAW)) return cell.slice(1);
  return /[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function euros(cents: number | null): string {
  if (cents === null) return '';
  const whole = Math.round(cents);
  return `${Math.trunc(whole / 100)},${String(Math.abs(whole % 100)).padStart(2, '0')}`;
}

export function centsOf(cell: string): Cents {
  return Math.round(Number(cell.replace(',', '.')) * 100);
}

export function cloneTable({ kind, headings, lines }: Table): Table {
  return { kind, headings, lines: lines.map((line) => ({ ...line, cells: { ...line.cells } })) };
}
