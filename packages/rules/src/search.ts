import { normalizePzn } from './pzn.ts';

/** A search starts with this many characters (rule 2.10: 'more than 2'). */
export const SEARCH_MIN_LENGTH = 3;

export type SearchableProduct = {
  readonly pzn: string;
  readonly name: string;
  readonly producer: string | null;
  readonly brand: string | null;
};

/** True when the query, blanks around it aside, is long enough to search with. */
export function isSearchable(query: string): boolean {
  return query.trim().length >= SEARCH_MIN_LENGTH;
}

/**
 * Compiles a query once for use on many rows (rule 2.10): name, producer or brand contain it in any letter case,
 * or it is the PZN, written with or without 'PZN-' and leading zeros. A query too short to search with matches everything.
 */
export function compileSearch(query: string): (product: SearchableProduct) => boolean {
  if (!isSearchable(query)) return () => true;
  const needle = query.trim().toLowerCase();
  const pzn = normalizePzn(query);
  const contains = (text: string | null) => text?.toLowerCase().includes(needle) ?? false;
  return (product) =>
    product.pzn === pzn || contains(product.name) || contains(product.producer) || contains(product.brand);
}

/** `compileSearch` for a single row. */
export function matchesSearch(product: SearchableProduct, query: string): boolean {
  return compileSearch(query)(product);
}
