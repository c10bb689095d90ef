import { type Cents, centsToNumber, numberToCents } from '@portal/rules';

/** A price as specified rows carry it: euros with at most two decimals, null for none. */
export function writeEuros(cents: Cents | null): number | null {
  return cents === null ? null : centsToNumber(cents);
}

/**
 * Such a price in cents.
 * @throws RangeError for more than two decimals, which no answer has
 */
export function readEuros(euros: number | null): Cents | null {
  if (euros === null) return null;
  const cents = numberToCents(euros);
  if (cents === undefined) throw new RangeError(`no price: ${euros}`);
  return cents;
}
