import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { readDraft, writeDraft } from '../src/editing/session/draft.ts';
import { aPharmacy, aUser } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const STAFF = { roles: ['solvena_admin'] };
const OWNER = { roles: ['TP_admin_100101'] };
const P = '/p/100101/tokenA';

async function openUserMenu() {
  await user.click(await screen.findByRole('button', { name: 'Benutzermenü von Dr. Anna Berger' }));
  return screen.findByRole('menu');
}

// Rules 2.1, 2.3, 2.5, 2.6 and 2.14.
describe('top bar and footer (rule 2.2)', () => {
  test.each([
    ['dev', 'Entwicklungsumgebung', 'DEV'],
    ['test', 'Testumgebung', 'TEST'],
    ['pilot', 'Pilotbetrieb', 'PILOT'],
  ] as const)('names the environment %s', async (environment, long, short) => {
    await openPortal('/admin', { ...STAFF, config: { environment } });
    await screen.findByText(long);
    screen.getByText(short);
  });

  test('shows no badge in production', async () => {
    await openPortal('/admin', { ...STAFF, config: { environment: '' } });
    await screen.findByText('Impressum');
    expect(screen.queryByText(/umgebung|Pilotbetrieb/)).toBeNull();
  });

  test('lists the customer centre and the tools with their icons', async () => {
    await openPortal('/admin', STAFF);
    await user.click(await screen.findByRole('button', { name: 'TruePrice DE' }));
    const centre = await screen.findByRole('menuitem', { name: 'Kundencenter' });
    expect(centre.getAttribute('href')).toBe('https://kundencenter.example');
    const tool = screen.getByRole('menuitem', { name: 'Rezeptprüfung' });
    expect(tool.getAttribute('href')).toBe('https://tools.example/rezept');
    expect(tool.querySelector('img')?.src).toBe('https://kundencenter.example/api/public/icon/3');
  });

  test('links the logo to the root and the imprint to the address of the country', async () => {
    await openPortal('/admin', STAFF);
    expect(screen.getByRole('link', { name: 'TruePrice, zur Startseite' }).getAttribute('href')).toBe('/');
    const imprint = await screen.findByRole('link', { name: 'Impressum' });
    expect(imprint.getAttribute('href')).toBe('https://kundencenter.example/impressum/de');
  });

  test('offers to try again when the user data cannot be loaded', async () => {
    const server = aServer().on('getUserData', () => new Refused(503, 'down', 'Bitte später.'));
    await openPortal('/admin', { ...STAFF, server });
    await screen.findByText('Bitte später.');
    server.on('getUserData', () => aUser());
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await screen.findByRole('button', { name: 'Benutzermenü von Dr. Anna Berger' });
  });
});

describe('navigation (rule 2.4)', () => {
  const entries = async () => {
    const nav = await screen.findByRole('navigation');
    await within(nav).findByText('Support');
    return within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent);
  };

  test('shows staff the pharmacy with its id, History, Einstellungen and Export', async () => {
    await openPortal(P, STAFF);
    await screen.findByRole('link', { name: 'Löwen-Apotheke (5001)' });
    expect(await entries()).toEqual(['Home', 'Löwen-Apotheke (5001)', 'History', 'Einstellungen', 'Export']);
  });

  test('Home leads to the root and is marked on the list of pharmacies', async () => {
    const { router } = await openPortal('/admin', STAFF);
    const home = await screen.findByRole('link', { name: 'Home' });
    expect([home.getAttribute('href'), home.getAttribute('aria-current')]).toEqual(['/', 'page']);
    await act(() => router.navigate(P));
    await waitFor(() => expect(home.getAttribute('aria-current')).toBeNull());
  });

  test('shows a pharmacy user Verlauf, no id, no History and no Export', async () => {
    await openPortal(P, OWNER);
    await screen.findByRole('link', { name: 'Löwen-Apotheke' });
    expect(await entries()).toEqual(['Home', 'Löwen-Apotheke', 'Regal', 'Verlauf', 'Einstellungen']);
  });

  test('opens from a button in a low window', async () => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('max-height') });
    try {
      await openPortal(P, OWNER);
      const button = await screen.findByRole('button', { name: 'Menü' });
      expect(document.getElementById(button.getAttribute('popovertarget') ?? '')?.textContent).toMatch(
        /^Home.*Support$/,
      );
    } finally {
      globalThis.matchMedia = matchMedia;
    }
  });

  test('opens the support dialog with the contacts of the country', async () => {
    await openPortal('/admin', STAFF);
    await user.click(await screen.findByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog', { name: 'TruePrice Support Deutschland' });
    within(dialog).getByText('Carla Muster');
    expect(within(dialog).getByRole('link', { name: '030 555 0100' }).getAttribute('href')).toBe('tel:0305550100');
    within(dialog).getByRole('link', { name: 'support@example.com' });
  });
});

function remember(owner: string | undefined) {
  localStorage.setItem('pharmacyContext', JSON.stringify({ ...aPharmacy({ name: 'Gemerkte Apotheke' }), owner }));
}

