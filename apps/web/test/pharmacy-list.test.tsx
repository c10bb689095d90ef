import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { countPharmacies } from '../src/features/pharmacies/list/count-pharmacies.ts';
import { listRows, sortEntries, type WaitFilter, type WorkFilter } from '../src/features/pharmacies/list/list-rows.ts';
import { anEntry, aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const MIRROR = aPharmacy({
  apoId: 13,
  crmCompanyId: 113,
  token: 't13',
  name: 'Filiale am Ring',
  city: 'Bonn',
  parentPharmacy: 11,
});
const ENTRIES = [
  anEntry(
    {
      apoId: 11,
      crmCompanyId: 111,
      token: 't11',
      name: 'Zebra',
      city: 'Aachen',
      street: 'B-Weg',
      mdpCount: 2,
      active: 3,
    },
    [MIRROR],
  ),
  anEntry({
    apoId: 12,
    crmCompanyId: 112,
    token: 't12',
    name: 'Äskulap',
    city: 'Ulm',
    street: 'A-Weg',
    qdpCount: 1,
    active: 0,
    userAccessActivated: false,
  }),
  anEntry({
    apoId: 10,
    crmCompanyId: 110,
    token: 't10',
    name: 'Bären',
    city: 'Köln',
    street: 'C-Weg',
    lzdCount: 4,
    active: 9,
  }),
];
/** So many that there are filters. */
const OTHERS = Array.from({ length: 9 }, (_, at) =>
  anEntry({ apoId: 900 + at, crmCompanyId: 900 + at, token: `t${900 + at}`, name: `Zz ${at}`, city: 'Hof', active: 3 }),
);
const server = () => aServer().on('listPharmacies', () => ({ pharmacies: ENTRIES }));
const STAFF = { roles: ['solvena_sales'] };
const names = () => [...document.querySelectorAll('[role=row] > .name[role=cell]')].map((cell) => cell.textContent);

const UNFILTERED = { status: 'all', work: 'all', wait: 'all', now: new Date('2026-03-20T12:00:00Z') } as const;

// Rule 2.9.
describe('the pharmacy list (rule 2.8)', () => {
  test('titles and counts the pharmacies, mirrors included', async () => {
    await openPortal('/admin', { ...STAFF, server: server() });
    await screen.findByText('TRUEPRICE KUNDEN');
    await screen.findByText('4 Apotheken');
  });

  test('calls them MEINE APOTHEKEN for a pharmacy user', async () => {
    await openPortal('/admin', { roles: ['TP_user_111', 'TP_user_112'], server: server() });
    await screen.findByText('MEINE APOTHEKEN');
  });

  test('says how long updates wait and what happens next, by deadline at first; the order chosen is remembered', async () => {
    const now = Date.now();
    const entries = [
      anEntry({ apoId: 1, name: 'Adler' }),
      anEntry({
        apoId: 2,
        name: 'Zebra',
        mdpCount: 1,
        mdpSince: new Date(now - 4 * 86_400_000).toISOString(),
        nextDeadline: { at: '2099-11-30T23:00:00.000Z', action: 'approve', kind: 'MDP' },
      }),
    ];
    const api = aServer().on('listPharmacies', () => ({ pharmacies: entries }));
    const { unmount } = await openPortal('/admin', { ...STAFF, server: api });
    await screen.findByText('2 Apotheken');
    const cells = screen.getAllByRole('row')[1]?.querySelectorAll('.waiting, .deadline');
    expect([...(cells ?? [])].map((cell) => cell.textContent)).toEqual(['4 Tagen', 'Freigabe am 30.11. um 24 Uhr']);
    expect(screen.queryByLabelText('Status filtern')).toBeNull();
    expect(names()).toEqual(['Zebra', 'Adler']);
    await user.click(screen.getByRole('button', { name: 'Apotheke' }));
    expect(names()).toEqual(['Adler', 'Zebra']);
    unmount();
    await openPortal('/admin', { ...STAFF, server: api });
    await screen.findByText('2 Apotheken');
    expect(names()).toEqual(['Adler', 'Zebra']);
  });

  test('sorts by name in German order and reverses on the second click', async () => {
    await openPortal('/admin', { ...STAFF, server: server() });
    await waitFor(() => expect(names()).toEqual(['Äskulap', 'Bären', 'Zebra1 Spiegelapotheke']));
    for (const _ of [1, 2]) await user.click(screen.getByRole('button', { name: 'Apotheke' }));
    expect(names()).toEqual(['Zebra1 Spiegelapotheke', 'Bären', 'Äskulap']);
    expect(screen.getByRole('columnheader', { name: 'Apotheke' }).getAttribute('aria-sort')).toBe('descending');
  });

  test('shows status in words, the counts and opens /p/{crmCompanyId}/{token}', async () => {
    await openPortal('/admin', { ...STAFF, server: server() });
    await screen.findByText('Gekündigt');
    screen.getByText('Bestellt');
    screen.getByText('Inaktiv');
    expect([...document.querySelectorAll('.mdpCount[role=cell]')].map(({ textContent }) => textContent)).toEqual([
      '',
      '',
      'MDP 2',
    ]);
    expect(screen.getByRole('link', { name: 'Zebra öffnen' }).getAttribute('href')).toBe('/p/111/t11');
  });

  test('expands the mirrors of a main pharmacy', async () => {
    await openPortal('/admin', { ...STAFF, server: server() });
    await user.click(await screen.findByRole('button', { name: 'Spiegelapotheken von Zebra anzeigen' }));
    await screen.findByText('Filiale am Ring');
    await user.click(screen.getByRole('button', { name: 'Spiegelapotheken von Zebra verbergen' }));
    expect(screen.queryByText('Filiale am Ring')).toBeNull();
  });

  test('searches from three characters and says when nothing is found', async () => {
    await openPortal('/admin', { ...STAFF, server: server() });
    const field = await screen.findByRole('searchbox', { name: 'Suche nach ApoID, Name oder Ort' });
    await user.clear(field);
    await user.type(field, 'kö');
    await waitFor(() => expect(names()).toHaveLength(3));
    await user.clear(field);
    await user.type(field, 'köl');
    await waitFor(() => expect(names()).toEqual(['Bären']));
    await user.clear(field);
    await user.type(field, 'xyz');
    await screen.findByText('Es wurden keine Apotheken gefunden.');
    await user.click(screen.getByRole('button', { name: 'Suche leeren' }));
    await waitFor(() => expect(names()).toHaveLength(3));
  });

  test('says how many pharmacies are found, whether their lines are shown or not', async () => {
    const entries = [
      anEntry({ apoId: 11, name: 'Zebra', city: 'Aachen' }, [MIRROR]),
      anEntry({ apoId: 12, name: 'Äskulap', city: 'Ulm', active: 3 }),
      ...OTHERS,
    ];
    await openPortal('/admin', { ...STAFF, server: aServer().on('listPharmacies', () => ({ pharmacies: entries })) });
    // the mirror alone: its main pharmacy is shown with it, and is not found
    await user.type(await screen.findByRole('searchbox'), 'bonn');
    await screen.findByText('1 von 12 Apotheken');
    expect(names()).toEqual(['Zebra1 Spiegelapotheke', 'Filiale am Ring']);
    // what was looked for cannot be hidden
    expect(screen.queryByRole('button', { name: /^Spiegelapotheken von Zebra/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Suche leeren' }));
    await screen.findByRole('button', { name: 'Spiegelapotheken von Zebra anzeigen' });
    // both are active, and one of them is below the other
    await user.click(screen.getByRole('combobox', { name: 'Status filtern' }));
    await user.click(await screen.findByRole('option', { name: 'Aktiv' }));
    await screen.findByText('2 von 12 Apotheken');
    expect(names()).toEqual(['Zebra1 Spiegelapotheke']);
    await user.click(screen.getByRole('button', { name: 'Spiegelapotheken von Zebra anzeigen' }));
    screen.getByText('2 von 12 Apotheken');
  });

  test('sends a customer with exactly one pharmacy straight to it, but not staff', async () => {
    const one = () => aServer().on('listPharmacies', () => ({ pharmacies: [anEntry()] }));
    const customer = await openPortal('/', { roles: ['TP_admin_100101', 'solvena_customer'], server: one() });
    await waitFor(() => expect(customer.path()).toBe('/p/100101/tokenA'));
    customer.unmount();
    const staff = await openPortal('/', { ...STAFF, server: one() });
    await screen.findByText('1 Apotheke');
    expect(staff.path()).toBe('/admin');
  });

  test('an older list is shown at once and loaded again', async () => {
    let mdpCount = 1;
    const server = aServer().on('listPharmacies', () => ({ pharmacies: [anEntry({ mdpCount })] }));
    const { router } = await openPortal('/admin', { ...STAFF, server });
    await screen.findByText('1 Apotheke');
    mdpCount = 7;
    await act(() => router.navigate('/p/100101/tokenA'));
    await screen.findByText('Freigabeaufgaben');
    await act(() => router.navigate('/admin'));
    await screen.findByText('1 Apotheke');
    expect(server.callsOf('listPharmacies')).toHaveLength(1);
    await act(() => router.navigate('/p/100101/tokenA'));
    await screen.findByText('Freigabeaufgaben');
    const realDate = globalThis.Date;
    globalThis.Date = class extends realDate {
      constructor(...args: [] | [number]) {
        super(...((args.length === 0 ? [realDate.now() + 31_000] : args) as [number]));
      }
    } as DateConstructor;
    try {
      await act(() => router.navigate('/admin'));
      await screen.findByText('1 Apotheke');
    } finally {
      globalThis.Date = realDate;
    }
    await waitFor(() => expect(screen.getAllByRole('row')[1]?.textContent).toContain('MDP 7'));
    expect(server.callsOf('listPharmacies')).toHaveLength(2);
  });

  test('says in German why the list cannot be loaded', async () => {
    await openPortal('/admin', {
      ...STAFF,
      server: aServer().on('listPharmacies', () => new Refused(500, 'internal', 'Interner Fehler.')),
    });
    await screen.findByText('Interner Fehler.');
  });
});

describe('order and search of the lines', () => {
  const order = (key: Parameters<typeof sortEntries>[1], reverse = false) =>
    sortEntries(ENTRIES, key, reverse).map((entry) => entry.apoId);

  test('follows every sort key', () => {
    expect(order('structure')).toEqual([11, 12, 10]);
    expect(order('status')).toEqual([12, 11, 10]);
    expect(order('street')).toEqual([12, 11, 10]);
    expect(order('city')).toEqual([11, 10, 12]);
    expect(order('mdpCount')).toEqual([12, 10, 11]);
    expect(order('mdpCount', true)).toEqual([11, 12, 10]);
    expect(order('qdpCount', true)).toEqual([12, 10, 11]);
    expect(order('lzdCount', true)).toEqual([10, 12, 11]);
  });

  test('orders by waiting and by deadline, those without last in both directions (rule 2.8)', () => {
    const nextDeadline = (at: string) => ({ at, action: 'approve', kind: 'MDP' }) as const;
    const entries = [
      anEntry({ apoId: 1 }),
      anEntry({
        apoId: 2,
        mdpSince: '2026-03-15T08:00:00.000Z',
        nextDeadline: nextDeadline('2026-03-20T23:00:00.000Z'),
      }),
      anEntry({
        apoId: 3,
        mdpSince: '2026-03-17T08:00:00.000Z',
        lzdSince: '2026-03-11T08:00:00.000Z',
        nextDeadline: nextDeadline('2026-03-19T23:00:00.000Z'),
      }),
    ];
    const order = (key: 'waiting' | 'deadline', reverse: boolean) =>
      sortEntries(entries, key, reverse).map(({ apoId }) => apoId);
    expect([order('waiting', false), order('waiting', true)]).toEqual([
      [3, 2, 1],
      [2, 3, 1],
    ]);
    expect([order('deadline', false), order('deadline', true)]).toEqual([
      [3, 2, 1],
      [2, 3, 1],
    ]);
  });

  test('opens a main pharmacy of which only a mirror matches', () => {
    const rows = listRows(ENTRIES, { query: 'bonn', ...UNFILTERED, expanded: new Set() });
    expect(rows.map(({ pharmacy, level }) => [pharmacy.apoId, level])).toEqual([
      [11, 0],
      [13, 1],
    ]);
  });

  test('finds by the digits of the ApoID', () => {
    const entries = [anEntry({ apoId: 54321 }), anEntry({ apoId: 99999 })];
    expect(
      listRows(entries, { query: '432', ...UNFILTERED, expanded: new Set() }).map((row) => row.pharmacy.apoId),
    ).toEqual([54321]);
  });

  test('filters by open work, and by the days that the oldest package of that work has waited', () => {
    const entries = [
      anEntry({ apoId: 1 }),
      // five calendar days are not more than five
      anEntry({ apoId: 2, mdpCount: 1, mdpSince: '2026-03-15T08:00:00.000Z' }),
      anEntry({ apoId: 3, lzdCount: 2, lzdActiveCount: 1, lzdSince: '2026-03-14T22:59:00.000Z' }),
      anEntry({
        apoId: 4,
        qdpCount: 1,
        qdpSince: '2026-03-01T08:00:00.000Z',
        mdpCount: 1,
        mdpSince: '2026-03-20T08:00:00.000Z',
      }),
      anEntry({ apoId: 5, lzdCount: 1, lzdActiveCount: 1, lzdSince: '2026-03-19T08:00:00.000Z' }),
    ];
    const found = (work: WorkFilter, wait: WaitFilter = 'all') =>
      listRows(entries, { query: '', ...UNFILTERED, work, wait, expanded: new Set() }).map((row) => row.pharmacy.apoId);
    expect(found('all')).toEqual([1, 2, 3, 4, 5]);
    expect(found('any')).toEqual([2, 3, 4, 5]);
    expect(found('MDP')).toEqual([2, 4]);
    expect(found('QDP')).toEqual([4]);
    expect(found('LZD')).toEqual([3, 5]);
    expect(found('locked')).toEqual([3]);
    expect(found('all', '5')).toEqual([3, 4]);
    expect(found('MDP', '2')).toEqual([2]);
    expect(found('any', '10')).toEqual([4]);
  });

  test('counts the days of waiting by the calendar in Berlin', () => {
    // 20 March in Berlin: more than two days have passed since the 17th, whose last moment is 22:59:59.999 in UTC.
    const entries = ['2026-03-17T22:59:59.999Z', '2026-03-17T23:00:00.000Z'].map((mdpSince, index) =>
      anEntry({ apoId: index + 1, mdpCount: 1, mdpSince }),
    );
    const found = listRows(entries, { query: '', ...UNFILTERED, wait: '2', expanded: new Set() });
    expect(found.map(({ pharmacy }) => pharmacy.apoId)).toEqual([1]);
  });

  test('keeps both filters in the address and opens with them', async () => {
    const api = aServer().on('listPharmacies', () => ({ pharmacies: [...ENTRIES, ...OTHERS] }));
    const { router, unmount } = await openPortal('/admin', { ...STAFF, server: api });
    await user.selectOptions(await screen.findByLabelText('Offene Arbeit filtern'), 'LZD offen');
    await user.selectOptions(screen.getByLabelText('Wartezeit filtern'), '5');
    await waitFor(() => expect(router.state.location.search).toBe('?work=LZD&wait=5'));
    unmount();
    await openPortal('/admin?work=locked&wait=10', { ...STAFF, server: api });
    expect((await screen.findByLabelText<HTMLSelectElement>('Offene Arbeit filtern')).value).toBe('locked');
    expect(screen.getByLabelText<HTMLSelectElement>('Wartezeit filtern').value).toBe('10');
  });

  test('finds and counts among 17,000 pharmacies', () => {
    const many = Array.from({ length: 17_000 }, (_, index) =>
      anEntry({ apoId: index + 1, name: `Apotheke ${(index * 7919) % 17_000}` }),
    );
    const rows = listRows(sortEntries(many, 'name', false), {
      query: 'apotheke 12',
      ...UNFILTERED,
      expanded: new Set(),
    });
    expect(rows.length).toBeGreaterThan(1000);
    expect(countPharmacies(many)).toBe(17_000);
  });
});
