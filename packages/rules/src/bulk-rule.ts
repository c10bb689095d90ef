import { type Cents, isAllowedPrice } from './money.ts';
import { grossPurchasePrice } from './review/list-margin.ts';

/** What a bulk rule starts from; the references of the market are those that a list may know. */
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

/** Which price with a wanted ending is taken. */
export const ENDING_WAYS = ['nearest', 'up', 'down'] as const;
export type EndingWay = (typeof ENDING_WAYS)[number];

/**
 * How the prices of many rows are set (rule 3.16). `price` starts from the price as it stands, `aep` from the AEP with value added
 * tax. Percentages have one decimal.
 */
export type BulkRule = {
  readonly from: BulkReference;
  /** percent of it that is added, -99,9 to 999,9 */
  readonly percent: number;
  /** added after that, in cents; may be negative */
  readonly amount: Cents;
  /** last two digits of a price, 0 to 99; none keeps the price as it is worked out */
  readonly endings: readonly number[];
  readonly way: EndingWay;
  /** never below AEP with value added tax and so many percent more; null for no floor */
  readonly floorPercent: number | null;
  /** never above the AVP */
  readonly upToAvp: boolean;
};

/** Percentages from `min` to `max`, amounts in cents up to `amount` either way. */
export const BULK_LIMITS = { percent: { min: -99.9, max: 999.9 }, amount: 99_999 } as const;

/** What a bulk rule looks at in a row: prices in cents, gross but for the AEP; null where unknown. */
export type BulkRow = { readonly [Name in BulkReference]: Cents | null } & {
  /** whole percent */
  readonly vatPercent: number;
};

/** Why a row is left as it is. */
export const BULK_ISSUES = ['noReference', 'noAep', 'noAvp', 'contradiction', 'noEnding', 'notAllowed'] as const;
export type BulkIssue = (typeof BULK_ISSUES)[number];
export type BulkResult = { readonly price: Cents } | { readonly issue: BulkIssue };

/**
 * The price that a rule gives a row, or why it gives none (rule 3.16): the reference, percent and amount added, rounded half away from
 * zero; then brought between floor and ceiling; then to the nearest, next higher or next lower price with one of the endings that
 * lies between them.
 */
export function applyBulkRule(rule: BulkRule, row: BulkRow): BulkResult {
  const reference = rule.from === 'aep' ? grossOf(row) : row[rule.from];
  if (reference === null) return { issue: 'noReference' };
  return limitPrice(rule, row, addPercent(reference, rule.percent) + rule.amount);
}

/** Floor, ceiling and endings of a rule for a price. What they give back stays as it is when they are applied once more. */
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
  // a price that is eaten up is no cheap price
  const limited = Math.min(ceiling, floorPercent === null ? price : Math.max(floor, price));
  if (!isAllowedPrice(limited)) return { issue: 'notAllowed' };
  const ended = endings.length === 0 ? limited : withEnding(limited, endings, way, { floor, ceiling });
  if (ended === null) return { issue: 'noEnding' };
  return isAllowedPrice(ended) ? { price: ended } : { issue: 'notAllowed' };
}

/** The lowest price that is not below AEP with value added tax and so many percent more, in whole cents. */
function floorOf({ aep, vatPercent }: BulkRow, percent: number): Cents {
  // tenths of a percent are whole, so that nothing is lost before it is rounded up
  return divideUp((aep ?? 0) * (100 + vatPercent) * (1000 + Math.round(percent * 10)), 100_000);
}

function grossOf({ aep, vatPercent }: BulkRow): Cents | null {
  return aep === null ? null : grossPurchasePrice(aep, vatPercent);
}

/** Half away from zero. */
function addPercent(price: Cents, percent: number): Cents {
  const shares = price * (1000 + Math.round(percent * 10));
  return Math.floor((2 * shares + 1000) / 2000);
}

function divideUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (rest > 0 ? 1 : 0);
}

type Limits = { readonly floor: Cents; readonly ceiling: Cents };

/** Where the wanted way leads out of the limits the other one is taken; null where no ending lies within them. */
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

/** The lowest price with this ending that is not below it. */
function nextUp(price: Cents, ending: number): Cents {
  const rest = (((price - ending) % 100) + 100) % 100;
  return rest === 0 ? price : price + 100 - rest;
}
