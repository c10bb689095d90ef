import { type Cents, effectivePrice, type RowEdit } from '@portal/rules';
import { NO_EDITS, type RowEdits } from '../edits.ts';
import { atOnce, type InPieces } from '../in-pieces.ts';
import { priceListOutcomeAt } from '../price-list/edits.ts';
import { effectivePriceAt, type PriceListModel } from '../price-list/model.ts';
import { buildInPieces, updateReview } from './build-review.ts';
import { changesOfEdits } from './changes.ts';
import type { ReviewOptions } from './columns.ts';
import type { Review } from './review.ts';

export function reviewOfPriceList(
  model: PriceListModel,
  edits: RowEdits,
  options: Omit<ReviewOptions, 'standing'>,
): Review {
  return atOnce(reviewPriceListInPieces(model, edits, options));
}

export function reviewPriceListInPieces(
  model: PriceListModel,
  edits: RowEdits,
  options: Omit<ReviewOptions, 'standing'>,
): InPieces<Review> {
  const { columns } = model;
  const before = columns.pzn.map((_, row) => effectivePriceAt(model, row));
  const after = before.slice();
  for (const [row, price] of changesOfEdits(model, NO_EDITS, edits, priceAfter)) after[row] = price;
  return buildInPieces(
    {
      pzn: columns.pzn,
      name: columns.name,
      producer: columns.producer,
      atc: columns.atc,
      content: columns.content,
      inactive: null,
      before,
      after,
      calculatedPrice: columns.calculatedPrice,
      priceTypeBefore: columns.priceType,
      ownPriceBefore: columns.ownPrice,
      ownPriceSince: columns.date,
      aep: columns.aep,
      avp: columns.avp,
      vhp: columns.vhp,
      units: columns.units,
      umfeldMin: columns.priceMin,
      umfeldAvg: columns.priceAvg,
      umfeldMax: columns.priceMax,
      formerAep: null,
      formerAvp: null,
      formerUmfeld: null,
      calculatedBefore: null,
      statedBefore: null,
      delivery: null,
      vatPercent: columns.vatPercent,
      listEndings: null,
    },
    { ...options, standing: true },
  );
}

export function editReviewOfPriceList(
  review: Review,
  model: PriceListModel,
  former: RowEdits,
  edits: RowEdits,
): Review {
  return updateReview(review, changesOfEdits(model, former, edits, priceAfter));
}

/** An invalid edit changes nothing. */
function priceAfter(model: PriceListModel, row: number, edit: RowEdit | undefined): Cents | null {
  return effectivePrice(priceListOutcomeAt(model, row, edit));
}
