import { isSearchable, normalizePzn, readScan, searchText } from '@portal/rules';
import { rowHolds, scanHaystack } from './haystack.ts';
import { haystackOf, rowOfPzn, type TextModel, wordsHaystackOf } from './model.ts';
import type { RowMask } from './row-mask.ts';

/**
 * Rows that a query finds (rule 2.10), in any letter case: one word is part of the name, the producer or the brand; of several
 * words each is part of one of these, of the content or of the ATC code. Or the query is the PZN, written with or without 'PZN-' and
 * leading zeros, or a code with the PZN in it, as it is scanned (rule 2.40). Undefined, for all rows, when the query is too short to search with.
 */
export function searchIndex(model: TextModel, query: string): RowMask | undefined {
  if (!isSearchable(query)) return undefined;
  const mask = new Uint8Array(model.count);
  const words = searchText(query.trim()).split(/\s+/);
  const haystack = words.length > 1 ? wordsHaystackOf(model) : haystackOf(model);
  // The longest word is in the fewest rows; only those are looked at for the others.
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  scanHaystack(haystack, longest, (row) => {
    mask[row] = others.every((word) => rowHolds(haystack, row, word)) ? 1 : 0;
  });
  const pzn = readScan(query)?.pzn ?? normalizePzn(query);
  const exact = pzn === undefined ? undefined : rowOfPzn(model, pzn);
  if (exact !== undefined) mask[exact] = 1;
  return mask;
}
