import type { RowEdit, RowEdits } from '@portal/rules';
import type { InputFault } from './PriceInput.tsx';

/** Something that is no price, and what the row held before it was typed. */
export type HeldFault = InputFault & { readonly held: RowEdit | undefined };

type Mistyped = { readonly pzn: string; readonly fault: InputFault };

/** The faults with one more; further wrong keystrokes in a row keep what it held before the first. */
export function withFault(
  faults: ReadonlyMap<string, HeldFault>,
  edits: RowEdits,
  { pzn, fault }: Mistyped,
): ReadonlyMap<string, HeldFault> {
  const held = faults.has(pzn) ? faults.get(pzn)?.held : edits.get(pzn);
  return new Map(faults).set(pzn, { ...fault, held });
}

/**
 * The edits for a price that takes the place of something wrong: its row is again as it was before, so that correcting a
 * typing error (or typing '0,99', which begins with one) keeps the ticks of 'Dauerpreis' and 'Ausschluss'.
 */
export function resumed(edits: RowEdits, faults: ReadonlyMap<string, HeldFault>, pzn: string | undefined): RowEdits {
  const held = pzn === undefined ? undefined : faults.get(pzn)?.held;
  return held && pzn !== undefined ? new Map(edits).set(pzn, held) : edits;
}
