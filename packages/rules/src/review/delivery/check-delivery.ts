import { certifyDelivery, type CheckedDelivery, refuses } from './certify.ts';
import type { DeliveryBackground, DeliveryDoubt, DeliveryRows } from './doubt.ts';
import { type Arrival, type DeliveryFigures, findArrivalDoubts } from './find-arrival-doubts.ts';
import { findDeliveryDoubts, signedChanges, usualChange } from './find-doubts.ts';
import type { DeliveryLimits } from './limits.ts';
import { FORMER_DELIVERIES } from './usual.ts';

/** Rule 20.1; with the figures for later deliveries. */
export function checkDelivery(
  rows: DeliveryRows,
  background: DeliveryBackground,
  arriving: Omit<Arrival, 'percent' | 'changes' | 'rows' | 'listCount'>,
  limits: DeliveryLimits,
): CheckedDelivery & { readonly doubts: readonly DeliveryDoubt[]; readonly figures: DeliveryFigures } {
  const { headings, unknownHeadings, last, isOpen } = arriving;
  const arrival = {
    ...arriving,
    rows: rows.calculatedPrice.length,
    listCount: background.listCount,
    percent: usualChange(rows),
    changes: signedChanges(rows),
  };
  const found = findArrivalDoubts(arrival, limits);
  const repeated = findDeliveryDoubts(rows, background, limits);
  const isTold = (doubt: DeliveryDoubt) =>
    doubt.check === 'priceLevel' &&
    repeated.some((each) => {
      const isSame = each.check === 'commonFactor' && each.cause === doubt.cause;
      return isSame && (!doubt.isFact || refuses(each, limits));
    });
  const doubts = [...repeated, ...found.doubts.filter((doubt) => !isTold(doubt))];
  const unjudged = [...found.unjudged];
  if (background.formerChanges.length < FORMER_DELIVERIES.least) unjudged.push('unusualShare');
  if (background.priceToAvp === null) unjudged.push('newArticleLevel');
  const missingShare = last && last.rows > 0 ? last.missing / last.rows : null;
  const figures = { rows: arrival.rows, percent: arrival.percent, missingShare, headings, unknownHeadings, isOpen };
  return { ...certifyDelivery(doubts, unjudged, limits, arriving.takenIn), doubts, figures };
}
