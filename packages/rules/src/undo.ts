import type { Cents } from './money.ts';
import { effectivePrice, PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** A price as the log keeps it, in cents; `priceType` null: the product was not on the list. */
export type LoggedPrice = { readonly priceType: PriceType | null; readonly effectivePrice: Cents | null };

/** One row of a save's log: what its price was and what the save made of it. */
export type PriceStep = { readonly before: LoggedPrice; readonly after: LoggedPrice };

/** What has become of the product since. */
export type StepToday = {
  /** Its row on the list of the save, null where it is not on it. */
  readonly row: PriceState | null;
  /** The log has a later change of its price or type, or it stands on another list. */
  readonly changedSince: boolean;
  /** It is part of an open MDP or QDP. */
  readonly blocked: boolean;
};

/** `delivered`: the save added the product, and a package has brought it since. */
export const LEFT_REASONS = ['changedSince', 'notListed', 'blocked', 'delivered', 'withoutPrice'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/** The row as it shall be, null to take the product off the list; or why it is left as it is. */
export type UndoResult = { readonly restored: PriceState | null } | { readonly left: LeftReason };

/**
 * What taking back a save makes of one of its rows (rule 11.9). Type and own price become what they were before; the
 * calculated price is not the save's to change, so a row that goes back to it has the one of today.
 */
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
