import './support/browser.ts';
import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { askAhead } from '../src/app/ask-ahead.ts';
import { enterPortal } from '../src/app/enter-portal.ts';
import { listScreenAt } from '../src/app/list-screens.ts';
import { createStore } from '../src/app/store.ts';
import { selectPharmacyContext } from '../src/auth/pharmacy-context-slice.ts';
import { selectUserInfo } from '../src/auth/session-slice.ts';
import { aDashboard, aUser, someSettings } from './support/data.ts';
import { Refused } from './support/server.ts';
import { aServer, openPortal, TestAuth } from './support/portal.tsx';
import { findGrid } from './support/rows.ts';
import { aPriceList } from './price-lists/list.ts';
import { anMdp } from './price-updates/update.ts';

const P = '/p/100101/tokenA';
const OWNER = { roles: ['TP_admin_100101'], country: 'DE' };

/** What is asked for at an address before anything is drawn. */
async function asked(path: string, { roles, country }: typeof OWNER): Promise<string[]> {
  const onItsWay = () => new Promise<never>(() => undefined);
  const server = aServer().on('getMdp', onItsWay).on('getQdp', onItsWay).on('getLzd', onItsWay);
  globalThis.fetch = server.fetch as typeof fetch;
  const store = createStore(new TestAuth());
  store.dispatch(enterPortal({ subject: 'anna', userName: 'inhaber', roles, country }));
  await listScreenAt(path)?.load();
  void store.dispatch(askAhead(path));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return server.calls.map(({ name, params }) => [name, ...Object.values(params)].join(' ')).toSorted();
}

describe('what a page needs is asked for before it is drawn (ADR 81)', () => {
  test('in each page of a pharmacy the user and the dashboard', async () => {
    const expected = ['getDashboard 100101 tokenA', 'getUserData'];
    expect(await asked(P, OWNER)).toEqual(expected);
    expect(await asked(`${P}/`, OWNER)).toEqual(expected);
    expect(await asked(`${P}/pricelist/TABAK`, OWNER)).toEqual(expected);
    expect(await asked(`${P}/mdp/967/TABAK`, OWNER)).toEqual(expected);
  });

  test('in the page of a list, and of a package, it as well', async () => {
    const always = ['getDashboard 100101 tokenA', 'getUserData'];
    const also = (call: string) => [...always, call].toSorted();
    expect(await asked(`${P}/pricelist/OTC`, OWNER)).toEqual(also('getPriceList 100101 tokenA OTC'));
    expect(await asked(`${P}/mdp/967/OTC`, OWNER)).toEqual(also('getMdp 100101 tokenA 967 OTC'));
    expect(await asked(`${P}/qdp/948/FREIWAHL`, OWNER)).toEqual(also('getQdp 100101 tokenA 948 FREIWAHL'));
    expect(await asked(`${P}/lzd/12/HILFSMITTEL`, OWNER)).toEqual(also('getLzd 100101 tokenA 12 HILFSMITTEL'));
  });

  test('and the page shows what was asked for, once', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{}]));
    const { router } = await openPortal(`${P}/pricelist/OTC`, { ...OWNER, server });
    await findGrid();
    expect(server.callsOf('getPriceList')).toHaveLength(1);
    // what is opened later is loaded again, however soon
    await act(() => router.navigate(P));
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
    await act(() => router.navigate(`${P}/pricelist/OTC`));
    await findGrid();
    expect(server.callsOf('getPriceList')).toHaveLength(2);
    expect(server.callsOf('getDashboard')).toHaveLength(2);
  });

  test('a package that was left again is not kept: who comes back waits for the present one', async () => {
    const answers = [Promise.resolve(anMdp([{}])), new Promise<never>(() => undefined)];
    const server = aServer().on('getMdp', () => answers.shift() as Promise<ReturnType<typeof anMdp>>);
    const { router } = await openPortal(`${P}/mdp/967/OTC`, { ...OWNER, server });
    await findGrid();
    await act(() => router.navigate(P));
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    await act(() => router.navigate(`${P}/mdp/967/OTC`));
    await waitFor(() => expect(server.callsOf('getMdp')).toHaveLength(2));
    expect(screen.queryByRole('grid')).toBeNull();
  });

  test('in other pages the user', async () => {
    expect(await asked('/admin', { roles: ['solvena_admin'], country: 'DE' })).toEqual(['getUserData']);
  });

  test('nothing for who would be refused', async () => {
    expect(await asked(P, { roles: [], country: 'DE' })).toEqual([]);
    expect(await asked(P, { roles: [...OWNER.roles, 'solvena_customer'], country: 'AT' })).toEqual([]);
  });

  test('tells what the first screen would put into the store, and leaves it to who draws it', async () => {
    const server = aServer();
    globalThis.fetch = server.fetch as typeof fetch;
    const store = createStore(new TestAuth());
    store.dispatch(enterPortal({ subject: 'anna', userName: 'inhaber', ...OWNER }));
    const known = await store.dispatch(askAhead(P));
    expect(selectPharmacyContext(store.getState())).toBeNull();
    for (const action of known) store.dispatch(action);
    expect(selectPharmacyContext(store.getState())).toEqual(aDashboard().pharmacy);
    expect(selectUserInfo(store.getState())).toEqual(aUser());
  });

  test.each([403, 404])('a refusal by %d is asked for once, and once more when somebody comes back', async (status) => {
    const server = aServer().on('getDashboard', () => new Refused(status, 'forbidden', 'Nein.'));
    const { path, router } = await openPortal(P, { ...OWNER, server, waits: true });
    await waitFor(() => expect(path()).toBe(`/${status}`));
    expect(server.callsOf('getDashboard')).toHaveLength(1);
    await act(() => router.navigate(P));
    await waitFor(() => expect(server.callsOf('getDashboard')).toHaveLength(2));
  });

  test('and not asked for again by the page', async () => {
    const { server } = await openPortal(P, OWNER);
    await waitFor(() => expect(document.title).toContain('Apotheke'));
    expect(server.callsOf('getUserData')).toHaveLength(1);
    expect(server.callsOf('getDashboard')).toHaveLength(1);
  });

  test('beside a price list, its limits and marks, once and before its editor is drawn; of a list that nobody edits no limits', async () => {
    const shown: string[] = [];
    const seen = (name: string) => {
      if (document.querySelector('[role=grid]')) shown.push(name);
    };
    const openedWith = (blockEdit: boolean) => {
      const server = aServer()
        .on('getPriceList', () => ({ ...aPriceList([{}]), blockEdit }))
        .on('getListReviewMarks', () => (seen('marks'), { persons: [] }))
        .on('getSettings', () => (seen('limits'), someSettings()));
      return openPortal(`${P}/pricelist/OTC`, { ...OWNER, server });
    };
    const { server, unmount } = await openedWith(false);
    await findGrid();
    expect(['getListReviewMarks', 'getSettings'].map((name) => server.callsOf(name as never).length)).toEqual([1, 1]);
    unmount();
    const closed = await openedWith(true);
    await findGrid();
    expect(closed.server.callsOf('getListReviewMarks')).toHaveLength(1);
    expect(closed.server.callsOf('getSettings')).toHaveLength(0);
    expect(shown).toEqual([]);
  });
});
