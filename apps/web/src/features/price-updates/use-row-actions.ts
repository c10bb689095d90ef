import {
  approvalInputsAt,
  type ApprovalModel,
  approvalRowAt,
  isApprovalLocked,
  putApprovalEdit,
} from '@portal/list-view';
import {
  type ApprovalContext,
  type ApprovalRow,
  type RowEdit,
  withApprovalExclusion,
  withApprovalPermanent,
  withApprovalPrice,
} from '@portal/rules';
import { type Dispatch, useMemo } from 'react';
import type { RowActions } from './column-options.ts';
import type { UpdateAction } from './update-session.ts';

/** What the inputs of a row do; the same object for as long as the package is the same. */
export function useRowActions(model: ApprovalModel, dispatch: Dispatch<UpdateAction>): RowActions {
  return useMemo(() => {
    const pznOf = (row: number) => model.columns.pzn[row] as string;
    const edit = (
      row: number,
      how: (stored: ApprovalRow, before: RowEdit, context: ApprovalContext) => RowEdit,
      price: { price?: boolean; rounded?: string } = {},
    ) =>
      dispatch({
        type: 'edited',
        pzn: pznOf(row),
        ...price,
        change: (entered) => {
          const before = approvalInputsAt(model, entered.edits, row);
          const after = how(approvalRowAt(model, row), before, { locked: isApprovalLocked(model, row) });
          return putApprovalEdit(model, entered, row, after);
        },
      });
    return {
      enterPrice: (row, price, rounded) =>
        edit(row, (stored, before, context) => withApprovalPrice(stored, before, price, context), {
          price: true,
          ...(rounded === undefined ? {} : { rounded }),
        }),
      mistype: (row, fault) => dispatch({ type: 'mistyped', pzn: pznOf(row), fault }),
      tickPermanent: (row, ticked) =>
        edit(row, (stored, before, context) => withApprovalPermanent(stored, before, ticked, context)),
      tickExclusion: (row, ticked) =>
        edit(row, (stored, before, context) => withApprovalExclusion(stored, before, ticked, context)),
    };
  }, [model, dispatch]);
}
