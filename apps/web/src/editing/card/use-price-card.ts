import { rowOfPzn } from '@portal/list-view';
import { useCallback, useState } from 'react';
import type { KindTypes } from '../kind.ts';

/** Which article's price card is open. It is known by its PZN: a list that is loaded again may hold it elsewhere, or no more. */
export function usePriceCard<T extends KindTypes>(model: T['model']) {
  const [pzn, setPzn] = useState<string | null>(null);
  const open = useCallback((row: number) => setPzn(model.columns.pzn[row] as string), [model]);
  const close = useCallback(() => setPzn(null), []);
  return { row: pzn === null ? undefined : rowOfPzn(model, pzn), open, close };
}
