import { rowOfPzn } from '@portal/list-view';
import { useCallback, useState } from 'react';
import type { KindTypes } from '../kind.ts';

/** By PZN: a reloaded list may have it elsewhere. */
export function usePriceCard<T extends KindTypes>(model: T['model']) {
  const [pzn, setPzn] = useState<string | null>(null);
  const open = useCallback((row: number) => setPzn(model.columns.pzn[row] as string), [model]);
  const close = useCallback(() => setPzn(null), []);
  return { row: pzn === null ? undefined : rowOfPzn(model, pzn), open, close };
}
