declare const __TRANSLATIONS__: string | undefined;

/** Named by content (vite.config.ts): each version finds its texts. */
const FOLDER = typeof __TRANSLATIONS__ === 'string' ? __TRANSLATIONS__ : '/assets/i18n';

export const TEXTS_PATH = `${FOLDER}/{{lng}}/{{ns}}.json`;
