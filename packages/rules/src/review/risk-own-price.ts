import type { Cents } from '../money.ts';
import { PRICE_TYPE } from '../price-types.ts';
import { flagOf, percentOff, type RiskContext, type RiskFlag, type RiskRow, type RiskVerdict } from './risk.ts';

/** Rule 14.17. Every MDP ends own prices, so the size of the step counts: 10 % count as 1. */
export function ownPriceEnds(row: RiskRow): RiskVerdict {
  const { after, ownPriceBefore, calculatedPrice } = row;
  if (!hadOwnPrice(row) || ownPriceBefore === null || after === ownPriceBefore) return 'fine';
  if (after !== null && after !== calculatedPrice) return 'fine';
  if (after !== null) {
    return flagOf('ownPriceEnds', 'ownPrice', after, ownPriceBefore, percentOff(after, ownPriceBefore));
  }
  return { ...flagOf('ownPriceEnds', 'ownPrice', 0, ownPriceBefore, 0), percent: null, deviation: 1, stake: 0 };
}

/** Older than a year, while AEP or Umfeld moved (rule 14.18). */
export function ownPriceStale(row: RiskRow, { limits, now }: RiskContext): RiskVerdict {
  const { after, ownPriceBefore, ownPriceSince } = row;
  if (!hadOwnPrice(row) || after === null || after !== ownPriceBefore) return 'fine';
  if (ownPriceSince === null) return 'unknown';
  if (now - ownPriceSince < limits.staleMonths * SECONDS_PER_MONTH) return 'fine';
  const byAep = moved('aep', row.aep, row.formerAep, after, limits.movedPercent);
  const byUmfeld = moved('umfeldAvg', row.umfeldAvg, row.formerUmfeld, after, limits.movedPercent);
  if (typeof byAep === 'object' || typeof byUmfeld === 'object') return typeof byAep === 'object' ? byAep : byUmfeld;
  return byAep === 'fine' || byUmfeld === 'fine' ? 'fine' : 'unknown';
}

const SECONDS_PER_MONTH = (365.25 * 86_400) / 12;

function hadOwnPrice({ priceTypeBefore }: RiskRow): boolean {
  return priceTypeBefore === PRICE_TYPE.own || priceTypeBefore === PRICE_TYPE.permanent;
}

function moved(
  basis: 'aep' | 'umfeldAvg',
  figure: Cents | null,
  former: Cents | null,
  price: Cents,
  limit: number,
): RiskFlag | 'fine' | 'unknown' {
  if (!figure || !former) return 'unknown';
  const percent = percentOff(figure, former);
  if (Math.abs(percent) <= limit) return 'fine';
  const stake = Math.abs(Math.round((price * percent) / 100));
  return { ...flagOf('ownPriceStale', basis, price, former, percent), stake };
}
