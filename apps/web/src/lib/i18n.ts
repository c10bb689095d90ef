import i18next, { type i18n } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { TEXTS_PATH } from './translations-folder.ts';

/**
 * Starts the translations: German only, one file a namespace, loaded from /assets/i18n. A missing key shows itself
 * (rule 2.7), and so does every key when the file cannot be loaded. No text calls the AVP a recommendation (rule 2.18).
 */
export async function startTranslations(): Promise<i18n> {
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init<HttpBackendOptions>({
      lng: 'de',
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      backend: { loadPath: TEXTS_PATH },
    });
  return i18next;
}

/**
 * Options of `t` for a text that may have a form for a context: `key_context` where the file has one, else `key`. The types of
 * i18next take a `context` only for keys that all have such forms; here the key alone is typed.
 */
export function inContext(context: string, values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...values, context };
}
