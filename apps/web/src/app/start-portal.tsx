import '@fontsource-variable/inter/index.css';
import './mantine-styles.ts';
import './global.css';
import { notifications } from '@mantine/notifications';
import { setupListeners } from '@reduxjs/toolkit/query';
import i18next from 'i18next';
import { type ReactNode, startTransition, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { askAhead } from './ask-ahead.ts';
import type { BegunSignIn } from './begin-sign-in.ts';
import { enterPortal } from './enter-portal.ts';
import { Portal } from './Portal.tsx';
import { loadScreenAhead } from './lists-ahead.ts';
import { guardRestoredPage } from './restored-page.ts';
import { routes } from './router.tsx';
import { StartFailure } from './StartFailure.tsx';
import { createStore, type PortalStore } from './store.ts';
import { sessionAfter } from '../auth/keycloak-session.ts';
import { sessionLost } from '../auth/session-slice.ts';
import { signIn } from '../auth/sign-in.ts';
import { watchSession } from '../auth/watch-session.ts';
import { hideMailToken, readMailLink } from '../features/mail-links/mail-link.ts';
import { usersApi } from '../features/users/users-api.ts';
import { cameWithin } from '../lib/came-within.ts';
import { publishCspNonce, readCspNonce } from '../lib/csp-nonce.ts';
import { startTranslations } from '../lib/i18n.ts';
import { nextTurn } from '../lib/in-pieces.ts';
import { takeReloadNews } from '../lib/reload-once.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const MailLinkPage = lazyPart(() => import('../features/mail-links/MailLinkPage.tsx'));

/**
 * For so long, in ms, the first screen waits for user and pharmacy. On a quick line it comes whole; without them it would be drawn twice, the
 * second time at once and without a break. On a slow line its frame comes that much later.
 */
const SOON_MS = 100;

type Page = { readonly store: PortalStore; readonly show: (content: ReactNode) => void };

/** Made when it is started, not when its code comes: each is a turn of its own (ADR 81). */
function preparePage(): Page {
  const nonce = readCspNonce(document);
  publishCspNonce(nonce);
  const store = createStore(undefined);
  // Queries that ask for it are loaded again when the user comes back to the window.
  setupListeners(store.dispatch);
  guardRestoredPage(async () => (await store.auth.current?.isAlive()) ?? false);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  // As a transition the first drawing gives way to the browser every few ms.
  const show = (content: ReactNode) =>
    startTransition(() =>
      root.render(
        <Portal store={store} nonce={nonce}>
          <Suspense>{content}</Suspense>
        </Portal>,
      ),
    );
  return { store, show };
}

/**
 * Configuration, then sign-in, then the screens: nothing but the links of mails is shown to somebody who is not signed in.
 * @param begun a sign-in that was begun before the application was there
 */
export async function startPortal(begun: BegunSignIn | undefined): Promise<void> {
  const translated = startTranslations();
  const { store, show } = preparePage();
  const mailLink = readMailLink(location, history.state);
  if (mailLink) {
    hideMailToken(mailLink);
    await translated;
    show(<MailLinkPage {...mailLink} />);
    return;
  }
  // The texts of a screen are asked for by what the translations were started with.
  void translated.then(() => loadScreenAhead(location.pathname));
  try {
    const { config, keycloak } = begun ?? (await signInNow(store));
    const signedIn = await keycloak;
    const { session, user } = sessionAfter(signedIn, config);
    store.auth.current = session;
    if (begun) await store.dispatch(usersApi.util.upsertQueryData('getConfig', undefined, config));
    const othersDrafts = store.dispatch(enterPortal(user));
    session.onLost(() => store.dispatch(sessionLost()));
    const asked = store.dispatch(askAhead(location.pathname));
    await translated;
    for (const known of (await cameWithin(SOON_MS, asked)) ?? []) store.dispatch(known);
    await nextTurn();
    if (takeReloadNews()) notifications.show({ message: i18next.t('reloaded'), autoClose: false });
    if (othersDrafts > 0) notifications.show({ message: i18next.t('session.othersRemoved'), autoClose: false });
    // Not earlier: keycloak-js first takes its answer out of the address.
    show(<RouterProvider router={createBrowserRouter(routes)} />);
    watchSession(session, signedIn, config);
  } catch (failure) {
    await translated;
    reportError(failure);
    show(<StartFailure failure={failure} />);
  }
}

async function signInNow(store: PortalStore): Promise<BegunSignIn> {
  const config = await store.dispatch(usersApi.endpoints.getConfig.initiate()).unwrap();
  return { config, keycloak: signIn(config) };
}
