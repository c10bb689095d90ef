import type { Cents } from './money.ts';
import { effectivePrice, PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** Cents; `priceType` null: not on the list. */
export type LoggedPrice = { readonly priceType: PriceType | null; readonly effectivePrice: Cents | null };

export type PriceStep = { readonly before: LoggedPrice; readonly after: LoggedPrice };

export type StepToday = {
  /** null: not on it. */
  readonly row: PriceState | null;
  /** A later change, or another list. */
  readonly changedSince: boolean;
  /** In an open MDP or QDP. */
  readonly blocked: boolean;
};

/** `delivered`: added by the save, and since brought by a package. */
export const LEFT_REASONS = ['changedSince', 'notListed', 'blocked', 'delivered', 'withoutPrice'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** null: removed from the list. */
export type UndoResult = { readonly restored: PriceState | null } | { readonly left: LeftReason };

/** Rule 11.9. The calculated price is not the save's: today's applies. */
export function undoStep({ before, after }: PriceStep, { row, changedSince, blocked }: StepToday): UndoResult {
  if (row === null && after.priceType !== null) return { left: 'notListed' };
  if (changedSince || !isAsLeft(after, row)) return { left: 'changedSince' };
  if (blocked) return { left: 'blocked' };
  const calculatedPrice = row?.calculatedPrice ?? null;
  if (before.priceType === null) return calculatedPrice === null ? { restored: null } : { left: 'delivered' };
  const own = before.priceType === PRICE_TYPE.own || before.priceType === PRICE_TYPE.permanent;
  const restored = { priceType: before.priceType, calculatedPrice, ownPrice: own ? before.effectivePrice : null };
  if (restored.priceType !== PRICE_TYPE.exclusion && effectivePrice(restored) === null) return { left: 'withoutPrice' };
  return { restored };
}

function isAsLeft(after: LoggedPrice, row: PriceState | null): boolean {
  if (row === null) return true;
  return row.priceType === after.priceType && effectivePrice(row) === after.effectivePrice;
}
