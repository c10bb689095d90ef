import { hasFactor } from './delivery/factor-pairs.ts';
import { type CommonFactor, type DeliveryBackground, type DeliveryRows } from './delivery/doubt.ts';
import { statedBaseAt } from './delivery/find-doubts.ts';
import { flagOf, percentOff, type RiskRow, type RiskVerdict } from './risk.ts';

/** Rule 14.62. */
export function movedByCommonFactor({ before, after }: RiskRow, common: CommonFactor | null): RiskVerdict {
  if (common === null || before === null || after === null || !hasFactor({ before, after }, common)) return 'fine';
  return flagOf('commonFactor', 'before', after, before, percentOff(after, before));
}

/** Rule 14.63. */
export function restsOnStaleBase(rows: DeliveryRows, background: DeliveryBackground, row: number): RiskVerdict {
  const base = statedBaseAt(rows, background, row);
  if (!base?.isStale) return 'fine';
  return flagOf('staleBase', 'before', base.stated, base.listed, percentOff(base.stated, base.listed));
}
