import { referenceOf } from '@portal/rules';
import type { Column } from '../kind/column.ts';
import type { TableLayout } from './table-layout.ts';

/** Pixels of a letter of a name, a little too many, and of what stands beside the name. */
const LETTER = 7;
const BESIDE_NAME = 46;
/** Pixels of the cell of a name beside which nothing stands. */
const PADDING = 16;

/** Shares of the names that are to be whole. */
const MOST = 0.9;
const MANY = 0.75;

/** Pixels that most names need, many of them with nothing beside them, and the longest one. */
export function nameWidths(names: readonly (string | null)[]) {
  const counts: number[] = [];
  for (const name of names) {
    const { length } = name ?? '';
    counts[length] = (counts[length] ?? 0) + 1;
  }
  const widthOf = (letters: number, beside = BESIDE_NAME) => Math.max(0, letters) * LETTER + beside;
  const holding = (share: number, beside = BESIDE_NAME) => {
    let letters = 0;
    for (let left = names.length * share; left > 0 && letters < counts.length; letters++) left -= counts[letters] ?? 0;
    return widthOf(letters - 1, beside);
  };
  return { most: holding(MOST), many: holding(MANY, PADDING), longest: widthOf(counts.length - 1) };
}

/** Ids of those without a value in any row; a difference has none without its reference. */
export function emptyOf(columns: readonly Column[], values: object): readonly string[] {
  const of = values as Readonly<Record<string, ArrayLike<unknown> | undefined>>;
  return columns.flatMap(({ id }) => {
    const known = of[referenceOf(id) ?? id];
    return known && known.length > 0 && Array.prototype.every.call(known, isNone) ? [id] : [];
  });
}

const isNone = (value: unknown) => value === null || value === undefined || value === '' || Number.isNaN(value);

/** Of a review, in the order in which they make way beside the docked card. */
export const JUDGING = ['review-distances', 'review-margin', 'review-moved'] as const;

type Room = {
  /** Pixels of all columns together. */
  readonly pixels: number;
  /** Pixels that the article is to have. */
  readonly article: number;
  readonly layout: TableLayout;
};

/**
 * Rule 14.50.
 * @param shown ids shown by default
 * @param leaving ids that make way together, in their order, as long as the room does not hold the others
 * @return ids that stay of those shown
 */
export function fitColumns(
  columns: readonly Column[],
  shown: ReadonlySet<string>,
  leaving: readonly (readonly string[])[],
  { pixels, article, layout }: Room,
): { readonly shown: ReadonlySet<string>; readonly overflows: boolean } {
  const widths = new Map<string, number>();
  for (const { id, width } of columns) {
    if (!(layout.shown[id] ?? shown.has(id))) continue;
    widths.set(id, layout.widths[id] ?? (id === 'name' ? Math.max(width, article) : width));
  }
  let width = [...widths.values()].reduce((sum, each) => sum + each, 0);
  const left = new Set(shown);
  for (const together of leaving) {
    if (width <= pixels) break;
    for (const id of together) {
      if (layout.shown[id] === undefined && left.delete(id)) width -= widths.get(id) ?? 0;
    }
  }
  return { shown: left, overflows: width > pixels };
}
