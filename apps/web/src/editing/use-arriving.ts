import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectArriving } from '../api/arriving-slice.ts';

type LoadedClass<List, Model> = new (list: List, readOnly: true) => { readonly model: Model };

/** What has come so far of the list at an address: its first rows, and how many of how many there are. */
export function useArriving<List, Model>(url: string, Loaded: LoadedClass<List, Model>) {
  const arriving = useSelector(selectArriving(url));
  const first = arriving?.first;
  const model = useMemo(
    () => (first === undefined ? undefined : new Loaded(first as List, true).model),
    [first, Loaded],
  );
  return arriving && model ? { model, rows: arriving.rows, count: arriving.count } : undefined;
}