describe('user menu and storage (rule 2.4)', () => {
  test('offers profile, imprint, data protection, the pharmacies and the change of pharmacy', async () => {
    const pharmacies = [aPharmacy(), aPharmacy({ apoId: 5002, crmCompanyId: 100102, token: 'tokenB', name: 'Adler' })];
    await openPortal(P, { ...OWNER, server: aServer().on('getUserData', () => aUser({ pharmacies })) });
    const menu = await openUserMenu();
    const href = (name: string) => within(menu).getByRole('menuitem', { name }).getAttribute('href');
    expect(href('Mein Profil')).toBe('https://login.example/account');
    expect(href('Impressum')).toBe('https://kundencenter.example/impressum/de');
    expect(href('Datenschutz')).toBe('https://kundencenter.example/datenschutz/de');
    expect(href('Adler, Köln')).toBe('/p/100102/tokenB');
    within(menu).getByRole('menuitem', { name: 'Apotheke wechseln' });
  });

  test('keeps user and pharmacy in the local storage and forgets the pharmacy when it is changed', async () => {
    const { path } = await openPortal(P, STAFF);
    await waitFor(() => expect(JSON.parse(localStorage.getItem('pharmacyContext') ?? '{}').apoId).toBe(5001));
    expect(JSON.parse(localStorage.getItem('userinfo') ?? '{}').userName).toBe('inhaber');
    await openUserMenu();
    await user.click(screen.getByRole('menuitem', { name: 'Apotheke wechseln' }));
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(localStorage.getItem('pharmacyContext')).toBeNull();
  });

  test('remembers the pharmacy over a reload', async () => {
    remember('subject-of-anna');
    await openPortal('/admin', STAFF);
    await screen.findByRole('link', { name: 'Gemerkte Apotheke (5001)' });
  });

  test.each([['subject-of-bea'], [undefined]])(
    'forgets what %s has left in this browser when somebody else signs in',
    async (owner) => {
      remember(owner);
      localStorage.setItem('userinfo', JSON.stringify({ userName: 'bea', owner }));
      localStorage.setItem('showAtcCode', 'true');
      sessionStorage.setItem('unsavedEdits:subject-of-bea:priceList:100101:OTC', '{}');
      await openPortal('/403', { roles: [] });
      await screen.findByText('Keine Zugriffsrechte auf die Ressource');
      expect(screen.queryByText(/Gemerkte Apotheke/)).toBeNull();
      expect(Object.keys(localStorage)).toEqual(['showAtcCode']);
      expect(sessionStorage).toHaveLength(0);
    },
  );

  test('names the owner of what is stored', async () => {
    await openPortal(P, STAFF);
    const stored = () =>
      ['pharmacyContext', 'userinfo'].map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').owner);
    await waitFor(() => expect(stored()).toEqual(['subject-of-anna', 'subject-of-anna']));
  });

  test('leaves a damaged stored pharmacy aside', async () => {
    localStorage.setItem('pharmacyContext', '{"name":1');
    const { store } = await openPortal('/admin', STAFF);
    expect(store.getState().pharmacyContext.pharmacy).toBeNull();
  });

  test('keeps it where the sign-out is stopped on its way, and where the provider does not answer', async () => {
    const { auth, path } = await openPortal(P, OWNER);
    await openUserMenu();
    auth.leaves = false;
    auth.reachable = false;
    localStorage.setItem('showAtcCode', 'true');
    await user.click(screen.getByRole('menuitem', { name: 'Abmelden' }));
    await screen.findByText('Sie sind noch angemeldet');
    auth.reachable = true;
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await waitFor(() => expect(auth.asked).toEqual(['signOut']));
    // stopped: the page is still there, and another one is opened
    await user.click(screen.getByRole('link', { name: 'TruePrice, zur Startseite' }));
    await waitFor(() => expect(path()).not.toBe('/abmelden'));
    await waitFor(() => expect(screen.queryByText('Sie werden abgemeldet …')).toBeNull());
    dispatchEvent(new Event('pagehide'));
    expect(localStorage.getItem('showAtcCode')).toBe('true');
  });

  test('does not sign out at its address alone', async () => {
    const { auth, path } = await openPortal('/abmelden', STAFF);
    await waitFor(() => expect(path()).toBe('/admin'));
    expect(auth.asked).toEqual([]);
  });

  test('clears the local storage and the drafts of the tab at sign-out', async () => {
    const { auth } = await openPortal(P, OWNER);
    await openUserMenu();
    localStorage.setItem('showAtcCode', 'true');
    const key = { owner: 'subject-of-anna', subject: 'list:700001:OTC' };
    const edit = { ownPrice: 500, permanent: false, exclusion: false };
    writeDraft(key, { version: 1, edits: [['01234567', edit]] });
    expect(readDraft(key)).toBeDefined();
    await user.click(screen.getByRole('menuitem', { name: 'Abmelden' }));
    await waitFor(() => expect(auth.asked).toEqual(['signOut']));
    expect(localStorage.length).toBe(0);
    expect(readDraft(key)).toBeUndefined();
  });
});
