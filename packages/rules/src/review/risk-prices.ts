import type { Cents } from '../money.ts';
import { PRICE_TYPE } from '../price-types.ts';
import { grossPurchasePrice, isBelowPurchasePrice } from './list-margin.ts';
import { flagOf, newsOf, percentOff, type RiskContext, type RiskRow, type RiskVerdict } from './risk.ts';

/** VK / (1 + VAT) < AEP (rule 14.10), also where a changed price improves. */
export function belowPurchasePrice(row: RiskRow, context: RiskContext): RiskVerdict {
  const { before, after, aep, vatPercent, expected } = row;
  if (after === null) return 'fine';
  if (!aep) return 'unknown';
  if (!isBelowPurchasePrice(after, aep, vatPercent)) return 'fine';
  // gross like the price
  const least = grossPurchasePrice(aep, vatPercent);
  const short = shortfall(after, aep, vatPercent);
  const was = before === null || expected !== null ? null : shortfall(before, row.formerAep ?? aep, vatPercent);
  const { isNews, added } = newsOf(context, 'belowPurchasePrice', { after, expected }, short, was, 0);
  if (before === after && !isNews) return 'fine';
  return flagOf('belowPurchasePrice', 'aep', after, least, percentOff(after, least), isNews ? LOSS_PERCENT + added : 0);
}

/** Counts from the first cent. */
const LOSS_PERCENT = 2.5;

/** Percent of the gross AEP; negative: none. */
function shortfall(price: Cents, aep: Cents, vatPercent: number): number {
  return 100 - (price * 10_000) / (aep * (100 + vatPercent));
}

/** Rule 14.11. */
export function aboveAvp({ before, after, avp, formerAvp, expected }: RiskRow, context: RiskContext): RiskVerdict {
  if (after === null) return 'fine';
  if (!avp) return 'unknown';
  const percent = percentOff(after, avp);
  const former = expected?.price ?? before;
  const was = former === null ? null : percentOff(former, formerAvp || avp);
  const limit = context.limits.aboveAvpPercent;
  const { isNews, added } = newsOf(context, 'aboveAvp', { after, expected }, percent, was, limit);
  return isNews ? flagOf('aboveAvp', 'avp', after, avp, percent, added) : 'fine';
}

/** Rule 14.12. */
export function largeChange({ before, after }: RiskRow, { limits }: RiskContext): RiskVerdict {
  if (before === null || after === null || Math.abs(after - before) < limits.changeCents) return 'fine';
  const percent = percentOff(after, before);
  // a third is as far as the threefold
  const size = Math.max(percent, percentOff(before, after));
  if (size <= limits.changePercent) return 'fine';
  return flagOf('largeChange', 'before', after, before, percent, size);
}

/** Rule 14.13, also by Umfeld Ø and AVP; a reference that fits speaks against it. */
export function decimalSlip(row: RiskRow, { standing }: RiskContext): RiskVerdict {
  const { before, after, umfeldAvg, avp } = row;
  if (after === null || (!standing && before === after)) return 'fine';
  let slip: RiskVerdict = 'unknown';
  const known = [
    ['before', before === after ? null : before],
    ['umfeldAvg', umfeldAvg],
    ['avp', avp],
  ] as const;
  for (const [basis, reference] of known) {
    if (!reference) continue;
    const times = Math.max(after / reference, reference / after);
    if (times < FITS_BELOW) return 'fine';
    if (typeof slip === 'object') continue;
    const slipped = SLIPS.some(([from, to]) => times >= from && times <= to);
    const percent = percentOff(after, reference);
    slip = slipped ? { ...flagOf('decimalSlip', basis, after, reference, percent), deviation: SLIP_DEVIATION } : 'fine';
  }
  return slip;
}
const SLIP_DEVIATION = 10;
const FITS_BELOW = 2.5;
/** A third more or less: references are not the price itself. */
const SLIPS = [
  [7.5, 13.4],
  [75, 134],
] as const;

/** Exclusions apart. */
export function isNewArticle({ before, priceTypeBefore }: Pick<RiskRow, 'before' | 'priceTypeBefore'>): boolean {
  return before === null && priceTypeBefore !== PRICE_TYPE.exclusion;
}
