import {
  approvalEditIssue,
  type Cents,
  type DeliveryBackground,
  effectivePrice,
  type PriceType,
  type RowEdit,
} from '@portal/rules';
import { NO_EDITS, type RowEdits } from '../edits.ts';
import {
  type ApprovalModel,
  approvalOutcomeAt,
  approvalRowAt,
  approvalStateBefore,
  isInPart,
} from '../approval/model.ts';
import { atOnce, type InPieces } from '../in-pieces.ts';
import { buildInPieces, updateReview } from './build-review.ts';
import { changesOfEdits } from './changes.ts';
import type { Figure, ReviewOptions } from './columns.ts';
import type { Review } from './review.ts';

type Column<Value> = readonly (Value | null)[];

/** Rule 14.24. */
export type ListContext = {
  /** null where unknown; cents. */
  readonly columns: {
    readonly effectivePrice: Column<Cents>;
    readonly calculatedPrice: Column<Cents>;
    readonly priceType: Column<PriceType>;
    readonly ownPrice: Column<Cents>;
    readonly aep: Column<Cents>;
    readonly avp: Column<Cents>;
    readonly vhp: Column<Cents>;
    readonly units: Column<number>;
    readonly priceMin: Column<Cents>;
    readonly priceAvg: Column<Cents>;
    readonly priceMax: Column<Cents>;
    /** seconds since 1970 */
    readonly date: Column<number>;
    readonly deliveredPriceMin: Column<Cents>;
    readonly deliveredPriceMax: Column<Cents>;
  };
  readonly listEndings: readonly number[];
  /** Rule 20.2. */
  readonly delivery: Omit<DeliveryBackground, 'listCount'>;
};

/** The delivery takes precedence. */
export type FigureSource = 'delivery' | 'priceList';

/**
 * Figures missing in the delivery come from the list (rule 14.8).
 * @param context null while loading
 */
export function reviewOfUpdate(
  model: ApprovalModel,
  context: ListContext | null,
  edits: RowEdits,
  options: Omit<ReviewOptions, 'standing'>,
): Review {
  return atOnce(reviewUpdateInPieces(model, context, edits, options));
}

export function reviewUpdateInPieces(
  model: ApprovalModel,
  context: ListContext | null,
  edits: RowEdits,
  options: Omit<ReviewOptions, 'standing'>,
): InPieces<Review> {
  const { columns } = model;
  const list = context?.columns ?? null;
  const before = list?.effectivePrice ?? columns.pzn.map((_, row) => effectivePrice(approvalStateBefore(model, row)));
  const after = columns.pzn.map((_, row) => priceAfter(model, row, undefined, before));
  for (const [row, price] of changesOfEdits(model, NO_EDITS, edits, afterEdit(before))) after[row] = price;
  const none = columns.pzn.map(() => null);
  const figure = (name: Figure) => {
    const { delivered, listed } = columnsOf(model, context, name);
    return delivered && listed ? firstKnown(delivered, listed) : (delivered ?? listed ?? none);
  };
  return buildInPieces(
    {
      pzn: columns.pzn,
      name: columns.name,
      producer: columns.producer,
      atc: columns.atc,
      content: columns.content,
      inactive: columns.inactive,
      approved: model.approved ? null : columns.pzn.map((_, row) => isInPart(model, row)),
      before,
      after,
      calculatedPrice: columns.calculatedPrice,
      priceTypeBefore: list?.priceType ?? columns.priceType,
      ownPriceBefore: list?.ownPrice ?? columns.ownPrice,
      ownPriceSince: list?.date ?? none,
      formerAep: list?.aep ?? null,
      formerAvp: list === null ? columns.avpOld : firstKnown(columns.avpOld, list.avp),
      formerUmfeld: list?.priceAvg ?? null,
      calculatedBefore: list?.calculatedPrice ?? null,
      statedBefore: columns.formerCalculatedPrice,
      delivery: backgroundOf(model, context),
      aep: figure('aep'),
      avp: figure('avp'),
      vhp: figure('vhp'),
      units: figure('units'),
      umfeldMin: figure('umfeldMin'),
      umfeldAvg: figure('umfeldAvg'),
      umfeldMax: figure('umfeldMax'),
      vatPercent: columns.vatPercent,
      listEndings: context?.listEndings ?? null,
    },
    { ...options, standing: false },
  );
}

/** null for an approved package. */
function backgroundOf({ approved }: ApprovalModel, context: ListContext | null): DeliveryBackground | null {
  if (approved || !context?.delivery) return null;
  return { ...context.delivery, listCount: context.listEndings.reduce((sum, count) => sum + count, 0) };
}

export function editReviewOfUpdate(review: Review, model: ApprovalModel, former: RowEdits, edits: RowEdits): Review {
  return updateReview(review, changesOfEdits(model, former, edits, afterEdit(review.columns.before)));
}

export function figureSource(
  model: ApprovalModel,
  context: ListContext | null,
  figure: Figure,
  row: number,
): FigureSource | null {
  const { delivered, listed } = columnsOf(model, context, figure);
  if ((delivered?.[row] ?? null) !== null) return 'delivery';
  return (listed?.[row] ?? null) === null ? null : 'priceList';
}

function columnsOf({ columns }: ApprovalModel, context: ListContext | null, figure: Figure) {
  const list = context?.columns;
  const of = (delivered: Column<number> | undefined, listed: Column<number> | undefined) => ({ delivered, listed });
  switch (figure) {
    case 'aep':
    case 'avp':
    case 'vhp':
    case 'units':
      return of(columns[figure], list?.[figure]);
    case 'umfeldMin':
      return of(list?.deliveredPriceMin, list?.priceMin);
    case 'umfeldAvg':
      return of(columns.ravpRegio, list?.priceAvg);
    case 'umfeldMax':
      return of(list?.deliveredPriceMax, list?.priceMax);
  }
}

function firstKnown<Value>(delivered: Column<Value>, listed: Column<Value>): Column<Value> {
  return delivered.map((value, row) => value ?? listed[row] ?? null);
}

const afterEdit = (before: Column<Cents>) => (model: ApprovalModel, row: number, edit: RowEdit | undefined) =>
  priceAfter(model, row, edit, before);

/** Inactive and invalid rows stay (rule 6.6). */
function priceAfter(model: ApprovalModel, row: number, edit: RowEdit | undefined, before: Column<Cents>): Cents | null {
  if (isInPart(model, row)) return effectivePrice(approvalOutcomeAt(model, row, undefined));
  const stored = approvalRowAt(model, row);
  const fits = edit !== undefined && approvalEditIssue(stored, edit) === undefined;
  const stays = model.columns.inactive[row] === true || (stored.calculatedPrice === null && !fits);
  if (stays) return before[row] ?? null;
  return effectivePrice(approvalOutcomeAt(model, row, edit));
}
