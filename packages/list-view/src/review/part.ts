import { effectivePrice, type PartBlocker, partBlocker } from '@portal/rules';
import { type ApprovalModel, approvalOutcomeAt, isInPart } from '../approval/model.ts';
import type { RowEdits } from '../edits.ts';
import type { Review } from './review.ts';

export type PartFacts = {
  readonly isDueForReview?: (row: number) => boolean;
};

export type ApprovalPart = {
  readonly rows: readonly number[];
  readonly stays: readonly (readonly [row: number, why: PartBlocker])[];
  /** Rows that are open. */
  readonly all: number;
};

/** Rule 6.30. */
export function partBlockerAt(
  model: ApprovalModel,
  review: Pick<Review, 'columns' | 'reasons' | 'unjudged' | 'breaches'>,
  edits: RowEdits,
  row: number,
  { isDueForReview }: PartFacts = {},
): PartBlocker | null {
  const edit = edits.get(model.columns.pzn[row] as string);
  const after = approvalOutcomeAt(model, row, edit);
  return partBlocker({
    approved: isInPart(model, row),
    inactive: model.columns.inactive[row] === true,
    edited: edit !== undefined || hasDraft(model, row),
    reasons: review.reasons[row] as number,
    unjudged: review.unjudged[row] as number,
    breaches: review.breaches[row] as number,
    typeBefore: review.columns.priceTypeBefore[row] ?? null,
    typeAfter: after.priceType,
    hasPriceAfter: effectivePrice(after) !== null,
    period: (model.columns.validTo[row] ?? null) !== null,
    dueReview: isDueForReview?.(row) ?? false,
  });
}

/** One that is being taken away is still stored. */
function hasDraft({ columns: { draftOwnPrice, draftPermanent, draftExclusion } }: ApprovalModel, row: number): boolean {
  return [draftOwnPrice[row], draftPermanent[row], draftExclusion[row]].some((value) => (value ?? null) !== null);
}

/** As a whole, on arrival or now (rule 20.1). */
export function isDoubted({ doubts, columns }: Pick<Review, 'doubts' | 'columns'>): boolean {
  return doubts.length > 0 || (columns.delivery?.onArrival ?? []).length > 0;
}

/** Rule 6.29. */
export function partOfUpdate(
  model: ApprovalModel,
  review: Pick<Review, 'columns' | 'reasons' | 'unjudged' | 'breaches'>,
  edits: RowEdits,
  facts?: PartFacts,
): ApprovalPart {
  const rows: number[] = [];
  const stays: [number, PartBlocker][] = [];
  let all = 0;
  for (let row = 0; row < model.count; row++) {
    const blocker = partBlockerAt(model, review, edits, row, facts);
    if (blocker === null) rows.push(row);
    else stays.push([row, blocker]);
    if (blocker !== 'approved' && blocker !== 'inactive') all++;
  }
  return { rows, stays, all };
}
