import type { RowEdits } from '@portal/list-view';
import type { PriceConcern } from '@portal/rules';
import type { Kind, KindTypes } from '../kind.ts';

/** Typing errors first, then by name. */
export type ConfirmRows = {
  readonly all: readonly number[];
  readonly changed: readonly number[];
  /** Rows whose price is worth a second look. */
  readonly doubtful: ReadonlySet<number>;
  /** Why, over all of them. */
  readonly concern: PriceConcern | 'both';
};

export function confirmRows<T extends KindTypes>(kind: Kind<T>, model: T['model'], edits: RowEdits): ConfirmRows {
  const { rules, order, firstView } = kind;
  const editOf = (row: number) => edits.get(model.columns.pzn[row] as string);
  const byName = [...order(model, [firstView.sort], edits)].filter((row) => !rules.isSetApart(model, row));
  const changed = byName.filter((row) => editOf(row) !== undefined);
  const concerns = new Set<PriceConcern>();
  const isDoubtful = (row: number) => {
    const edit = editOf(row);
    const found = edit === undefined ? [] : rules.concerns(model, row, edit);
    for (const concern of found) concerns.add(concern);
    return found.length > 0;
  };
  const doubtful = new Set(changed.filter(isDoubtful));
  const changedFirst = [...doubtful, ...changed.filter((row) => !doubtful.has(row))];
  return {
    all: [...changedFirst, ...byName.filter((row) => editOf(row) === undefined)],
    changed: changedFirst,
    doubtful,
    concern: concerns.size === 1 ? ([...concerns][0] as PriceConcern) : 'both',
  };
}
