import { COLUMN_WIDTH } from '../../ui/grid/GridHeader.tsx';
import type { Column } from '../kind/column.ts';

export type Pin = 'left' | 'right' | 'none';

/** Rule 14.50. */
export type TableLayout = {
  /** Unnamed columns keep their place behind the one they follow. */
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly pins: Readonly<Record<string, Pin>>;
  /** Rows of 28 in place of 36 pixels. */
  readonly dense: boolean;
};

export const AS_SPECIFIED: TableLayout = { order: [], shown: {}, widths: {}, pins: {}, dense: false };

/** A column as the chooser offers it. */
export type ColumnChoice = {
  readonly column: Column;
  readonly shown: boolean;
  /** What is worked with cannot be hidden: the article, its price and the inputs. */
  readonly required: boolean;
  readonly pin: Pin;
};

const REQUIRED: ReadonlySet<string> = new Set([
  'name',
  'calculatedPrice',
  'effectivePrice',
  'ownPrice',
  'permanent',
  'exclusion',
]);

/**
 * @param columns in specified order
 * @param standard ids shown by default
 * @param article pixels up to which it grows
 */
export function arrangeColumns(
  columns: readonly Column[],
  standard: ReadonlySet<string>,
  layout: TableLayout,
  article = MAX_GROWN_WIDTH,
): readonly ColumnChoice[] {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const known = layout.order.filter((id) => byId.has(id));
  const choices = placeMissing(known, [...byId.keys()]).map((id): ColumnChoice => {
    const column = byId.get(id) as Column;
    const width = layout.widths[id];
    const required = REQUIRED.has(id);
    return {
      column: width === undefined ? withEnd(column, article) : { ...column, width, grows: false },
      shown: required || (layout.shown[id] ?? standard.has(id)),
      required,
      pin: layout.pins[id] ?? column.pinned ?? 'none',
    };
  });
  return (['left', 'none', 'right'] as const).flatMap((pin) => choices.filter((choice) => choice.pin === pin));
}

/** Pixels. */
export const MAX_GROWN_WIDTH = 420;
const STRETCH = 48;

/** A name and its price stand close on wide screens, too; the others share what it leaves over. */
function withEnd(column: Column, article: number): Column {
  if (column.grows) return { ...column, maxWidth: Math.max(column.width, Math.min(article, MAX_GROWN_WIDTH)) };
  return column.interactive ? column : { ...column, stretch: STRETCH };
}

/** What the grid draws of them. */
export function shownColumns(choices: readonly ColumnChoice[]): Column[] {
  return choices.flatMap(({ column, shown, pin }) => {
    if (!shown) return [];
    const pinned = pin === 'none' ? undefined : pin;
    return [column.pinned === pinned ? column : { ...column, pinned }];
  });
}

/** None begins in the window and ends beyond it: the second one takes what is left. */
export function fillRoom(columns: readonly Column[], room: number | undefined): readonly Column[] {
  if (room === undefined || columns.some(({ pinned }) => pinned === 'right')) return columns;
  let left = room;
  let whole = 0;
  while (whole < columns.length && (columns[whole] as Column).width <= left) left -= (columns[whole++] as Column).width;
  if (whole < 2 || whole === columns.length) return columns;
  return columns.map((column, at) => (at === 1 ? { ...column, width: column.width + left } : column));
}

/** Undefined at the end of its pin group. */
export function neighbourOf(choices: readonly ColumnChoice[], id: string, direction: -1 | 1): string | undefined {
  const at = choices.findIndex(({ column }) => column.id === id);
  const neighbour = choices[at + direction];
  return neighbour && neighbour.pin === choices[at]?.pin ? neighbour.column.id : undefined;
}

/** With a column at the place of another. */
export function withMoved(layout: TableLayout, choices: readonly ColumnChoice[], id: string, to: string): TableLayout {
  const ids = choices.map(({ column }) => column.id);
  const moved = ids.filter((each) => each !== id);
  moved.splice(ids.indexOf(to), 0, id);
  return { ...layout, order: placeMissing(moved, layout.order) };
}

/** `placed` with what only `sequence` has, each behind the one that it follows there. */
function placeMissing(placed: readonly string[], sequence: readonly string[]): string[] {
  const result = [...placed];
  const present = new Set(placed);
  sequence.forEach((id, at) => {
    if (!present.has(id)) result.splice(at === 0 ? 0 : result.indexOf(sequence[at - 1] as string) + 1, 0, id);
  });
  return result;
}

/** Unknown parts are ignored. */
export function readLayout(stored: unknown): TableLayout {
  const { order, shown, widths, pins, dense } = recordOf(stored);
  const entries = <Value>(record: unknown, is: (value: unknown) => value is Value) =>
    Object.fromEntries(Object.entries(recordOf(record)).filter((entry): entry is [string, Value] => is(entry[1])));
  return {
    order: Array.isArray(order) ? [...new Set(order.filter((id): id is string => typeof id === 'string'))] : [],
    shown: entries(shown, (value) => typeof value === 'boolean'),
    widths: entries(widths, isWidth),
    pins: entries(pins, isPin),
    dense: dense === true,
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Whether a number can be the width of a column, in pixels. */
function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= COLUMN_WIDTH.min && value <= COLUMN_WIDTH.max;
}

function isPin(value: unknown): value is Pin {
  return value === 'left' || value === 'right' || value === 'none';
}
