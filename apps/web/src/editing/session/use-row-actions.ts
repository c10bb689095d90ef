import type { RowEdit } from '@portal/rules';
import { type Dispatch, useMemo } from 'react';
import type { RowActions } from '../columns/column.ts';
import type { Kind, KindTypes } from '../kind.ts';
import type { Action } from './session.ts';

/** What the inputs of a row do; the same object for as long as the list is the same, so that its columns stay too. */
export function useRowActions<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  dispatch: Dispatch<Action>,
): RowActions {
  return useMemo(() => {
    const pznOf = (row: number) => model.columns.pzn[row] as string;
    const edit = (row: number, how: (before: RowEdit) => RowEdit, price: { price?: boolean; rounded?: string } = {}) =>
      dispatch({
        type: 'edited',
        pzn: pznOf(row),
        ...price,
        change: (entered) => rules.put(model, entered, row, how(rules.inputs(model, entered.edits, row))),
      });
    return {
      enterPrice: (row, price, rounded) =>
        edit(row, (before) => rules.withPrice(model, row, before, price), {
          price: true,
          ...(rounded === undefined ? {} : { rounded }),
        }),
      mistype: (row, issue) => dispatch({ type: 'mistyped', pzn: pznOf(row), issue }),
      tick: (row, column, ticked) => edit(row, (before) => rules.withTick(model, row, before, column, ticked)),
    };
  }, [rules, model, dispatch]);
}
