import i18next from 'i18next';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { fillFromCache } from '../api/load-price-list.ts';
import type { PortalDispatch } from './store.ts';

const LOAD = [
  () => import('../features/price-lists/PriceListScreen.tsx'),
  () => import('../features/price-updates/UpdateScreen.tsx'),
  () => i18next.loadNamespaces(['editing', 'review', 'priceList', 'priceUpdate']),
];

/**
 * Loads the screens of lists, their texts and what this browser has kept of products once the page is idle, so that on a slow line a click waits for the rows alone
 * (rule 2.28). Browsers without idle moments load them with the click.
 */
export function useListsAhead(): void {
  const dispatch = useDispatch<PortalDispatch>();
  useEffect(() => {
    dispatch((_dispatch, _state, extra) => fillFromCache(extra));
    if (typeof requestIdleCallback !== 'function') return undefined;
    const waiting = requestIdleCallback(() => {
      // What does not come now comes with the click, which then says what went wrong.
      for (const load of LOAD) load().catch(() => undefined);
    });
    return () => cancelIdleCallback(waiting);
  }, [dispatch]);
}
