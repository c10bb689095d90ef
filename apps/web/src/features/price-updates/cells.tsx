import {
  type ApprovalModel,
  type ApprovalReference,
  approvalDifferenceAt,
  approvalOutcomeAt,
  approvalTypeAt,
} from '@portal/list-view';
import { approvalTag, formatCents, PRICE_TYPE, type RowEdit } from '@portal/rules';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import * as shared from '../../editing/cells/cells.tsx';

export { cutText, money, NO_PRICE, plain } from '../../editing/cells/cells.tsx';

type T = TFunction<'priceUpdate'>;

/** Name over producer, with the reason when the row is inactive; on a narrow screen over pack and PZN. */
export function article({ columns }: ApprovalModel, row: number, narrow: boolean, t: T): ReactNode {
  const detail = narrow
    ? shared.articleDetail(
        { pzn: columns.pzn[row] as string, producer: columns.producer[row] as string, content: columns.content[row] },
        narrow,
      )
    : columns.producer[row];
  const lock = columns.inactive[row] ? { word: t('row.inactive'), reason: t('row.inactiveReason') } : undefined;
  return shared.article(columns.name[row], detail, lock);
}

/** How far the row's price lies from a reference. */
export function difference(
  model: ApprovalModel,
  row: number,
  reference: ApprovalReference,
  edit: RowEdit | undefined,
): ReactNode {
  return shared.percentCell(approvalDifferenceAt(model, row, reference, edit));
}

/**
 * The new calculated price, '---' for an exclusion (rule 6.10). Below it the price that stays in force nevertheless:
 * a permanent one, or with the marker M an own one.
 */
export function newPrice(model: ApprovalModel, row: number, edit: RowEdit | undefined, t: T): ReactNode {
  if (approvalTypeAt(model, row, edit) === PRICE_TYPE.exclusion) return shared.quiet(shared.NO_PRICE);
  const calculated = shared.money(model.columns.truePrice[row]);
  const { priceType, manual } = approvalOutcomeAt(model, row, edit);
  if (manual === null) return shared.strong(calculated);
  const price = formatCents(manual);
  if (priceType === PRICE_TYPE.permanent) {
    // an entered one stands in its input
    if (edit?.price != null) return shared.strong(calculated);
    return shared.overridden(calculated, t('row.keeps', { price }), t('row.keepsLong', { price }));
  }
  return model.kind === 'MDP'
    ? shared.strong(calculated)
    : shared.overridden(calculated, t('row.own', { price }), t('row.ownLong', { price }));
}

/** N, D and E on MDP, N, D and M on QDP and LZD (rule 3.3). */
export function typeTag(model: ApprovalModel, row: number, edit: RowEdit | undefined, t: T): ReactNode {
  const type = approvalTypeAt(model, row, edit);
  return shared.typeTag(type, approvalTag(model.kind, type), t(`type.${type}`));
}
