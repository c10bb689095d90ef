import { isSearchable, normalizePzn } from '@portal/rules';
import { scanHaystack } from './haystack.ts';
import { haystackOf, rowOfPzn, type TextModel } from './model.ts';
import type { RowMask } from './row-mask.ts';

/**
 * Rows that a query finds (rule 2.10): name, producer or brand contain it in any letter case, or it is the PZN, written
 * with or without 'PZN-' and leading zeros. Undefined, for all rows, when the query is too short to search with.
 */
export function searchIndex(model: TextModel, query: string): RowMask | undefined {
  if (!isSearchable(query)) return undefined;
  const mask = new Uint8Array(model.count);
  scanHaystack(haystackOf(model), query.trim().toLowerCase(), (row) => {
    mask[row] = 1;
  });
  const pzn = normalizePzn(query);
  const exact = pzn === undefined ? undefined : rowOfPzn(model, pzn);
  if (exact !== undefined) mask[exact] = 1;
  return mask;
}
