import type { PortalThunk } from './store.ts';

/** Asks for what the screen at an address shows; undefined where it is none of the screen's addresses. */
export type AskFor = (path: string) => PortalThunk<void> | undefined;

/** The screens of lists by what stands in their address: how to load them, and their texts beside those of every page. */
const SCREENS = {
  pricelist: { load: () => import('./PriceListRoute.tsx'), texts: ['editing', 'review', 'priceList'] },
  update: { load: () => import('./PriceUpdateRoute.tsx'), texts: ['editing', 'review', 'priceUpdate'] },
} as const;

export type ListScreen = (typeof SCREENS)[keyof typeof SCREENS];

export const LIST_SCREENS: readonly ListScreen[] = Object.values(SCREENS);

/** The screen of the list that an address shows; undefined for other pages. */
export function listScreenAt(path: string): ListScreen | undefined {
  const [, kind] = /^\/p\/[^/]+\/[^/]+\/(pricelist|mdp|qdp|lzd)\//.exec(path) ?? [];
  if (!kind) return undefined;
  return kind === 'pricelist' ? SCREENS.pricelist : SCREENS.update;
}
