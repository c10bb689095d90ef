import type { Cents } from '../money.ts';
import { PRICE_TYPE } from '../price-types.ts';
import {
  DUE_FIGURES,
  type DueFacts,
  flagOf,
  percentOff,
  type RiskContext,
  type RiskRow,
  type RiskVerdict,
} from './risk.ts';

/** Of the day a fixed price was last looked at. */
export type FormerFigures = {
  readonly since: string;
  readonly aep: Cents | null;
  readonly avp: Cents | null;
  readonly umfeldAvg: Cents | null;
};

const SECONDS_PER_MONTH = (365.25 * 86_400) / 12;

/** Rule 19.4, until another price is entered. */
export function dueReview(row: RiskRow, former: FormerFigures | undefined, { now }: RiskContext): RiskVerdict {
  const excluded = row.priceTypeBefore === PRICE_TYPE.exclusion;
  const isFixed = excluded || row.priceTypeBefore === PRICE_TYPE.permanent;
  if (!former || !isFixed || row.before !== row.after) return 'fine';
  const moved = movedFigures(row, former);
  const percent = moved.reduce((most, each) => (Math.abs(each.percent) > Math.abs(most) ? each.percent : most), 0);
  const price = row.after ?? 0;
  const fixedSince = row.ownPriceSince;
  const months = fixedSince === null ? null : Math.round((now - fixedSince) / SECONDS_PER_MONTH);
  return {
    ...flagOf('dueReview', 'ownPrice', price, price, percent),
    reference: row.after,
    stake: Math.abs(Math.round((price * percent) / 100)),
    due: { excluded, months, fixedSince, since: former.since, moved },
  };
}

/** By half a percent at least. */
function movedFigures(row: RiskRow, former: FormerFigures): DueFacts['moved'] {
  return DUE_FIGURES.flatMap((figure) => {
    const from = former[figure];
    const to = row[figure];
    if (!from || !to) return [];
    const percent = percentOff(to, from);
    return Math.round(Math.abs(percent)) === 0 ? [] : [{ figure, percent, from, to }];
  });
}
