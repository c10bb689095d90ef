import { deskContext, deskPackage } from '@portal/dev/review-desk/desk.ts';
import { DESK_NOW } from '@portal/dev/review-desk/market.ts';
import {
  breakingRows,
  editReviewOfUpdate,
  NO_EDITS,
  putApprovalEdit,
  type Review,
  reviewOfUpdate,
} from '@portal/list-view';
import { NO_GUARDRAILS } from '@portal/rules';
import { createRows, enter } from './contestant.ts';

/** Limits that part of the prices break; asked for by ?guardrails. */
const LIMITS = { minMarginPercent: 5, maxChangePercent: 10, maxAboveAvpPercent: 5, maxAboveUmfeldPercent: 10 };
const guardrails = { ...NO_GUARDRAILS, ...(location.search === '?guardrails' ? LIMITS : {}) };
const rows = createRows();
const model = deskPackage(rows);
const context = deskContext(rows);
let entered = { edits: NO_EDITS, touched: new Set<string>() as ReadonlySet<string> };
let review: Review;

enter({
  build() {
    review = reviewOfUpdate(model, context, entered.edits, { now: DESK_NOW, guardrails });
    return review.order.length;
  },
  edit(row, ownPrice) {
    const former = entered;
    entered = putApprovalEdit(model, former, row, { ownPrice, permanent: false, exclusion: false });
    review = editReviewOfUpdate(review, model, former.edits, entered.edits);
    return breakingRows(review).length + review.order.length;
  },
});
