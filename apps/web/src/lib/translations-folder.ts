import { preload } from './preload.ts';

declare const __TRANSLATIONS__: string | undefined;

/** The build names a folder after what is in it (vite.config.ts), so that a browser finds the texts of its own version. */
const FOLDER = typeof __TRANSLATIONS__ === 'string' ? __TRANSLATIONS__ : '/assets/i18n';

/** Where the texts of a namespace lie; {{lng}} and {{ns}} are filled in by i18next. */
export const TEXTS_PATH = `${FOLDER}/{{lng}}/{{ns}}.json`;

/** Has the browser ask for the texts of namespaces that i18next is going to load. */
export function preloadTexts(namespaces: readonly string[]): void {
  for (const namespace of namespaces)
    preload(TEXTS_PATH.replace('{{lng}}', 'de').replace('{{ns}}', namespace), 'fetch');
}
