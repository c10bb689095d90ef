import { CONFIG, TestAuth } from './support/portal.tsx';
import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { networkError } from '../src/api/api-error.ts';
import { Portal } from '../src/app/Portal.tsx';
import { StartFailure } from '../src/app/StartFailure.tsx';
import { createStore } from '../src/app/store.ts';
import { LoginError, signIn } from '../src/auth/sign-in.ts';
import { startTranslations } from '../src/lib/i18n.ts';
import { TestServer } from './support/server.ts';

async function show(failure: unknown) {
  globalThis.fetch = new TestServer().on('getConfig', () => CONFIG).fetch as typeof fetch;
  await startTranslations();
  render(
    <Portal store={createStore(new TestAuth())} nonce="" env="test">
      <StartFailure failure={failure} />
    </Portal>,
  );
}
afterEach(cleanup);

describe('a start that fails (rule 2.17)', () => {
  test('shows what the identity provider answered', async () => {
    await show(new LoginError('access_denied', 'Konto gesperrt'));
    screen.getByText(/Sie konnten nicht angemeldet werden.*\(access_denied: Konto gesperrt\)/);
    await screen.findByRole('link', { name: CONFIG.support.DE.phone });
    expect(document.title).toBe('Kundencenter - Die Anmeldung ist fehlgeschlagen');
  });

  test('names what is wrong with the configuration, before anything is sent', async () => {
    const failure = await signIn({ ...CONFIG, kcRealm: '' }).catch((error: unknown) => error);
    await show(failure);
    screen.getByText('Die Anmeldung ist falsch eingerichtet: der Realm fehlt.');
  });

  test('says that the server cannot be reached', async () => {
    await show(networkError());
    screen.getByRole('heading', { name: 'TruePrice konnte nicht gestartet werden' });
    screen.getByText(/^Der Server ist nicht erreichbar\./);
    screen.getByRole('button', { name: 'Erneut versuchen' });
  });
});
