import { NO_EDITS } from '@portal/list-view';
import type { RowEdit } from '@portal/rules';
import { type Dispatch, useMemo } from 'react';
import type { RowActions, Typed } from '../kind/column.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';
import type { Action } from './session.ts';
import type { Cause } from './undo-entries.ts';

/** Stable per list, so that columns stay. */
export function useRowActions<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  dispatch: Dispatch<Action>,
  onScan: RowActions['onScan'],
  onPriceTyped: RowActions['onPriceTyped'],
  onDays: (row: number) => void,
): RowActions {
  return useMemo(
    () => rowActions({ rules }, model, dispatch, { onScan, onPriceTyped, onDays: rules.withDays && onDays }),
    [rules, model, dispatch, onScan, onPriceTyped, onDays],
  );
}

/** What its inputs change, by actions of a session. */
export function rowActions<T extends KindTypes>(
  { rules }: Pick<Kind<T>, 'rules'>,
  model: T['model'],
  dispatch: Dispatch<Action>,
  others: Pick<RowActions, 'onScan' | 'onPriceTyped' | 'onDays'>,
): RowActions {
  const pznOf = (row: number) => model.columns.pzn[row] as string;
  const edit = (row: number, cause: Cause, how: (before: RowEdit) => RowEdit, typed?: Typed & { price: true }) =>
    dispatch({
      type: 'edited',
      cause,
      pzn: pznOf(row),
      ...typed,
      change: (entered) => rules.put(model, entered, row, how(rules.inputs(model, entered.edits, row))),
    });
  return {
    ...others,
    enterDays: (row, days) =>
      edit(row, { by: 'days' }, (before) => rules.withDays?.(model, row, before, days) ?? before),
    enterPrice: (row, price, typed) =>
      edit(row, { by: 'price' }, (before) => rules.withPrice(model, row, before, price), { ...typed, price: true }),
    enterInvalid: (row, issue, continues = false) =>
      dispatch({ type: 'invalidEntered', pzn: pznOf(row), issue, continues }),
    tick: (row, column, ticked) =>
      edit(row, { by: 'tick', column, ticked }, (before) => rules.withTick(model, row, before, column, ticked)),
    restore: (row, { edit: former, issue, rounded }) => {
      const original = () => rules.inputs(model, NO_EDITS, row);
      edit(row, { by: 'price' }, () => former ?? original(), {
        price: true,
        continues: true,
        ...(rounded === undefined ? {} : { rounded }),
      });
      if (issue && issue.text !== '') dispatch({ type: 'invalidEntered', pzn: pznOf(row), issue, continues: true });
    },
  };
}
