import { type DeliveryDoubtAnswer, joinPieces } from '@portal/contracts';
import {
  approvalEditsOnLoad,
  buildApprovalModel,
  editReviewOfUpdate,
  isDoubted,
  isInPart,
  isSettled,
  NO_EDITS,
  type ListContext,
  partOfUpdate,
  reviewOfUpdate,
  type ReviewTotals,
  totalReview,
  type UpdateColumns,
} from '@portal/list-view';
import { type Cents, describeDeliveryDoubt, type Guardrails, type PartBlocker, type UpdateKind } from '@portal/rules';

export type Reviewable = {
  readonly kind: UpdateKind;
  readonly approved: boolean;
  /** In pieces, as `PieceReader` takes them. */
  readonly rows: Uint8Array;
  /** `ListContext` */
  readonly context: Uint8Array;
  /** seconds since 1970 */
  readonly now: number;
  /** Articles (rule 19.4); only a part asks for them. */
  readonly dueForReview?: readonly string[];
};

/** Rule 14.37. */
export type Figures = {
  readonly totals: ReviewTotals;
  readonly approved: number;
  readonly open: number;
  /** What speaks against the file as a whole (rule 20.2). */
  readonly doubts: readonly DeliveryDoubtAnswer[];
  readonly toReview: PricedRows;
  /** By drafts. */
  readonly putRight: PricedRows;
};
type PricedRows = { readonly pzn: readonly string[]; readonly price: readonly (Cents | null)[] };

/** Tens of milliseconds for 20,000 rows. */
export function figuresOf(reviewable: Reviewable): Figures {
  const { columns, model, review, edits } = reviewed(reviewable);
  const unedited = editReviewOfUpdate(review, model, edits, NO_EDITS);
  const rows = [...columns.pzn.keys()].filter((row) => !isInPart(model, row));
  const { pzn, after } = review.columns;
  const priced = (order: Iterable<number>): PricedRows => {
    const each = [...order];
    return { pzn: each.map((row) => pzn[row] as string), price: each.map((row) => after[row] ?? null) };
  };
  const totals = totalReview(review, rows);
  return {
    totals,
    approved: model.count - totals.rows,
    open: rows.filter((row) => !isSettled(model, row)).length,
    doubts: [
      ...review.doubts.map((doubt) => {
        return { check: doubt.check, message: describeDeliveryDoubt(doubt, (row) => columns.name[row] as string) };
      }),
      ...(review.columns.delivery?.onArrival ?? []),
    ],
    toReview: priced(review.order),
    putRight: priced(unedited.order.filter((row) => review.reasons[row] === 0)),
  };
}

/** What may be approved at once (rule 6.30), and of which state that was said. */
export type JudgedPart = {
  readonly pzns: readonly string[];
  /** Why the other rows stay. */
  readonly stays: readonly (readonly [pzn: string, why: PartBlocker])[];
  readonly all: number;
  readonly doubted: boolean;
  readonly version: number;
  readonly listVersion: number;
  readonly guardrails: Guardrails;
};

export function judgePartOf(reviewable: Reviewable): JudgedPart {
  const due = new Set(reviewable.dueForReview);
  const { columns, model, review, context, edits, versions } = reviewed(reviewable);
  const pznAt = (row: number) => columns.pzn[row] as string;
  const { rows, stays, all } = partOfUpdate(model, review, edits, { isDueForReview: (row) => due.has(pznAt(row)) });
  // Read one after the other: an older half makes the versions differ from those that are locked.
  const version = Math.min(versions.version, context.version);
  const listVersion = Math.min(versions.listVersion, context.listVersion);
  return {
    pzns: rows.map(pznAt),
    stays: stays.map(([row, why]) => [pznAt(row), why]),
    all,
    doubted: isDoubted(review),
    version,
    listVersion,
    guardrails: context.guardrails,
  };
}

type Versions = { readonly version: number; readonly listVersion: number };

function reviewed({ kind, approved, rows, context: list, now }: Reviewable) {
  const { columns, ...versions } = joinPieces(parse<Versions & { count: number; pieces: UpdateColumns[] }>(rows));
  const context = parse<ListContext & Versions & { guardrails: Guardrails }>(list);
  const model = buildApprovalModel(kind, columns, { editable: !approved, approved });
  const edits = approvalEditsOnLoad(model);
  const { guardrails } = context;
  return {
    columns,
    versions,
    context,
    model,
    edits,
    review: reviewOfUpdate(model, context, edits, { guardrails, now }),
  };
}

function parse<Value>(json: Uint8Array): Value {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString()) as Value;
}
