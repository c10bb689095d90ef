import type { Cents } from '../../money.ts';
import { PRICE_TYPE } from '../../price-types.ts';
import { causeAround, findCommonFactor } from './common-factor.ts';
import { countRows, mostCommonFactor, type PricePair } from './factor-pairs.ts';
import type { DeliveryBackground, DeliveryDoubt, DeliveryRows } from './doubt.ts';
import { DELIVERY_LIMITS, type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';
import { middleOf, quantileOf } from './middle.ts';
import { isExplained, isRepair } from './moved-columns.ts';
import { FORMER_DELIVERIES, usualOf } from './usual.ts';

type Check = (rows: DeliveryRows, background: DeliveryBackground, limits: DeliveryLimits) => DeliveryDoubt | null;

/** Rules 20.3 and 20.4: what rows and list tell at any time. Judges the file, not the edits. */
export function findDeliveryDoubts(
  rows: DeliveryRows,
  background: DeliveryBackground,
  limits: DeliveryLimits = DELIVERY_LIMITS,
): DeliveryDoubt[] {
  return CHECKS.flatMap((check) => check(rows, background, limits) ?? []);
}

const CHECKS: readonly Check[] = [(rows) => findCommonFactor(pairsOf(rows)), newArticleLevel, staleBase, unusualShare];

/** Beside the calculated price: own prices follow no calculation. */
function pairsOf(rows: DeliveryRows): PricePair[] {
  return rows.calculatedPrice.flatMap((after, row) => {
    const before = calculatedBeforeAt(rows, row);
    if (before === null || after === null) return [];
    const factor = after / before;
    const isByAep = isExplained(factor, rows.aep?.[row] ?? null, rows.formerAep?.[row] ?? null);
    const isBack = isRepair(after, before, rows.listedBefore?.[row] ?? null);
    // The mistake once more is a former price, too.
    const isMended = isBack && isNearer(after, before, rows.avp[row] ?? null);
    const follows = followsAvp(rows, row, factor);
    return [{ before, after, followsAvp: follows, isExplained: isByAep || isBack, isRepair: isMended }];
  });
}

function calculatedBeforeAt({ before, calculatedBefore, priceTypeBefore, statedBefore }: DeliveryRows, row: number) {
  const type = priceTypeBefore[row] ?? null;
  if (type === null) return before[row] ?? null;
  if (type === PRICE_TYPE.calculated) return before[row] ?? calculatedBefore?.[row] ?? null;
  return calculatedBefore?.[row] ?? statedBefore?.[row] ?? null;
}

function isNearer(after: Cents, before: Cents, avp: Cents | null): boolean {
  return Boolean(avp) && Math.abs(Math.log(after / (avp as Cents))) < Math.abs(Math.log(before / (avp as Cents)));
}

function followsAvp({ avp, formerAvp }: DeliveryRows, row: number, factor: number): boolean {
  return isExplained(factor, avp[row] ?? null, formerAvp?.[row] ?? null);
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

const MIN_STALE = 3;

function staleBase(
  rows: DeliveryRows,
  background: DeliveryBackground,
  { staleShare }: DeliveryLimits,
): DeliveryDoubt | null {
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
  const isFew = count < MIN_STALE && count * 2 < of;
  if (isFew || count < staleShare * of) return null;
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

/** Without what AVP, AEP or a former price explain. */
export function signedChanges(rows: DeliveryRows): number[] {
  return rows.calculatedPrice.flatMap((price, row) => {
    const before = calculatedBeforeAt(rows, row);
    if (before === null || !price || price === before) return [];
    const isBack = isNear(price, rows.listedBefore?.[row] ?? null);
    const isByAep = isExplained(price / before, rows.aep?.[row] ?? null, rows.formerAep?.[row] ?? null);
    return isBack || isByAep || followsAvp(rows, row, price / before) ? [] : [price / before - 1];
  });
}

const BACK = 0.1;

function isNear(price: Cents, former: Cents | null): boolean {
  return former !== null && former > 0 && Math.abs(price / former - 1) < BACK;
}

const LEAST_CHANGES_SPREAD = 0.05;
const UNUSUAL_SHARE = 0.25;

function unusualShare(
  rows: DeliveryRows,
  { formerChanges, listCount }: DeliveryBackground,
  { spreads }: DeliveryLimits,
): DeliveryDoubt | null {
  const usual = usualOf(formerChanges, { leastSpread: LEAST_CHANGES_SPREAD * listCount });
  if (usual === null || listCount === 0) return null;
  const changed = withoutCampaign(changesOf(rows));
  const most = usual.middle + Math.max(spreads * usual.spread, UNUSUAL_SHARE * listCount);
  if (changed < MIN_DOUBTED_ROWS || changed <= most) return null;
  const updates = Math.min(formerChanges.length, FORMER_DELIVERIES.most);
  return { check: 'unusualShare', rows: changed, usual: usual.middle, updates };
}

const CAMPAIGN = { most: 10, tolerance: 0.0005 };

/** Prices that fall by one whole percentage, 10 % at most, or rise back from it. New articles change no price. */
function withoutCampaign(changes: readonly PricePair[]): number {
  const factor = mostCommonFactor(changes);
  const fall = 100 * (1 - Math.min(factor, 1 / factor));
  const isCampaign =
    fall > 0.5 && fall < CAMPAIGN.most + 0.5 && Math.abs(fall - Math.round(fall)) < 100 * CAMPAIGN.tolerance;
  return changes.length - (isCampaign ? countRows(changes, factor) : 0);
}

/** In percent (rule 20.4). @returns null where too few change */
export function usualChange(rows: DeliveryRows): number | null {
  const changes = changesOf(rows).map(({ before, after }) => Math.abs(after / before - 1));
  return changes.length < MIN_DOUBTED_ROWS ? null : Math.round(quantileOf(changes, 0.8) * 1000) / 10;
}

function changesOf(rows: DeliveryRows): PricePair[] {
  return rows.calculatedPrice.flatMap((after, row) => {
    const isCalculated = (rows.priceTypeBefore[row] ?? PRICE_TYPE.calculated) === PRICE_TYPE.calculated;
    const before = rows.before[row] ?? null;
    if (!isCalculated || !after || !before || after === before || followsAvp(rows, row, after / before)) return [];
    return [{ before, after }];
  });
}
