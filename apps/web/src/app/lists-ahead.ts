import i18next from 'i18next';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { fillFromCache } from '../api/load-price-list.ts';
import { nextTurn } from '../lib/in-pieces.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { LIST_SCREENS, type ListScreen, listScreenAt } from './list-screens.ts';
import type { PortalDispatch } from './store.ts';

type Load = () => Promise<unknown>;

/** What shows a list's first rows. */
const screenOf = ({ load, texts }: ListScreen): readonly Load[] => [load, () => i18next.loadNamespaces(texts)];

/** What works on the whole of it. */
const WORK: readonly Load[] = [() => import('./PriceListWork.tsx'), () => import('./PriceUpdateWork.tsx')];

const MENUS_AND_DIALOGS: readonly Load[] = [
  () => import('./UserMenuItems.tsx'),
  () => import('./ToolsMenuItems.tsx'),
  () => import('./GroupExportDialog.tsx'),
  () => import('../features/exports/TillDialog.tsx'),
];

/** What does not come now comes with the screen, which then says what went wrong. */
function start(loads: readonly Load[]): void {
  for (const load of loads) load().catch(() => undefined);
}

/** The same where nobody waits for it: asking for all of them at once would take a phone a tenth of a second. */
async function startByTurns(loads: readonly Load[]): Promise<void> {
  for (const load of loads) {
    start([load]);
    await nextTurn();
  }
}

/** Loads the screen of a list at this address, and its texts, while the sign-in is under way. */
export function loadScreenAhead(path: string): void {
  const screen = listScreenAt(path);
  if (screen) start(screenOf(screen));
}

/**
 * Loads the screens of lists, their texts and what this browser has kept of products once the page is idle, so that on a slow line a click waits for the rows alone
 * (rule 2.28).
 * @param there whether the page has what it shows itself: it is idle while it waits for that, and must not wait longer
 */
export function useListsAhead(there: boolean): void {
  const dispatch = useDispatch<PortalDispatch>();
  useEffect(() => {
    if (!there) return undefined;
    dispatch((_dispatch, _state, extra) => fillFromCache({ dispatch, extra }));
    return whenIdle(() => void startByTurns([...LIST_SCREENS.flatMap(screenOf), ...WORK, ...MENUS_AND_DIALOGS]));
  }, [dispatch, there]);
}
