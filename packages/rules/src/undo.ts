import type { Cents } from './money.ts';
import { type Day, type LayeredRow, shownState } from './price-period.ts';
import { effectivePrice, PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** Cents; `priceType` null: not on the list. */
export type LoggedPrice = { readonly priceType: PriceType | null; readonly effectivePrice: Cents | null };

export type PriceStep = {
  readonly before: LoggedPrice;
  readonly after: LoggedPrice;
  /** The period that it ended. */
  readonly ended?: {
    readonly beneath: PriceState;
    readonly until: Day;
    /** By one that was entered since. */
    readonly overlapped?: boolean;
  } | null;
  readonly onPeriod?: 'began' | 'changed' | null;
  /** The row over which it let an ended period run again. */
  readonly resumedOver?: Pick<PriceState, 'priceType' | 'ownPrice'> | null;
};

export type StepToday = {
  /** null: not on it. */
  readonly row: LayeredRow | null;
  readonly stillRuns?: boolean;
  readonly today: Day;
  /** A later change, or another list. */
  readonly changedSince: boolean;
  /** In an open MDP or QDP. */
  readonly blocked: boolean;
};

/** `delivered`: added by the save, and since brought by a package. */
export const LEFT_REASONS = ['changedSince', 'notListed', 'blocked', 'delivered', 'withoutPrice', 'overlaps'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** null: removed from the list. `resumes`: the period that the save has ended. */
export type UndoneRow = LayeredRow & { readonly resumes: boolean };
export type UndoResult = { readonly restored: UndoneRow | null } | { readonly left: LeftReason };

/** Rules 11.9 and 17.8. The calculated price is not the save's: today's applies. */
export function undoStep(step: PriceStep, { row, stillRuns, changedSince, blocked, today }: StepToday): UndoResult {
  const { before, after, ended, onPeriod, resumedOver } = step;
  if (row === null && after.priceType !== null) return { left: 'notListed' };
  const left = onPeriod ? stillRuns && isAsLeft(after, row && shownState(row)) : isAsLeft(after, row && row.beneath);
  if (changedSince || !left) return { left: 'changedSince' };
  if (blocked) return { left: 'blocked' };
  const calculatedPrice = row?.beneath.calculatedPrice ?? null;
  if (row && onPeriod) {
    const { beneath, period } = row;
    const isKept = onPeriod === 'changed' && period !== null && before.effectivePrice !== null;
    if (isKept) return restored(beneath, { ...period, price: before.effectivePrice });
    const isAsResumed = resumedOver?.priceType === beneath.priceType && resumedOver.ownPrice === beneath.ownPrice;
    return restored((isAsResumed && stateOf(before, calculatedPrice)) || beneath, null);
  }
  if (ended && before.effectivePrice !== null) {
    const resumes = ended.until >= today;
    if (resumes && ended.overlapped) return { left: 'overlaps' };
    const period = resumes ? { price: before.effectivePrice, until: ended.until } : (row?.period ?? null);
    return restored({ ...ended.beneath, calculatedPrice }, period, resumes);
  }
  if (before.priceType === null) return calculatedPrice === null ? { restored: null } : { left: 'delivered' };
  return restored(stateOf(before, calculatedPrice) as PriceState, row?.period ?? null);
}

function stateOf({ priceType, effectivePrice: price }: LoggedPrice, calculatedPrice: Cents | null): PriceState | null {
  const isOwn = priceType === PRICE_TYPE.own || priceType === PRICE_TYPE.permanent;
  return priceType === null ? null : { priceType, calculatedPrice, ownPrice: isOwn ? price : null };
}

function restored(beneath: PriceState, period: LayeredRow['period'], resumes = false): UndoResult {
  if (beneath.priceType !== PRICE_TYPE.exclusion && effectivePrice(beneath) === null) return { left: 'withoutPrice' };
  return { restored: { beneath, period, resumes } };
}

function isAsLeft(after: LoggedPrice, row: PriceState | null): boolean {
  if (row === null) return true;
  return row.priceType === after.priceType && effectivePrice(row) === after.effectivePrice;
}
