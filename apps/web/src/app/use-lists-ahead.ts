import i18next from 'i18next';
import { useEffect } from 'react';

const LOAD = [
  () => import('../features/price-lists/PriceListScreen.tsx'),
  () => import('../features/price-updates/UpdateScreen.tsx'),
  () => i18next.loadNamespaces(['editing', 'review', 'priceList', 'priceUpdate']),
];

/**
 * Loads the screens of lists and their texts once the page is idle, so that on a slow line a click waits for the rows alone
 * (rule 2.28). Browsers without idle moments load them with the click.
 */
export function useListsAhead(): void {
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return undefined;
    const waiting = requestIdleCallback(() => {
      // What does not come now comes with the click, which then says what went wrong.
      for (const load of LOAD) load().catch(() => undefined);
    });
    return () => cancelIdleCallback(waiting);
  }, []);
}
