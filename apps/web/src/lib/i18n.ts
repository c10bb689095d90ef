import i18next, { type i18n } from 'i18next';
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { TEXTS_PATH } from './translations-folder.ts';

/**
 * Starts the translations: German, a file a namespace, what several say in 'common'. A missing key shows itself (rule 2.7), as
 * does every key of a file that cannot be loaded. No text calls the AVP a recommendation (rule 2.18).
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
      fallbackNS: 'common',
      interpolation: { escapeValue: false },
      backend: { loadPath: TEXTS_PATH },
    });
  return i18next;
}

/** `key_context` where it exists. i18next types `context` only for keys that all have it. */
export function inContext(context: string, values: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...values, context };
}
