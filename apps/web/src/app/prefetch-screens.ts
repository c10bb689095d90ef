import i18next from 'i18next';
import { fillFromCache } from '../api/load-price-list.ts';
import { whenIdle, yieldToMain } from '../lib/scheduler.ts';
import { LIST_TEXTS } from './preload-list.ts';
import type { PortalThunk } from './store.ts';

/** The code and texts of lists, and of the dialogs of the dashboard. */
const LOADS: readonly (() => Promise<unknown>)[] = [
  () => import('./PriceListRoute.tsx'),
  () => i18next.loadNamespaces(Object.values(LIST_TEXTS).flat()),
  () => import('./PriceUpdateRoute.tsx'),
  () => import('./PriceListEditorWithTools.tsx'),
  () => import('./UpdateEditorWithTools.tsx'),
  () => import('./UserMenuItems.tsx'),
  () => import('./ToolsMenuItems.tsx'),
  () => import('./quick-jump/QuickJumpDialog.tsx'),
  () => i18next.loadNamespaces('quickJump'),
  () => import('./GroupExportDialog.tsx'),
  () => import('../features/exports/TillDialog.tsx'),
];

/** On an idle dashboard (rule 2.28). Errors show when the part is opened. */
export function prefetchScreens(): PortalThunk<() => void> {
  return (dispatch, _getState, extra) => {
    fillFromCache({ dispatch, extra });
    return whenIdle(() => void loadOneByOne());
  };
}

/** Starting all of them at once would block a phone for 100 ms. */
async function loadOneByOne(): Promise<void> {
  for (const load of LOADS) {
    load().catch(() => undefined);
    await yieldToMain();
  }
}
