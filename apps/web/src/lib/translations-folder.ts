declare const __TRANSLATIONS__: string | undefined;

/** The build names a folder after what is in it (vite.config.ts), so that a browser finds the texts of its own version. */
const FOLDER = typeof __TRANSLATIONS__ === 'string' ? __TRANSLATIONS__ : '/assets/i18n';

/** Where the texts of a namespace lie; {{lng}} and {{ns}} are filled in by i18next. */
export const TEXTS_PATH = `${FOLDER}/{{lng}}/{{ns}}.json`;
