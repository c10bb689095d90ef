import type { RowEdit } from '@portal/rules';
import type { Edits, Kind, KindTypes } from '../kind/kind.ts';

type Work<T extends KindTypes> = {
  readonly kind: Kind<T>;
  readonly model: T['model'];
  readonly entered: Edits;
  /** Whether the price of a row takes something in. */
  readonly takesPrice: (row: number) => boolean;
};

export type Filled = {
  readonly entered: Edits;
  readonly filled: readonly number[];
  readonly skipped: readonly number[];
};

/** Rule 3.31. */
export function fillDown<T extends KindTypes>(
  { kind: { rules }, model, entered, takesPrice }: Work<T>,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly string[] },
): Filled {
  const [first, ...below] = rows;
  if (first === undefined) return { entered, filled: [], skipped: [] };
  const { ownPrice, ...ticks } = rules.inputs(model, entered.edits, first);
  const price = columns.includes('ownPrice') ? ownPrice : null;
  const boxes = (['permanent', 'exclusion'] as const).filter((column) => columns.includes(column));
  const edits: [number, RowEdit][] = [];
  const skipped: number[] = [];
  for (const row of below) {
    let edit = rules.inputs(model, entered.edits, row);
    let left = price !== null && !takesPrice(row);
    if (price !== null && !left) edit = rules.withPrice(model, row, edit, price);
    for (const column of boxes) {
      if (edit[column] === ticks[column]) continue;
      if (rules.canTick(model, row, edit, column)) edit = rules.withTick(model, row, edit, column, ticks[column]);
      else left = true;
    }
    if (left) skipped.push(row);
    else if (price !== null || boxes.length > 0) edits.push([row, edit]);
  }
  return { entered: rules.putAll(model, entered, edits), filled: edits.map(([row]) => row), skipped };
}
