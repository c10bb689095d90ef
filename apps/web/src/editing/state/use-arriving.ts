import { useDeferredValue, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { type Arriving, selectArriving } from '../../api/arriving-slice.ts';

type LoadedClass<List, Model> = new (list: List, readOnly: true) => { readonly model: Model };

/** The last rows stay until the list is drawn. */
export function useArriving<List, Model>(url: string, Loaded: LoadedClass<List, Model>, drawn: boolean) {
  const arriving = useSelector(selectArriving(url));
  const [last, setLast] = useState<{ url: string; arriving: Arriving }>();
  if (arriving && last?.arriving !== arriving) setLast({ url, arriving });
  else if (drawn && !arriving && last) setLast(undefined);
  const shown = arriving ?? (last?.url === url ? last.arriving : undefined);
  // Yields to the browser; the rest does not wait for it.
  const begun = useDeferredValue(shown !== undefined, false);
  const first = begun ? shown?.first : undefined;
  const model = useMemo(
    () => (first === undefined ? undefined : new Loaded(first as List, true).model),
    [first, Loaded],
  );
  return shown && model ? { model, rows: shown.rows, count: shown.count } : undefined;
}
