/** A search starts with this many characters (rule 2.10: 'more than 2'). */
export const SEARCH_MIN_LENGTH = 3;

/** True when the query, blanks around it aside, is long enough to search with. */
export function isSearchable(query: string): boolean {
  return query.trim().length >= SEARCH_MIN_LENGTH;
}
