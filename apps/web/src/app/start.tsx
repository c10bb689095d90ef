import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import './global.css';
import { notifications } from '@mantine/notifications';
import { setupListeners } from '@reduxjs/toolkit/query';
import { isShelfPage } from '@portal/rules';
import i18next from 'i18next';
import { type ReactNode, startTransition, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { BegunSignIn } from './begin-sign-in.ts';
import { enterPortal } from './enter-portal.ts';
import { Footer } from './Footer.tsx';
import { FIRST_RENDER_WAIT_MS } from './loaders.ts';
import { Portal } from './Portal.tsx';
import { guardRestoredPage } from './restored-page.ts';
import { createRoutes } from './routes.tsx';
import classes from './Shell.module.css';
import { StartFailure } from './StartFailure.tsx';
import { createStore, type PortalStore } from './store.ts';
import { sessionAfter } from '../auth/keycloak-session.ts';
import { sessionLost } from '../auth/session-slice.ts';
import { signIn } from '../auth/sign-in.ts';
import { watchSession } from '../auth/watch-session.ts';
import { hideMailToken, readMailLink } from '../features/mail-links/mail-link.ts';
import { usersApi } from '../features/users/users-api.ts';
import { publishCspNonce, readCspNonce } from '../lib/csp-nonce.ts';
import { startTranslations } from '../lib/i18n.ts';
import { takeReloadNews } from '../lib/reload-once.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const MailLinkPage = lazyPart(() => import('../features/mail-links/MailLinkPage.tsx'));

type Page = { readonly store: PortalStore; readonly show: (content: ReactNode) => void };

function preparePage(): Page {
  const nonce = readCspNonce(document);
  publishCspNonce(nonce);
  const store = createStore(undefined);
  setupListeners(store.dispatch);
  guardRestoredPage(async () => (await store.auth.current?.isAlive()) ?? false);
  const root = createRoot(document.getElementById('root') as HTMLElement);
  // A transition renders in time slices.
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

/** Signed-out visitors see mail links only. */
export async function startPortal(begun: BegunSignIn | undefined): Promise<void> {
  const translated = startTranslations();
  const { store, show } = preparePage();
  const mailLink = readMailLink(location, history.state);
  if (mailLink) {
    hideMailToken(mailLink);
    await translated;
    show(
      <div className={classes.shell}>
        <MailLinkPage {...mailLink} />
        <Footer />
      </div>,
    );
    return;
  }
  try {
    const { config, keycloak } = begun ?? (await signInNow(store));
    const signedIn = await keycloak;
    const { session, user } = sessionAfter(signedIn, config);
    store.auth.current = session;
    if (begun) await store.dispatch(usersApi.util.upsertQueryData('getConfig', undefined, config));
    const othersDrafts = store.dispatch(enterPortal(user));
    session.onLost(() => store.dispatch(sessionLost()));
    // keycloak-js has taken the provider's answer out of the address by now.
    const router = createBrowserRouter(createRoutes(store, { isShelf: isShelfPage(location.pathname) }));
    await translated;
    await withTimeout(initialized(router), FIRST_RENDER_WAIT_MS);
    if (takeReloadNews()) notifications.show({ message: i18next.t('reloaded'), autoClose: false });
    if (othersDrafts > 0) notifications.show({ message: i18next.t('session.othersRemoved'), autoClose: false });
    show(<RouterProvider router={router} />);
    watchSession(session, signedIn, config);
  } catch (failure) {
    await translated;
    reportError(failure);
    show(<StartFailure failure={failure} />);
  }
}

/** Resolves when the loaders of the first address are done. */
function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized: done }) => {
      if (!done) return;
      unsubscribe();
      resolve();
    });
  });
}

async function signInNow(store: PortalStore): Promise<BegunSignIn> {
  const config = await store.dispatch(usersApi.endpoints.getConfig.initiate()).unwrap();
  return { config, keycloak: signIn(config) };
}
