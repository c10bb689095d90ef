import { afterEach, describe, expect, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useAddress } from '../src/lib/use-address.ts';
import { anEntry } from './support/data.ts';
import { ADDRESS, openList, priceInput } from './price-lists/open-list.tsx';
import { aPriceList } from './price-lists/list.ts';
import { addressOf } from './price-updates/open-update.tsx';
import { anLzd } from './price-updates/update.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { findGrid, shownPzns } from './support/rows.ts';
import { press, type, user } from './support/user.ts';

afterEach(() => sessionStorage.clear());

type View = Awaited<ReturnType<typeof openPortal>>;
const search = (view: View) => decodeURIComponent(view.router.state.location.search);
const says = (view: View, text: string) => waitFor(() => expect(search(view)).toBe(text));

const LIST = () =>
  aPriceList([
    { name: 'Zink', producer: 'Alpha' },
    { name: 'Apfel', producer: 'Beta' },
    { name: 'Birne', producer: 'Alpha', priceType: 3, ownPrice: 777 },
    { name: 'Zimt', producer: 'Alpha', priceType: 1 },
  ]);

async function openListAt(parameters: string) {
  const server = aServer().on('getPriceList', LIST);
  const view = await openPortal(`${ADDRESS}${parameters}`, { roles: ['TP_admin_100101'], server });
  await findGrid();
  return view;
}

describe('a list (rule 2.22)', () => {
  test('writes what it shows into its address and nothing where it is as it is opened', async () => {
    const view = await openList(LIST);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'Hersteller');
    await says(view, '?filter=producer');
    await press(/^PZN/);
    await says(view, '?filter=producer&sort=pzn');
    await press(/^PZN/);
    await says(view, '?filter=producer&sort=pzn:desc');
    await user.click(screen.getByText('Experte'));
    await says(view, '?filter=producer&sort=pzn:desc&mode=expert');
    await user.click(screen.getByText('Standard'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'Alle Artikel');
    await says(view, '?sort=pzn:desc');
  });

  test('is opened as its address says', async () => {
    await openListAt('?q=zi&filter=permanent&sort=pzn:desc&mode=expert');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Suche|Artikel/ }).value).toBe('zi');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter' }).value).toBe('permanent');
    expect(shownPzns()).toEqual(['00000003']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Experte' }).checked).toBe(true);
  });

  test('takes a second value, and its order', async () => {
    await openListAt('?filter=producer:ALPHA&sort=pzn:desc&exclusions=shown');
    expect(shownPzns()).toEqual(['00000004', '00000003', '00000001']);
  });

  test('leaves out what it does not know', async () => {
    await openListAt('?filter=nothing:x&sort=price&mode=all&review=odd&exclusions=');
    expect(shownPzns()).toEqual(['00000002', '00000003', '00000004', '00000001']);
  });

  test('keeps what is entered while the address changes, and asks before it is left', async () => {
    const view = await openList(LIST);
    await press('Bearbeiten');
    await type(priceInput('00000001'), '8,88');
    await press(/^PZN/);
    await says(view, '?sort=pzn');
    expect(priceInput('00000001').value).toBe('8,88');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('an LZD goes by its address before what is stored with it, and says where it differs', async () => {
  const answer = () => anLzd([{ name: 'Zink' }, { name: 'Apfel', producer: 'Beta' }], { sortOrderSetting: 'pzn desc' });
  const server = () => aServer().on('getLzd', answer);
  const stored = await openPortal(addressOf('LZD'), { roles: ['solvena_sales'], server: server() });
  await findGrid();
  expect(shownPzns()).toEqual(['00000002', '00000001']);
  expect(search(stored)).toBe('');
  stored.unmount();
  const view = await openPortal(`${addressOf('LZD')}?sort=pzn`, { roles: ['solvena_sales'], server: server() });
  await findGrid();
  expect(shownPzns()).toEqual(['00000001', '00000002']);
  expect(search(view)).toBe('?sort=pzn');
});

test('the pharmacies are filtered by status, and stay so', async () => {
  const entries = [
    anEntry({ apoId: 1, name: 'Adler', active: 1 }),
    anEntry({ apoId: 2, name: 'Bären', active: 3 }),
    anEntry({ apoId: 3, name: 'Zebra', active: 3 }),
    ...Array.from({ length: 7 }, (_, at) => anEntry({ apoId: 10 + at, name: `Linde ${at}` })),
  ];
  const server = () => aServer().on('listPharmacies', () => ({ pharmacies: entries }));
  const view = await openPortal('/admin', { roles: ['solvena_sales'], server: server() });
  await user.click(await screen.findByRole('combobox', { name: 'Status filtern' }));
  await user.click(await screen.findByRole('option', { name: 'Gekündigt' }));
  screen.getByText('2 von 10 Apotheken');
  await says(view, '?status=cancelled');
  view.unmount();
  await openPortal('/admin?status=cancelled&sort=name:desc', { roles: ['solvena_sales'], server: server() });
  await screen.findByText('2 von 10 Apotheken');
  const names = [...document.querySelectorAll('[role=row] > .name[role=cell]')].map((cell) => cell.textContent);
  expect(names).toEqual(['Zebra', 'Bären']);
});

test('a screen that is left writes nothing into the address of the next one, which takes its time', async () => {
  const arrived = Promise.withResolvers<void>();
  function Left() {
    const [q, setQ] = useState<string>();
    useAddress({ q });
    return <button onClick={() => setQ('200101')}>Suchen</button>;
  }
  function Next() {
    use(arrived.promise);
    return <p>Das Nächste</p>;
  }
  const router = createMemoryRouter(
    [
      { path: '/left', element: <Left /> },
      { path: '/next', element: <Next /> },
    ],
    { initialEntries: ['/left'] },
  );
  render(
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  await press('Suchen');
  await waitFor(() => expect(address()).toBe('/left?q=200101'));

  await act(() => router.navigate('/left'));
  await press('Suchen');
  await act(() => router.navigate('/next'));
  await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 400)));
  screen.getByRole('button', { name: 'Suchen' }); // the next one is still awaited
  expect(address()).toBe('/next');
  await act(async () => arrived.resolve());
  await screen.findByText('Das Nächste');
  expect(address()).toBe('/next');
});

test('a link followed at once after a filter is chosen leads on, while its data are still on their way', async () => {
  const loaded = Promise.withResolvers<null>();
  function Here() {
    const [q, setQ] = useState<string>();
    useAddress({ q });
    return <button onClick={() => setQ('200101')}>Suchen</button>;
  }
  const router = createMemoryRouter(
    [
      { path: '/here', element: <Here /> },
      { path: '/there', element: <p>Dort</p>, loader: () => loaded.promise },
    ],
    { initialEntries: ['/here'] },
  );
  render(<RouterProvider router={router} />);
  await press('Suchen');
  await act(async () => void router.navigate('/there'));
  await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 600)));
  await act(async () => loaded.resolve(null));
  await screen.findByText('Dort');
  expect(router.state.location.pathname).toBe('/there');
});
