import type { Cents } from '../money.ts';
import {
  flagOf,
  newsOf,
  percentOff,
  type RiskContext,
  type RiskLimits,
  type RiskRow,
  type RiskVerdict,
} from './risk.ts';
import { judgeUmfeld, type UmfeldReference } from './umfeld.ts';

/** Rule 14.14. Rule 14.60. */
export function aboveUmfeld(row: RiskRow, context: RiskContext): RiskVerdict {
  const { upper, isMaxDoubtful } = judgeUmfeld(row);
  return judge('aboveUmfeld', upper, isMaxDoubtful ? row.umfeldMax : null, row, context);
}

/** Rule 14.15. A product without sales is not judged. */
export function belowUmfeld(row: RiskRow, context: RiskContext): RiskVerdict {
  if (row.units === 0) return 'fine';
  const { lower, isMinDoubtful } = judgeUmfeld(row);
  return judge('belowUmfeld', lower, isMinDoubtful ? row.umfeldMin : null, row, context);
}

/** @param doubtfulEnd cents; null: not doubtful */
function judge(
  reason: 'aboveUmfeld' | 'belowUmfeld',
  end: UmfeldReference | null,
  doubtfulEnd: Cents | null,
  { before, after, expected, umfeldAvg, formerUmfeld }: RiskRow,
  context: RiskContext,
): RiskVerdict {
  if (after === null) return 'fine';
  const { basis, price } = end ?? { basis: 'umfeldAvg', price: umfeldAvg };
  if (!price) return 'unknown';
  const side = reason === 'aboveUmfeld' ? 1 : -1;
  const percent = percentOff(after, price);
  const former = (basis === 'umfeldAvg' && formerUmfeld) || price;
  const from = expected?.price ?? before;
  const was = from === null ? null : percentOff(from, former) * side;
  const limit = limitOf(reason, basis, doubtfulEnd !== null, context.limits);
  const { isNews, added } = newsOf(context, reason, { after, expected }, percent * side, was, limit);
  if (!isNews) return 'fine';
  const flag = flagOf(reason, basis, after, price, percent, added);
  return doubtfulEnd === null ? flag : { ...flag, doubtfulEnd };
}

function limitOf(
  reason: 'aboveUmfeld' | 'belowUmfeld',
  basis: UmfeldReference['basis'],
  isDoubtful: boolean,
  limits: RiskLimits,
): number {
  if (basis === 'umfeldAvg') return isDoubtful ? limits.doubtfulUmfeldPercent : limits.umfeldAvgPercent;
  return reason === 'aboveUmfeld' ? limits.aboveUmfeldMaxPercent : limits.belowUmfeldMinPercent;
}
