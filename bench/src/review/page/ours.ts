import { deskContext, deskPackage } from '@portal/dev/review-desk/desk.ts';
import { DESK_NOW } from '@portal/dev/review-desk/market.ts';
import { editReviewOfUpdate, NO_EDITS, putApprovalEdit, type Review, reviewOfUpdate } from '@portal/list-view';
import { createRows, enter } from './contestant.ts';

const rows = createRows();
const model = deskPackage(rows);
const context = deskContext(rows);
let entered = { edits: NO_EDITS, touched: new Set<string>() as ReadonlySet<string> };
let review: Review;

enter({
  build() {
    review = reviewOfUpdate(model, context, entered.edits, { now: DESK_NOW });
    return review.order.length;
  },
  edit(row, ownPrice) {
    const former = entered;
    entered = putApprovalEdit(model, former, row, { ownPrice, permanent: false, exclusion: false });
    review = editReviewOfUpdate(review, model, former.edits, entered.edits);
    return review.order.length;
  },
});
