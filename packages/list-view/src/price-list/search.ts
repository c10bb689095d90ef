import { isSearchable, normalizePzn, readScan, searchText } from '@portal/rules';
import { rowHolds, scanHaystack } from './haystack.ts';
import { haystackOf, rowOfPzn, type TextModel, wordsHaystackOf } from './model.ts';
import type { RowMask } from './row-mask.ts';

/** Rules 2.10 and 2.40. Undefined: the query is too short. */
export function searchIndex(model: TextModel, query: string): RowMask | undefined {
  if (!isSearchable(query)) return undefined;
  const mask = new Uint8Array(model.count);
  const words = searchText(query.trim()).split(/\s+/);
  const haystack = words.length > 1 ? wordsHaystackOf(model) : haystackOf(model);
  // Few rows have the longest word.
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  scanHaystack(haystack, longest, (row) => {
    mask[row] = others.every((word) => rowHolds(haystack, row, word)) ? 1 : 0;
  });
  const pzn = readScan(query)?.pzn ?? normalizePzn(query);
  const exact = pzn === undefined ? undefined : rowOfPzn(model, pzn);
  if (exact !== undefined) mask[exact] = 1;
  return mask;
}
