import './support/browser.ts';
import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { LoaderFunctionArgs } from 'react-router';
import { createLoaders } from '../src/app/loaders.ts';
import { selectPharmacyContext } from '../src/auth/pharmacy-context-slice.ts';
import { selectUserInfo } from '../src/auth/session-slice.ts';
import { aDashboard, aUser } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { findGrid } from './support/rows.ts';
import { aPriceList } from './price-lists/list.ts';
import { anMdp } from './price-updates/update.ts';

const P = '/p/100101/tokenA';
const OWNER = { roles: ['TP_admin_100101'] };
const onItsWay = () => new Promise<never>(() => undefined);

/** The calls of an address whose list never arrives. */
async function callsAt(
  path: string,
  { awaited, ...options }: { roles: string[]; country?: string; awaited?: string } = OWNER,
): Promise<string[]> {
  const server = aServer()
    .on('getMdp', onItsWay)
    .on('getQdp', onItsWay)
    .on('getLzd', onItsWay)
    .on('getPriceList', onItsWay);
  await openPortal(path, { ...options, server });
  const calls = () => server.calls.map(({ name, params }) => [name, ...Object.values(params)].join(' '));
  if (awaited) await waitFor(() => expect(calls()).toContain(awaited));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return calls();
}

describe('loaders prefetch what a screen shows', () => {
  test.each([
    ['pricelist/OTC', 'getPriceList 100101 tokenA OTC'],
    ['mdp/967/OTC', 'getMdp 100101 tokenA 967 OTC'],
    ['qdp/948/FREIWAHL', 'getQdp 100101 tokenA 948 FREIWAHL'],
    ['lzd/12/HILFSMITTEL', 'getLzd 100101 tokenA 12 HILFSMITTEL'],
  ])('%s: user, pharmacy and list, each once', async (page, list) => {
    const calls = await callsAt(`${P}/${page}`, { ...OWNER, awaited: list });
    for (const call of ['getUserData', 'getDashboard 100101 tokenA', list])
      expect(calls.filter((each) => each === call)).toHaveLength(1);
  });

  test('no list of a product group that does not exist', async () => {
    expect(await callsAt(`${P}/pricelist/TABAK`)).not.toContain('getPriceList 100101 tokenA TABAK');
    expect(await callsAt(`${P}/mdp/967/TABAK`)).not.toContain('getMdp 100101 tokenA 967 TABAK');
  });

  test('nothing for users that would be refused', async () => {
    for (const options of [{ roles: [] }, { roles: [...OWNER.roles, 'solvena_customer'], country: 'AT' }]) {
      const calls = await callsAt(`${P}/pricelist/OTC`, options);
      expect(calls.filter((call) => call !== 'getConfig')).toEqual([]);
    }
  });

  test('a list that is opened again is fetched again, however soon', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{}]));
    const { router } = await openPortal(`${P}/pricelist/OTC`, { ...OWNER, server });
    await findGrid();
    expect(server.callsOf('getPriceList')).toHaveLength(1);
    await act(() => router.navigate(P));
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
    await act(() => router.navigate(`${P}/pricelist/OTC`));
    await findGrid();
    expect(server.callsOf('getPriceList')).toHaveLength(2);
    expect(server.callsOf('getDashboard')).toHaveLength(2);
  });

  test('an address that only says another view fetches nothing', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{}]));
    const { router } = await openPortal(`${P}/pricelist/OTC`, { ...OWNER, server });
    await findGrid();
    await act(() => router.navigate(`${P}/pricelist/OTC?filter=own`));
    await findGrid();
    expect(server.callsOf('getPriceList')).toHaveLength(1);
    expect(server.callsOf('getDashboard')).toHaveLength(1);
  });

  test('a package that was left is not cached: a second visit waits for the present one', async () => {
    const answers = [Promise.resolve(anMdp([{}])), onItsWay()];
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

  test.each([403, 404])('a refusal by %d is fetched once, and once more at the next visit', async (status) => {
    const server = aServer().on('getDashboard', () => new Refused(status, 'forbidden', 'Nein.'));
    const { path, router } = await openPortal(P, { ...OWNER, server });
    await waitFor(() => expect(path()).toBe(`/${status}`));
    expect(server.callsOf('getDashboard')).toHaveLength(1);
    await act(() => router.navigate(P));
    await waitFor(() => expect(server.callsOf('getDashboard')).toHaveLength(2));
  });

  test('a pharmacy that is left while it loads does not replace the one opened meanwhile', async () => {
    const { store } = await openPortal('/404', OWNER);
    const leaving = new AbortController();
    // The router aborts the request when another navigation begins.
    const request = new Request('http://localhost/', { signal: leaving.signal });
    const params = { pharmacyId: '100101', pharmacyToken: 'tokenA' };
    const loading = createLoaders(store).pharmacy({ params, request } as unknown as LoaderFunctionArgs);
    leaving.abort();
    await act(() => loading);
    expect(selectPharmacyContext(store.getState())).toBeNull();
  });

  test('user and pharmacy that take long are not waited for', async () => {
    const server = aServer().on('getUserData', onItsWay).on('getDashboard', onItsWay);
    const { container } = await openPortal(P, { ...OWNER, server });
    expect(container.querySelector('.mantine-Loader-root')).not.toBeNull();
    await waitFor(() => expect(container.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(5));
    expect(container.querySelector('.mantine-Loader-root')).toBeNull();
  });

  test.each([
    ['a server error', () => new Refused(500, 'internal', 'Bitte später.')],
    ['no connection', () => Promise.reject<never>(new TypeError('Failed to fetch'))],
  ])('%s is shown by the screen, which fetches again', async (_name, fail) => {
    let fails = true;
    const server = aServer().on('getDashboard', () => (fails ? fail() : aDashboard()));
    await openPortal(P, { ...OWNER, server });
    const retry = await screen.findByRole('button', { name: 'Erneut versuchen' });
    fails = false;
    await act(async () => retry.click());
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
  });

  test('user and pharmacy are in the store', async () => {
    const { store } = await openPortal(P, OWNER);
    await waitFor(() => expect(selectPharmacyContext(store.getState())).toEqual(aDashboard().pharmacy));
    expect(selectUserInfo(store.getState())).toEqual(aUser());
  });

  test('marks, due reviews and guardrails of a price list are fetched once', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{}]));
    await openPortal(`${P}/pricelist/OTC`, { ...OWNER, server });
    await findGrid();
    expect(server.callsOf('getListReviewMarks')).toHaveLength(1);
    expect(server.callsOf('getDueReviews')).toHaveLength(1);
    expect(server.callsOf('getSettings')).toHaveLength(1);
  });
});
