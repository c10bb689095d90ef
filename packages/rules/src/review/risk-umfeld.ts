import type { Cents } from '../money.ts';
import { flagOf, newsOf, percentOff, type RiskContext, type RiskRow, type RiskVerdict } from './risk.ts';

/** Dearer than everybody around: above the Umfeld maximum, else far above the average (rule 14.14). */
export function aboveUmfeld(row: RiskRow, context: RiskContext): RiskVerdict {
  const { umfeldMax, umfeldAvg } = row;
  const { limits } = context;
  if (umfeldMax !== null) {
    return judge('aboveUmfeld', 'umfeldMax', umfeldMax, umfeldMax, limits.aboveUmfeldMaxPercent, 1, row, context);
  }
  return judge('aboveUmfeld', 'umfeldAvg', umfeldAvg, row.formerUmfeld, limits.umfeldAvgPercent, 1, row, context);
}

/**
 * Cheaper than everybody around: far below the Umfeld minimum, else far below the average (rule 14.15). A product known
 * to be sold by nobody here loses nothing; where sales are unknown it is judged.
 */
export function belowUmfeld(row: RiskRow, context: RiskContext): RiskVerdict {
  const { umfeldMin, umfeldAvg, units } = row;
  const { limits } = context;
  if (units === 0) return 'fine';
  if (umfeldMin !== null) {
    return judge('belowUmfeld', 'umfeldMin', umfeldMin, umfeldMin, limits.belowUmfeldMinPercent, -1, row, context);
  }
  return judge('belowUmfeld', 'umfeldAvg', umfeldAvg, row.formerUmfeld, limits.umfeldAvgPercent, -1, row, context);
}

function judge(
  reason: 'aboveUmfeld' | 'belowUmfeld',
  basis: 'umfeldMin' | 'umfeldAvg' | 'umfeldMax',
  reference: Cents | null,
  former: Cents | null,
  limit: number,
  side: 1 | -1,
  { before, after, expected }: RiskRow,
  context: RiskContext,
): RiskVerdict {
  if (after === null) return 'fine';
  if (!reference) return 'unknown';
  const percent = percentOff(after, reference);
  const price = expected?.price ?? before;
  const was = price === null ? null : percentOff(price, former || reference) * side;
  const { isNews, added } = newsOf(context, reason, { after, expected }, percent * side, was, limit);
  return isNews ? flagOf(reason, basis, after, reference, percent, added) : 'fine';
}
