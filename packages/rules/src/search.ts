import { boundText } from './incoming-text.ts';

/** Rule 2.10. */
export const SEARCH_MIN_LENGTH = 3;
export const SEARCH_MAX_LENGTH = 100;

export function isSearchable(query: string): boolean {
  return boundText(query.trim(), SEARCH_MAX_LENGTH).length >= SEARCH_MIN_LENGTH;
}

/** Rare: most texts are scanned once. */
const WRITTEN_TWO_WAYS = /ß|[\u0300-\u036f]/;

/** Capitals have SS for ß; PDFs and file names decompose umlauts. */
export function searchText(text: string): string {
  const lower = text.toLowerCase();
  return WRITTEN_TWO_WAYS.test(lower) ? boundText(lower, Infinity).replaceAll('ß', 'ss') : lower;
}
