import { REASON } from '@portal/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { tabSafe } from '../src/lib/safe-storage.ts';
import { aPriceList } from './price-lists/list.ts';
import { openList, priceInput } from './price-lists/open-list.tsx';
import { openUpdate, priceInput as correction } from './price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp } from './price-updates/update.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { enter, press, type, user } from './support/user.ts';
import { findGrid } from './support/rows.ts';

const NOTICE = 'Ihre Anmeldung ist beendet';
const KEPT =
  'Ihre ungespeicherten Änderungen bleiben in diesem Browserfenster. Melden Sie sich neu an: Danach sind sie wieder da.';
const ADDRESS = '/p/100101/tokenA/pricelist/OTC';

afterEach(() => tabSafe.clear());

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}

async function editList() {
  const view = await openList(() => aPriceList([{}]));
  await press('Bearbeiten');
  await type(priceInput('00000001'), '12,34');
  return view;
}

// Rule 2.19.
describe('a session that ends while a list is edited', () => {
  test('is said in the portal, which stays; signing in again is the choice of the user and asks nothing', async () => {
    const { auth } = await editList();
    expect(asksBeforeLeaving()).toBe(true);
    act(() => auth.lose());
    await screen.findByText(NOTICE);
    screen.getByText(KEPT);
    expect(auth.asked).toEqual([]);
    // closing the window would still lose them
    expect(asksBeforeLeaving()).toBe(true);
    // and what is entered meanwhile counts as well
    await type(priceInput('00000001'), '12,35');
    await press('Neu anmelden');
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
    expect(asksBeforeLeaving()).toBe(false);
    expect(screen.queryByText(/Sie werden neu angemeldet/)).toBeNull();

    cleanup();
    await openList(() => aPriceList([{}]));
    await waitFor(() => expect(priceInput('00000001').value).toBe('12,35'));
  });

  test.each([
    ['MDP', () => anMdp([{}])],
    ['QDP', () => aQdp([{}])],
    ['LZD', () => anLzd([{}])],
  ] as const)('keeps the edits of an %s', async (_kind, update) => {
    const { auth } = await openUpdate(update);
    await enter(correction('00000001'), '12,34');
    act(() => auth.lose());
    await screen.findByText(KEPT);
    await press('Neu anmelden');
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
    cleanup();
    await openUpdate(update);
    expect(correction('00000001').value).toBe('12,34');
  });

  test('keeps what is no price yet as it was typed', async () => {
    const { auth } = await editList();
    await type(priceInput('00000001'), '1.234');
    act(() => auth.lose());
    await screen.findByText(KEPT);
    cleanup();
    await openList(() => aPriceList([{}]));
    await waitFor(() => expect(priceInput('00000001').value).toBe('1.234'));
    expect(priceInput('00000001').getAttribute('aria-invalid')).toBe('true');
    cleanup();
    tabSafe.clear();

    const update = await openUpdate(() => anMdp([{}]));
    await enter(correction('00000001'), '12,34');
    await enter(correction('00000001'), '12,34x');
    act(() => update.auth.lose());
    await screen.findByText(KEPT);
    cleanup();
    await openUpdate(() => anMdp([{}]));
    expect(correction('00000001').value).toBe('12,34x');
    // corrected, the row is as it was before
    await enter(correction('00000001'), '12,35');
    screen.getByRole('button', { name: 'Daten zwischenspeichern' });
    expect(correction('00000001').value).toBe('12,35');
  });

  test('is said as well when the server refuses the token of a save', async () => {
    const server = aServer()
      .on('getPriceList', () => aPriceList([{}]))
      .on('savePriceList', () => new Refused(401, REASON.notSignedIn, 'Bitte melden Sie sich an.'));
    const { auth } = await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
    await findGrid();
    await press('Bearbeiten');
    await type(priceInput('00000001'), '12,34');
    await press(/^Daten prüfen/);
    await press('Daten speichern');
    await screen.findByText(KEPT);
    expect(auth.asked).toEqual([]);
  });

  test('stays where it is while the provider does not answer, and goes on later', async () => {
    const { auth } = await editList();
    auth.reachable = false;
    act(() => auth.lose());
    await screen.findByText(NOTICE);
    await press('Neu anmelden');
    await screen.findByText(/^Der Anmeldedienst ist gerade nicht erreichbar/);
    expect(asksBeforeLeaving()).toBe(true);
    auth.reachable = true;
    await press('Neu anmelden');
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
  });

  test('says that edits will be lost which the browser has no room for', async () => {
    sessionStorage.setItem('full', 'x'.repeat(4_999_900));
    const { auth } = await editList();
    act(() => auth.lose());
    await screen.findByText(/keinen Platz, um Ihre ungespeicherten Änderungen aufzubewahren/);
    screen.getByRole('button', { name: 'Neu anmelden und Änderungen verwerfen' });
  });

  test('does not show the edits to somebody else who signs in instead', async () => {
    const { auth } = await editList();
    act(() => auth.lose());
    await screen.findByText(NOTICE);
    cleanup();
    const server = aServer().on('getPriceList', () => aPriceList([{}]));
    await openPortal(ADDRESS, { roles: ['solvena_sales'], subject: 'subject-of-bea', server });
    await screen.findByRole('button', { name: 'Bearbeiten' });
    expect(screen.queryByText(/12,34/)).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('signing out with unsaved edits (rule 2.6)', () => {
  const signOut = async () => {
    await user.click(screen.getByRole('button', { name: /^Benutzermenü/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Abmelden' }));
    await screen.findByText('Änderungen verwerfen?');
  };

  test('asks first; keeping them cancels the sign-out and keeps all that is stored', async () => {
    const { auth, path } = await editList();
    localStorage.setItem('showAtcCode', 'true');
    await signOut();
    await press('Weiter bearbeiten');
    expect([path(), auth.asked]).toEqual([ADDRESS, []]);
    expect(localStorage.getItem('showAtcCode')).toBe('true');
    expect(priceInput('00000001').value).toBe('12,34');
    cleanup();
    await openList(() => aPriceList([{}]));
    await waitFor(() => expect(priceInput('00000001').value).toBe('12,34'));
  });

  test('goes on where they are discarded, and the browser asks nothing more', async () => {
    const { auth } = await editList();
    await signOut();
    await press('1 Änderung verwerfen');
    await waitFor(() => expect(auth.asked).toEqual(['signOut']));
    expect(asksBeforeLeaving()).toBe(false);
    expect(localStorage.length).toBe(0);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('unsavedEdits'))).toEqual([]);
  });
});

describe('a session that ends with nothing unsaved', () => {
  test('leads to the sign-in by itself, and only once in a while', async () => {
    const { auth } = await openPortal('/admin', { roles: ['solvena_sales'] });
    await screen.findByText('Impressum');
    act(() => auth.lose());
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
    expect(screen.queryByText(NOTICE)).toBeNull();

    cleanup();
    const again = await openPortal('/admin', { roles: ['solvena_sales'] });
    await screen.findByText('Impressum');
    act(() => again.auth.lose());
    await screen.findByText(NOTICE);
    expect(again.auth.asked).toEqual([]);
  });

  test('waits for the user while a dialog is open', async () => {
    const { auth } = await openPortal('/admin', { roles: ['solvena_sales'] });
    await user.click(await screen.findByRole('button', { name: 'Support' }));
    await screen.findByRole('dialog');
    act(() => auth.lose());
    await screen.findByText('Melden Sie sich neu an, um weiterzuarbeiten.');
    expect(auth.asked).toEqual([]);
  });

  test('is reached by Tab out of an open dialog, forwards and backwards', async () => {
    const { auth } = await openPortal('/admin', { roles: ['solvena_sales'] });
    await user.click(await screen.findByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    act(() => auth.lose());
    await screen.findByText(NOTICE);
    const signIn = screen.getByRole('button', { name: 'Neu anmelden' });
    const stops: (Element | null)[] = [];
    const round = async (keys: { shift: boolean }) => {
      stops.length = 0;
      while (!stops.includes(document.activeElement) && stops.length < 20) {
        stops.push(document.activeElement);
        await user.tab(keys);
      }
      return stops.map((stop) => (stop === signIn ? 'notice' : dialog.contains(stop) ? 'dialog' : 'elsewhere'));
    };
    const forwards = await round({ shift: false });
    expect(forwards.length).toBeGreaterThan(2);
    expect(forwards.filter((stop) => stop === 'notice')).toHaveLength(1);
    expect(forwards).not.toContain('elsewhere');
    expect((await round({ shift: true })).toSorted()).toEqual(forwards.toSorted());
    signIn.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
  });

  test('says so when the provider does not answer', async () => {
    const { auth } = await openPortal('/admin', { roles: ['solvena_sales'] });
    await screen.findByText('Impressum');
    auth.reachable = false;
    act(() => auth.lose());
    await screen.findByText(/^Der Anmeldedienst ist gerade nicht erreichbar/);
  });
});
