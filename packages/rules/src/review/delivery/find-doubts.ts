import type { Cents } from '../../money.ts';
import { PRICE_TYPE } from '../../price-types.ts';
import { causeAround, findCommonFactor, middleOf, type PricePair } from './common-factor.ts';
import {
  DELIVERY_CHECKS,
  type DeliveryBackground,
  type DeliveryCheck,
  type DeliveryDoubt,
  type DeliveryRows,
} from './doubt.ts';

type Check = (rows: DeliveryRows, background: DeliveryBackground) => DeliveryDoubt | null;

/** Rule 14.61. Judges the file, not the edits; refuses nothing. */
export function findDeliveryDoubts(rows: DeliveryRows, background: DeliveryBackground): DeliveryDoubt[] {
  return DELIVERY_CHECKS.flatMap((name) => CHECKS[name](rows, background) ?? []);
}

const CHECKS: { readonly [Name in DeliveryCheck]: Check } = {
  commonFactor: (rows) => findCommonFactor(pairsOf(rows)),
  newArticleLevel,
  staleBase,
  unusualShare,
};

/** Beside the calculated price: own prices follow no calculation. */
function pairsOf(rows: DeliveryRows): PricePair[] {
  return rows.calculatedPrice.flatMap((after, row) => {
    const before = calculatedBeforeAt(rows, row);
    if (before === null || after === null) return [];
    return [{ before, after, followsAvp: followsAvp(rows, row, after / before) }];
  });
}

function calculatedBeforeAt({ before, calculatedBefore, priceTypeBefore, statedBefore }: DeliveryRows, row: number) {
  const type = priceTypeBefore[row] ?? null;
  if (type === null) return before[row] ?? null;
  if (type === PRICE_TYPE.calculated) return before[row] ?? calculatedBefore?.[row] ?? null;
  return calculatedBefore?.[row] ?? statedBefore?.[row] ?? null;
}

/** A producer's rise: the same way, at least half as far. */
function followsAvp({ avp, formerAvp }: DeliveryRows, row: number, factor: number): boolean {
  const [now, was] = [avp[row] ?? null, formerAvp?.[row] ?? null];
  if (!now || !was || now === was) return false;
  return now > was === factor > 1 && Math.abs(now / was - 1) * 2 >= Math.abs(factor - 1);
}

const MIN_NEW = 10;
/** Their median tells the VAT only roughly. */
const LEVEL_TOLERANCE = 0.05;

function newArticleLevel(rows: DeliveryRows, { priceToAvp }: DeliveryBackground): DeliveryDoubt | null {
  if (!priceToAvp) return null;
  const ratios = rows.calculatedPrice.flatMap((price, row) => {
    const isNew = (rows.before[row] ?? null) === null && (rows.priceTypeBefore[row] ?? null) === null;
    const avp = rows.avp[row] ?? null;
    return isNew && price !== null && avp ? [price / avp] : [];
  });
  if (ratios.length < MIN_NEW) return null;
  const found = causeAround(middleOf(ratios) / priceToAvp, LEVEL_TOLERANCE);
  if (found === null) return null;
  return { check: 'newArticleLevel', factor: found.factor, cause: found.cause, rows: ratios.length };
}

function staleBase(rows: DeliveryRows, background: DeliveryBackground): DeliveryDoubt | null {
  let [count, of, worst, furthest] = [0, 0, -1, 0];
  for (let row = 0; row < rows.calculatedPrice.length; row++) {
    const base = statedBaseAt(rows, background, row);
    if (base === null) continue;
    of++;
    if (!base.isStale) continue;
    count++;
    const distance = Math.abs(base.stated / base.listed - 1);
    if (distance <= furthest) continue;
    furthest = distance;
    worst = row;
  }
  const base = statedBaseAt(rows, background, worst);
  return base && { check: 'staleBase', rows: count, of, worst, stated: base.stated, listed: base.listed };
}

/**
 * Stale: neither the price in force nor the calculated one.
 * @returns null where unknown, or where the row changed after the file arrived
 */
export function statedBaseAt(
  rows: DeliveryRows,
  { arrivedAt }: Pick<DeliveryBackground, 'arrivedAt'>,
  row: number,
): { readonly stated: Cents; readonly listed: Cents; readonly isStale: boolean } | null {
  const changedAt = rows.changedAt?.[row] ?? null;
  if (arrivedAt !== null && changedAt !== null && changedAt > arrivedAt) return null;
  const stated = rows.statedBefore?.[row] ?? null;
  const listed = calculatedBeforeAt({ ...rows, statedBefore: null }, row);
  if (!stated || !listed) return null;
  const isKnown = stated === listed || stated === (rows.before[row] ?? null) || stated === rows.calculatedBefore?.[row];
  return { stated, listed, isStale: !isKnown };
}

/** More than twice the largest of at least three updates, and a quarter of the list more. */
const UNUSUAL = { updates: 3, times: 2, share: 0.25, rows: 20 };

function unusualShare(
  { calculatedPrice, before, priceTypeBefore }: DeliveryRows,
  { formerChanges, listCount }: DeliveryBackground,
): DeliveryDoubt | null {
  if (formerChanges.length < UNUSUAL.updates || listCount === 0) return null;
  let rows = 0;
  for (const [row, price] of calculatedPrice.entries()) {
    const isCalculated = (priceTypeBefore[row] ?? PRICE_TYPE.calculated) === PRICE_TYPE.calculated;
    if (isCalculated && price !== null && price !== (before[row] ?? null)) rows++;
  }
  const most = Math.max(...formerChanges);
  const isFarBeyond = rows > UNUSUAL.times * most && rows - most >= UNUSUAL.share * listCount;
  if (!isFarBeyond || rows < UNUSUAL.rows) return null;
  return { check: 'unusualShare', rows, most, updates: formerChanges.length };
}
