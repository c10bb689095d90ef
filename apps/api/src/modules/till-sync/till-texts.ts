import type { TillReload } from '@portal/contracts';
import { RESERVED_NAMES } from '@portal/rules';

export const TILL_TEXT = {
  reload: {
    first: 'Die ganze Preisliste wird geladen.',
    unreadable: 'Der gesendete Cursor ist nicht lesbar. Die ganze Preisliste wird neu geladen.',
    foreign: 'Der gesendete Cursor gehört zu einer anderen Apotheke. Die ganze Preisliste wird neu geladen.',
    outdated:
      'Der gesendete Cursor gilt nicht mehr, weil die Preisliste der Apotheke ausgetauscht oder TruePrice aus einer Datensicherung wiederhergestellt wurde. Die ganze Preisliste wird neu geladen.',
  } satisfies Record<TillReload, string>,
  unreadableCursor: 'Der Cursor ist nicht lesbar.',
  pageCursor: 'Bestätigt wird erst nach der letzten Seite (more: false).',
  foreignCursor: 'Der Cursor gehört zu einer anderen Apotheke.',
  outdatedCursor: 'Der Cursor gilt nicht mehr. Bitte die ganze Preisliste ohne since neu laden.',
  /** Stands as the user of what a till has done. */
  user: RESERVED_NAMES.till,
  loadedAll: 'Kasse hat die ganze Preisliste geladen',
  loadedChanges: (count: number) =>
    `Kasse hat ${count === 1 ? '1 Preisänderung' : `${count.toLocaleString('de-DE')} Preisänderungen`} geladen`,
} as const;
