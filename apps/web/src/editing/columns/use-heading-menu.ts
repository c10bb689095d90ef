import { useCallback, useMemo, useState } from 'react';

/** The column whose menu is open, or its filter. */
export function useHeadingMenu() {
  const [state, setState] = useState<{ readonly id: string; readonly shows: 'menu' | 'filter' } | null>(null);
  const open = useCallback((id: string) => setState({ id, shows: 'menu' }), []);
  const filter = useCallback((id: string) => setState({ id, shows: 'filter' }), []);
  const close = useCallback(() => setState(null), []);
  return useMemo(() => ({ state, open, filter, close }), [state, open, filter, close]);
}

export type HeadingMenuState = ReturnType<typeof useHeadingMenu>;
