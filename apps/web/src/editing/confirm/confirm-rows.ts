import type { RowEdits } from '@portal/list-view';
import type { Kind, KindTypes } from '../kind/kind.ts';

/** Rows whose price is worth a second look, by reason (rules 3.15 and 14.42). */
export type DoubtfulRows = {
  readonly jumps: readonly number[];
  readonly belowAep: readonly number[];
};

/** Typing errors first, then by name. */
export type ConfirmRows = {
  readonly all: readonly number[];
  readonly changed: readonly number[];
  /** Edited rows only. */
  readonly doubtful: DoubtfulRows;
  readonly isDoubtful: (row: number) => boolean;
};

export function confirmRows<T extends KindTypes>(kind: Kind<T>, model: T['model'], edits: RowEdits): ConfirmRows {
  const { rules, order, firstView } = kind;
  const editOf = (row: number) => edits.get(model.columns.pzn[row] as string);
  const byName = [...order(model, [firstView.sort], edits)].filter((row) => !rules.isSetApart(model, row));
  const changed = byName.filter((row) => editOf(row) !== undefined);
  const jumps: number[] = [];
  const belowAep: number[] = [];
  for (const row of changed) {
    const edit = editOf(row);
    for (const concern of edit ? rules.concerns(model, row, edit) : [])
      (concern === 'belowPurchasePrice' ? belowAep : jumps).push(row);
  }
  const doubtful = new Set([...jumps, ...belowAep]);
  const isDoubtful = (row: number) => doubtful.has(row);
  const changedFirst = [...changed.filter(isDoubtful), ...changed.filter((row) => !isDoubtful(row))];
  return {
    all: [...changedFirst, ...byName.filter((row) => editOf(row) === undefined)],
    changed: changedFirst,
    doubtful: { jumps, belowAep },
    isDoubtful,
  };
}
