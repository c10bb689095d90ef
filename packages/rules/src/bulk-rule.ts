import { type Cents, isAllowedPrice } from './money.ts';
import { grossPurchasePrice } from './review/list-margin.ts';

export const BULK_REFERENCES = [
  'price',
  'calculatedPrice',
  'avp',
  'aep',
  'vhp',
  'umfeldAvg',
  'umfeldMin',
  'umfeldMax',
] as const;
export type BulkReference = (typeof BULK_REFERENCES)[number];

export const ENDING_WAYS = ['nearest', 'up', 'down'] as const;
export type EndingWay = (typeof ENDING_WAYS)[number];

/** Rule 3.16: `aep` with value added tax; percent with one decimal. */
export type BulkRule = {
  readonly from: BulkReference;
  /** -99.9 to 999.9 */
  readonly percent: number;
  /** cents, after percent; may be negative */
  readonly amount: Cents;
  /** last two digits; empty: any */
  readonly endings: readonly number[];
  readonly way: EndingWay;
  /** above AEP with value added tax; null: no floor */
  readonly floorPercent: number | null;
  readonly upToAvp: boolean;
};

/** Percent; cents either way. */
export const BULK_LIMITS = { percent: { min: -99.9, max: 999.9 }, amount: 99_999 } as const;

/** Cents, gross but for the AEP; null where unknown. */
export type BulkRow = { readonly [Name in BulkReference]: Cents | null } & {
  readonly vatPercent: number;
};

export const BULK_ISSUES = ['noReference', 'noAep', 'noAvp', 'contradiction', 'noEnding', 'notAllowed'] as const;
export type BulkIssue = (typeof BULK_ISSUES)[number];
export type BulkResult = { readonly price: Cents } | { readonly issue: BulkIssue };

/** Rule 3.16: percent and amount, rounded half away from zero; floor and ceiling; then the ending. */
export function applyBulkRule(rule: BulkRule, row: BulkRow): BulkResult {
  const reference = rule.from === 'aep' ? grossOf(row) : row[rule.from];
  if (reference === null) return { issue: 'noReference' };
  return limitPrice(rule, row, addPercent(reference, rule.percent) + rule.amount);
}

/** Idempotent. */
export function limitPrice(
  rule: Omit<BulkRule, 'from' | 'percent' | 'amount'>,
  row: BulkRow,
  price: Cents,
): BulkResult {
  const { floorPercent, upToAvp, endings, way } = rule;
  if (floorPercent !== null && row.aep === null) return { issue: 'noAep' };
  if (upToAvp && row.avp === null) return { issue: 'noAvp' };
  const floor = floorPercent === null ? 1 : floorOf(row, floorPercent);
  const ceiling = upToAvp && row.avp !== null ? row.avp : Number.MAX_SAFE_INTEGER;
  if (floor > ceiling) return { issue: 'contradiction' };
  // a price below zero is an error, not a cheap price
  const limited = Math.min(ceiling, floorPercent === null ? price : Math.max(floor, price));
  if (!isAllowedPrice(limited)) return { issue: 'notAllowed' };
  const ended = endings.length === 0 ? limited : withEnding(limited, endings, way, { floor, ceiling });
  if (ended === null) return { issue: 'noEnding' };
  return isAllowedPrice(ended) ? { price: ended } : { issue: 'notAllowed' };
}

function floorOf({ aep, vatPercent }: BulkRow, percent: number): Cents {
  // in whole tenths of a percent: exact before rounding up
  return divideUp((aep ?? 0) * (100 + vatPercent) * (1000 + Math.round(percent * 10)), 100_000);
}

function grossOf({ aep, vatPercent }: BulkRow): Cents | null {
  return aep === null ? null : grossPurchasePrice(aep, vatPercent);
}

function addPercent(price: Cents, percent: number): Cents {
  const shares = price * (1000 + Math.round(percent * 10));
  return Math.floor((2 * shares + 1000) / 2000);
}

function divideUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (rest > 0 ? 1 : 0);
}

type Limits = { readonly floor: Cents; readonly ceiling: Cents };

/** The other direction beyond the limits; null: none fits. */
function withEnding(
  price: Cents,
  endings: readonly number[],
  way: EndingWay,
  { floor, ceiling }: Limits,
): Cents | null {
  const above = Math.min(...endings.map((ending) => nextUp(price, ending)));
  const below = Math.max(
    ...endings.map((ending) => nextUp(price, ending) - (nextUp(price, ending) === price ? 0 : 100)),
  );
  const up = above <= ceiling ? above : null;
  const down = below >= floor ? below : null;
  if (up === null || down === null) return up ?? down;
  if (way === 'nearest') return up - price < price - down ? up : down;
  return way === 'up' ? up : down;
}

function nextUp(price: Cents, ending: number): Cents {
  const rest = (((price - ending) % 100) + 100) % 100;
  return rest === 0 ? price : price + 100 - rest;
}
