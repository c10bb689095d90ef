import './browser.ts';
import { afterEach, expect } from '@jest/globals';
import { notifications } from '@mantine/notifications';
import { cleanup, render } from '@testing-library/react';
import type { RuntimeConfig } from '@portal/contracts';
import { isShelfPage, TILL_PROFILES } from '@portal/rules';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { enterPortal } from '../../src/app/enter-portal.ts';
import { Portal } from '../../src/app/Portal.tsx';
import { createRoutes } from '../../src/app/routes.tsx';
import { createStore } from '../../src/app/store.ts';
import { type AuthSession, SignInRequired } from '../../src/auth/auth-session.ts';
import { sessionLost } from '../../src/auth/session-slice.ts';
import { usersApi } from '../../src/features/users/users-api.ts';
import { startTranslations } from '../../src/lib/i18n.ts';
import { aContext, aDashboard, anEmptyPriceList, anEntry, aUser, someSettings } from './data.ts';
import { TestServer } from './server.ts';

export const CONFIG: RuntimeConfig = {
  timeZone: 'Europe/Berlin',
  kcUrl: 'https://login.example',
  kcRealm: 'preisportal',
  kcClientId: 'portal-web',
  baseUrl: 'http://localhost',
  environment: 'dev',
  links: {
    imprint: { de: 'https://kundencenter.example/impressum/de', other: 'https://kundencenter.example/impressum/at' },
    help: 'https://kundencenter.example/hilfe',
    privacy: {
      de: 'https://kundencenter.example/datenschutz/de',
      other: 'https://kundencenter.example/datenschutz/at',
    },
  },
  support: {
    DE: { phone: '0221 555 0100', email: 'hilfe@portal.example' },
    AT: { phone: '+43 1 555 0100', email: 'hilfe-at@portal.example' },
  },
};

/** A server that answers what every page asks for; tests replace what matters to them. */
export function aServer(): TestServer {
  return (
    new TestServer()
      .on('getConfig', () => CONFIG)
      .on('getUserData', () => aUser())
      .on('listPharmacies', () => ({ pharmacies: [anEntry(), anEntry({ apoId: 5002, crmCompanyId: 100102 })] }))
      .on('getDashboard', () => aDashboard())
      .on('getPriceList', () => anEmptyPriceList())
      // of no row: the list is reviewed by the package's own figures
      .on('getSettings', () => someSettings())
      .on('getNoticeAddresses', () => ({ mayAdd: false, offered: null, own: null, proposed: [] }))
      .on('getTillSettings', () => ({ name: 'csv', profile: TILL_PROFILES.csv, rows: [], nameCharacters: '' }))
      .on('getReviewMarks', () => ({ persons: [] }))
      .on('getDueReviews', () => ({ rows: [], reminders: [] }))
      .on('getStrayTills', () => ({ tills: [], total: 0 }))
      .on('getPriceWay', () => ({
        calculated: null,
        approved: null,
        sent: null,
        loaded: null,
        held: null,
        refused: null,
        label: null,
      }))
      .on('getListReviewMarks', () => ({ persons: [] }))
      .on('setReviewMarks', () => ({ status: 'OK', marked: 1, unmarked: 0 }))
      .on('setListReviewMarks', () => ({ status: 'OK', marked: 1, unmarked: 0 }))
      .on('getBulkRules', () => ({ rules: [] }))
      .on('getStandingRules', () => ({ rules: [] }))
      .on('getLabelState', () => ({ open: 0, toRemove: 0, latest: null }))
      .on('getTillFiles', () => ({ files: [], groups: [], choose: false, fetches: false }))
      .on('getLabelRows', () => ({ rows: [] }))
      .on('getReviewContext', () => aContext())
      // on its way as long as a test does not care
      .on('getReviewFigures', () => new Promise<never>(() => undefined))
      // older than any list of a test: nothing has happened since it was loaded
      .on('getUpdateState', () => ({
        approvalStatus: 0,
        version: 0,
        approver: null,
        approvalDate: null,
        deletedAt: null,
        drafts: [],
      }))
      .on('getProductGroupInfo', () => ({ status: 'OK', data: [] }))
  );
}

/** Notes what the screens ask of the sign-in. */
export class TestAuth implements AuthSession {
  readonly asked: string[] = [];
  token: string | null = 'token-of-the-user';
  reachable = true;
  /** False as where somebody stops the page on its way to the provider. */
  leaves = true;
  #lost = () => {};
  async bearer() {
    if (this.token === null) throw new SignInRequired('Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich neu an.');
    return this.token;
  }
  async renewed() {
    return this.bearer();
  }
  onLost(listener: () => void) {
    this.#lost = listener;
  }
  /** As when the session ends elsewhere or its refresh is refused. */
  lose() {
    this.token = null;
    this.#lost();
  }
  async isReachable() {
    return this.reachable;
  }
  async isAlive() {
    return this.token !== null;
  }
  async signIn() {
    this.asked.push('signIn');
  }
  async signOut() {
    this.asked.push('signOut');
    if (this.leaves) dispatchEvent(new Event('pagehide'));
  }
}

type Options = {
  roles: string[];
  /** Who signs in. */
  subject?: string;
  country?: string;
  server?: TestServer;
  config?: Partial<RuntimeConfig>;
};

let current: TestServer | undefined;
let translations: Promise<unknown> | undefined;

/** Shows the whole portal at an address to somebody with these roles (without the derived ones). */
export async function openPortal(
  path: string,
  { roles, subject = 'subject-of-anna', country = 'DE', server = aServer(), config }: Options,
) {
  current = server;
  globalThis.fetch = server.fetch as typeof fetch;
  if (config) server.on('getConfig', () => ({ ...CONFIG, ...config }));
  translations ??= startTranslations();
  await translations;
  const auth = new TestAuth();
  const store = createStore(auth);
  await store.dispatch(usersApi.endpoints.getConfig.initiate());
  store.dispatch(enterPortal({ subject, userName: 'inhaber', roles, country }));
  auth.onLost(() => store.dispatch(sessionLost()));
  const router = createMemoryRouter(createRoutes(store, { isShelf: isShelfPage(path) }), { initialEntries: [path] });
  const view = render(
    <Portal store={store} nonce="" env="test">
      <RouterProvider router={router} />
    </Portal>,
  );
  return { ...view, store, router, server, auth, path: () => router.state.location.pathname };
}

afterEach(() => {
  const bare = bareTexts();
  cleanup();
  notifications.clean(); // they would outlive their test
  localStorage.clear();
  document.title = '';
  const issues = current?.issues ?? [];
  current = undefined;
  expect(issues).toEqual([]);
  expect(bare).toEqual([]);
});

/**
 * Texts that React holds on to by themselves, which a browser's translation would take out of the page (rule 2.33). A tooltip's text is Mantine's and goes with it.
 */
function bareTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const isHeld = Object.keys(text).some((key) => key.startsWith('__reactFiber$'));
    if (
      isHeld &&
      text.data.trim() !== '' &&
      !text.parentElement?.closest('[translate="no"], .mantine-Tooltip-tooltip')
    ) {
      found.push(text.parentElement?.outerHTML ?? text.data);
    }
  }
  return found;
}
