import { rowOfPzn } from '@portal/list-view';
import { useCallback, useState } from 'react';
import type { KindTypes } from '../kind/kind.ts';
import type { ListView } from '../state/use-list-editor.ts';
import { useDock } from './use-dock.ts';

/** By PZN: a reloaded list may have it elsewhere. Docked, it is the card of the active row. */
export function usePriceCard<T extends KindTypes>({ model, view }: ListView<T>) {
  const [isFound] = useState(view.rows.length === 1);
  const dock = useDock(view.review !== undefined || isFound);
  const { fits, enter } = dock;
  const [pzn, setPzn] = useState<string | null>(null);
  const open = useCallback(
    (row: number) => (fits ? enter(row) : setPzn(model.columns.pzn[row] as string)),
    [model, fits, enter],
  );
  const close = useCallback(() => setPzn(null), []);
  return { row: pzn === null || fits ? undefined : rowOfPzn(model, pzn), open, close, dock };
}

export type Cards = ReturnType<typeof usePriceCard>;
