/** A search starts with this many characters (rule 2.10: 'more than 2'). */
export const SEARCH_MIN_LENGTH = 3;

/** True when the query, blanks around it aside, is long enough to search with. */
export function isSearchable(query: string): boolean {
  return query.trim().normalize().length >= SEARCH_MIN_LENGTH;
}

/** Few texts hold any of these, so that most are looked at once only. */
const WRITTEN_TWO_WAYS = /ß|[\u0300-\u036f]/;

/**
 * A text as searches compare it, in whatever letter case it is written: capitals have SS for ß, and what is copied out of a PDF or a name of
 * a file has umlauts of two characters.
 */
export function searchText(text: string): string {
  const lower = text.toLowerCase();
  return WRITTEN_TWO_WAYS.test(lower) ? lower.normalize().replaceAll('ß', 'ss') : lower;
}
