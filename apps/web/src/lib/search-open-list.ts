import { useEffect } from 'react';

let search: ((query: string) => void) | undefined;

/** @returns whether a list is open that takes the search */
export function searchOpenList(query: string): boolean {
  search?.(query);
  return search !== undefined;
}

/** An open list takes searches from outside of it: its address is read only once (rule 2.22). */
export function useSearchFromOutside(onSearch: (query: string) => void): void {
  useEffect(() => {
    search = onSearch;
    return () => {
      if (search === onSearch) search = undefined;
    };
  }, [onSearch]);
}
