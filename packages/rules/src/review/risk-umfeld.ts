import type { Cents } from '../money.ts';
import { deviationPercent } from '../percent.ts';
import { flagOf, newsOf, type RiskContext, type RiskRow, type RiskVerdict } from './risk.ts';

/** Dearer than everybody around: above the Umfeld maximum, else far above the average (rule 14.14). */
export function aboveUmfeld(row: RiskRow, context: RiskContext): RiskVerdict {
  const { after, umfeldMax, umfeldAvg } = row;
  const { limits } = context;
  if (after === null) return 'fine';
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
  const { after, umfeldMin, umfeldAvg, units } = row;
  const { limits } = context;
  if (after === null || units === 0) return 'fine';
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
  { before, after }: RiskRow,
  context: RiskContext,
): RiskVerdict {
  const percent = deviationPercent(after, reference);
  if (percent === null || after === null || reference === null) return 'unknown';
  const was = deviationPercent(before, former ?? reference);
  const { isNews, added } = newsOf(context, percent * side, was === null ? null : was * side, limit);
  return isNews ? flagOf(reason, basis, after, reference, percent, added) : 'fine';
}
