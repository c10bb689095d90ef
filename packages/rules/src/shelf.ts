import type { Cents } from './money.ts';
import { hasValidPznCheckDigit, normalizePzn } from './pzn.ts';
import { latestScan, readScan, scannedText } from './scan.ts';

/** `other`: a code without a PZN; `text`: what was read. */
export type ShelfCode =
  | { readonly kind: 'pzn'; readonly pzn: string }
  | { readonly kind: 'other' | 'invalid'; readonly text: string };

/** A code as in rule 2.40, or a typed PZN, also without its leading zeros (rule 21.2). */
export function readShelfCode(text: string): ShelfCode {
  const scan = readScan(text) ?? readScan(latestScan(text));
  const typed = normalizePzn(text);
  const pzn = scan?.pzn ?? (typed !== undefined && hasValidPznCheckDigit(typed) ? typed : null);
  if (pzn !== null) return { kind: 'pzn', pzn };
  return { kind: scan ? 'other' : 'invalid', text: scannedText(text) };
}

/**
 * Rules 16.10 and 21.3.
 * - `unknown`: before the first print
 * - `missing`: has a price, no label
 * - `remove`: excluded or no longer listed
 * - `none`: neither price nor label
 */
export type ShelfLabelState = 'unknown' | 'right' | 'outdated' | 'missing' | 'remove' | 'none';

export function shelfLabelState(
  { price, labelPrice }: { readonly price: Cents | null; readonly labelPrice: Cents | null },
  labelled: boolean,
): ShelfLabelState {
  if (!labelled) return price === null ? 'none' : 'unknown';
  if (price === null) return labelPrice === null ? 'none' : 'remove';
  if (labelPrice === null) return 'missing';
  return labelPrice === price ? 'right' : 'outdated';
}

export function isOpenLabel(state: ShelfLabelState): boolean {
  return state === 'outdated' || state === 'missing' || state === 'remove';
}
