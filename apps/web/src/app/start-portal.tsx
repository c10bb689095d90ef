import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { notifications } from '@mantine/notifications';
import { setupListeners } from '@reduxjs/toolkit/query';
import i18next from 'i18next';
import { type ReactNode, startTransition, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { enterPortal } from './enter-portal.ts';
import { Portal } from './Portal.tsx';
import { guardRestoredPage } from './restored-page.ts';
import { routes } from './router.tsx';
import { StartFailure } from './StartFailure.tsx';
import { createStore } from './store.ts';
import { startKeycloak } from '../auth/keycloak-session.ts';
import { sessionLost } from '../auth/session-slice.ts';
import { readMailLink } from '../features/mail-links/mail-link.ts';
import { usersApi } from '../features/users/users-api.ts';
import { publishCspNonce, readCspNonce } from '../lib/csp-nonce.ts';
import { startTranslations } from '../lib/i18n.ts';
import { takeReloadNews } from '../lib/reload-once.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const MailLinkPage = lazyPart(() => import('../features/mail-links/MailLinkPage.tsx'));

const nonce = readCspNonce(document);
publishCspNonce(nonce);
const store = createStore(undefined);
// Queries that ask for it are loaded again when the user comes back to the window.
setupListeners(store.dispatch);
const root = createRoot(document.getElementById('root') as HTMLElement);

function show(content: ReactNode): void {
  // As a transition the first drawing gives way to the browser every few ms.
  startTransition(() =>
    root.render(
      <Portal store={store} nonce={nonce}>
        <Suspense>{content}</Suspense>
      </Portal>,
    ),
  );
}

/** Configuration, then sign-in, then the screens: nothing but the links of mails is shown to somebody who is not signed in. */
export async function startPortal(): Promise<void> {
  const translated = startTranslations();
  const mailLink = readMailLink(location);
  if (mailLink) {
    await translated;
    show(<MailLinkPage {...mailLink} />);
    return;
  }
  try {
    const config = await store.dispatch(usersApi.endpoints.getConfig.initiate()).unwrap();
    const { session, user } = await startKeycloak(config);
    store.auth.current = session;
    const othersDrafts = store.dispatch(enterPortal(user));
    session.onLost(() => store.dispatch(sessionLost()));
    await translated;
    if (takeReloadNews()) notifications.show({ message: i18next.t('reloaded'), autoClose: false });
    if (othersDrafts > 0) notifications.show({ message: i18next.t('session.othersRemoved'), autoClose: false });
    // Not earlier: keycloak-js first takes its answer out of the address.
    show(<RouterProvider router={createBrowserRouter(routes)} />);
  } catch (failure) {
    await translated;
    reportError(failure);
    show(<StartFailure failure={failure} />);
  }
}

guardRestoredPage(async () => (await store.auth.current?.isAlive()) ?? false);
