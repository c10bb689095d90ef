import { preload } from '../lib/preload.ts';
import { TEXTS_PATH } from '../lib/translations-folder.ts';

/** The namespaces of texts that the screens of lists need beside those of every page. */
export const LIST_TEXTS = {
  priceList: ['editing', 'review', 'priceList'],
  priceUpdate: ['editing', 'review', 'priceUpdate'],
} as const;

/**
 * Loads the code and texts of the list in an address while sign-in and application are loading (rule 2.28). Routes do the same, but
 * later: on a slow line the list would wait for the application first.
 */
export function preloadList(path: string): void {
  const [, screen] = /^\/p\/[^/]+\/[^/]+\/(pricelist|mdp|qdp|lzd)\//.exec(path) ?? [];
  if (!screen) return;
  const isPriceList = screen === 'pricelist';
  for (const namespace of isPriceList ? LIST_TEXTS.priceList : LIST_TEXTS.priceUpdate)
    preload(TEXTS_PATH.replace('{{lng}}', 'de').replace('{{ns}}', namespace), 'fetch');
  const code = isPriceList ? import('./PriceListRoute.tsx') : import('./PriceUpdateRoute.tsx');
  // Missing code is shown by the screen.
  code.catch(() => undefined);
}
