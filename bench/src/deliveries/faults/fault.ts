import type { Random } from '@portal/dev/demo/random.ts';
import type { UpdateKind } from '@portal/rules';
import type { Speaker } from '../arrive.ts';
import { centsOf, euros, type Line, PRICE, type Table } from '../table.ts';
import type { Pharmacy } from '../world.ts';

/** What a pricing system, a spreadsheet, an export, a join or a person did to some rows of a file. */
export type Fault = {
  readonly name: string;
  /** What the file holds in place of what it should. */
  readonly is: string;
  /** Who may rightly speak of it. */
  readonly right: readonly Speaker[];
  /** Where it can happen; else everywhere. */
  readonly kinds?: readonly UpdateKind[];
  /** A list to change, or prices of a year. */
  readonly needs?: 'list' | 'year';
  /** The rows lie together in the file, as an export job or a person marks them. */
  readonly isBlock?: true;
  /** @param lines concerned, in the order of the file */
  readonly spoil: (
    lines: readonly Line[],
    context: { readonly table: Table; readonly random: Random; readonly pharmacy: Pharmacy },
  ) => void;
};
type Spoil = Fault['spoil'];

/** Each judges prices by what it knows. */
export const OF_PRICES: readonly Speaker[] = [
  ...(['commonFactor', 'newArticleLevel', 'unusualShare', 'unusualSize', 'columns', 'references'] as const),
  ...(['priceLevel', 'priceShape', 'rowReview'] as const),
];
export const OF_PRICES_AND_BASE: readonly Speaker[] = [...OF_PRICES, 'staleBase'];
export const OF_REFERENCES: readonly Speaker[] = ['references', 'columns', 'umfeld', 'newArticleLevel', 'rowReview'];
/** A whole row is wrong. */
export const OF_ROWS: readonly Speaker[] = [...OF_PRICES_AND_BASE, 'umfeld', 'names', 'vat'];
export const OF_TEXTS: readonly Speaker[] = ['names', 'encoding', 'columns'];

export const NAMES = ['Produkt', 'Inhalt', 'Hersteller'];

/** Changes filled cells. */
export function cells(names: readonly string[], change: (cents: number, line: Line, random: Random) => number): Spoil {
  return (lines, { random }) => {
    for (const line of lines)
      for (const name of names) {
        const cell = line.cells[name];
        if (cell) line.cells[name] = euros(Math.max(1, change(centsOf(cell), line, random)));
      }
  };
}

export const times = (factor: number, names: readonly string[] = [PRICE]) => cells(names, (cents) => cents * factor);

/** The price is worked out from what the engine knows of the article. */
export const priced = (read: (line: Line, random: Random) => number) =>
  cells([PRICE], (_, line, random) => read(line, random));

/** Each line gets the cells of the line that `from` says. */
export function moved(names: readonly string[], from: (at: number, count: number) => number): Spoil {
  return (lines) => {
    const before = lines.map(({ cells: each }) => ({ ...each }));
    for (const [at, line] of lines.entries()) {
      const source = before[from(at, lines.length) % lines.length] as Record<string, string>;
      for (const name of names) line.cells[name] = source[name] ?? '';
    }
  };
}
export const next = (at: number) => at + 1;

/** Where both are filled. */
export function exchanged(one: string, ...others: readonly string[]): Spoil {
  return (lines) => {
    for (const { cells: each } of lines) {
      const [former, other] = [each[one], each[others[0] as string]];
      if (!former || !other) continue;
      each[one] = other;
      for (const name of others) each[name] = former;
    }
  };
}

export function texts(names: readonly string[], change: (text: string, line: Line) => string): Spoil {
  return (lines) => {
    for (const line of lines) for (const name of names) line.cells[name] = change(line.cells[name] ?? '', line);
  };
}
