import { type DeliveryDoubtAnswer, joinPieces } from '@portal/contracts';
import {
  approvalEditsOnLoad,
  buildApprovalModel,
  type ListContext,
  reviewOfUpdate,
  type ReviewTotals,
  totalReview,
  type UpdateColumns,
} from '@portal/list-view';
import { type Cents, describeDeliveryDoubt, type UpdateKind } from '@portal/rules';

export type Reviewable = {
  readonly kind: UpdateKind;
  readonly approved: boolean;
  /** In pieces, as `PieceReader` takes them. */
  readonly rows: Uint8Array;
  /** `ListContext` */
  readonly context: Uint8Array;
  /** seconds since 1970 */
  readonly now: number;
};

/** Rule 14.37. */
export type Figures = {
  readonly totals: ReviewTotals;
  /** What speaks against the file as a whole (rule 20.2). */
  readonly doubts: readonly DeliveryDoubtAnswer[];
  readonly toReview: { readonly pzn: readonly string[]; readonly price: readonly (Cents | null)[] };
};

/** Tens of milliseconds for 20,000 rows. */
export function figuresOf({ kind, approved, rows, context, now }: Reviewable): Figures {
  const { columns } = joinPieces(parse<{ count: number; pieces: UpdateColumns[] }>(rows));
  const model = buildApprovalModel(kind, columns, { editable: !approved, approved });
  const review = reviewOfUpdate(model, parse<ListContext>(context), approvalEditsOnLoad(model), { now });
  const { pzn, after } = review.columns;
  const order = Array.from(review.order);
  return {
    totals: totalReview(review, pzn.keys()),
    doubts: [
      ...review.doubts.map((doubt) => {
        return { check: doubt.check, message: describeDeliveryDoubt(doubt, (row) => columns.name[row] as string) };
      }),
      ...(review.columns.delivery?.onArrival ?? []),
    ],
    toReview: { pzn: order.map((row) => pzn[row] as string), price: order.map((row) => after[row] ?? null) },
  };
}

function parse<Value>(json: Uint8Array): Value {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as Value;
}
