import { intersectRows, rowOfPzn } from '@portal/list-view';
import { useMemo } from 'react';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from './use-list-editor.ts';

/** The rows on screen that somebody has marked, in the order of the screen. */
export function useMarkedInView<T extends KindTypes>({
  model,
  markedPzns,
  view: { rows },
}: Pick<ListEditor<T>, 'model' | 'markedPzns' | 'view'>): Uint32Array {
  return useMemo(() => {
    const inList = Uint32Array.from([...markedPzns].flatMap((pzn) => rowOfPzn(model, pzn) ?? []));
    return intersectRows(rows, inList, model.count);
  }, [model, markedPzns, rows]);
}
