import { type Cents, centsToNumber, numberToCents } from '@portal/rules';

/** Euros with at most two decimals. */
export function writeEuros(cents: Cents | null): number | null {
  return cents === null ? null : centsToNumber(cents);
}

/** @throws RangeError for more than two decimals */
export function readEuros(euros: number | null): Cents | null {
  if (euros === null) return null;
  const cents = numberToCents(euros);
  if (cents === undefined) throw new RangeError(`no price: ${euros}`);
  return cents;
}
