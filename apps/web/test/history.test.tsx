import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { HistoryEntry } from '@portal/contracts';
import { aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const PATH = '/p/100101/tokenA/history';
const STAFF = ['solvena_sales'];

const anEvent = (id: number, overrides: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  createdAt: '2026-03-10T09:05:00.000Z',
  productType: 'OTC',
  event: `Ereignis ${id}`,
  mdpimportId: null,
  qdpimportId: null,
  lzdimportId: null,
  hasLog: false,
  userName: 'Anna Berger',
  changed: 0,
  typesOnly: 0,
  article: null,
  ...overrides,
});

async function openHistory(history: HistoryEntry[], { server = aServer(), pharmacy = aPharmacy() } = {}) {
  if (history.length > 0) server.on('getHistory', () => ({ history, pharmacy, next: null }));
  const view = await openPortal(PATH, { roles: STAFF, server });
  await screen.findByRole('heading', { level: 1, name: 'TruePrice HISTORY' });
  return view;
}
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

describe('the history page (rule 11.3)', () => {
  test('says what it is and shows the pharmacy, which opens the customer centre', async () => {
    await openHistory([anEvent(1)]);
    await screen.findByText(
      'Die History listet alle schreibenden Änderungen auf. Vertrieb und Admins/Support können hier alte Logs und Freigabelisten einsehen.',
    );
    const card = await screen.findByRole('link', { name: /Löwen-Apotheke.*Marktplatz/ });
    expect(card.textContent).toBe('Löwen-ApothekeMarktplatz 1, 50667 Köln');
    expect(card.getAttribute('href')).toBe('https://kundencenter.example/admin/pharmacies/100101/tokenA');
  });

  test('has date, product group, action, actions and user', async () => {
    await openHistory([anEvent(1, { productType: 'FREIWAHL' }), anEvent(2, { productType: null, changed: 300 })]);
    const headings = within(await screen.findByRole('table')).getAllByRole('columnheader');
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Datum',
      'Warengruppe',
      'Aktion',
      'Aktionen',
      'Benutzer',
    ]);
    const cells = (await rows()).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['10.März.2026 10:05', 'Freiwahl', 'Ereignis 1', '', 'Anna Berger'],
      ['10.März.2026 10:05', '', 'Ereignis 2300 Preise', '', 'Anna Berger'],
    ]);
  });

  test('opens the package of an entry', async () => {
    await openHistory([
      anEvent(1, { mdpimportId: 41 }),
      anEvent(2, { qdpimportId: 42, productType: 'FREIWAHL' }),
      anEvent(3, { lzdimportId: 43, productType: 'HILFSMITTEL' }),
    ]);
    const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await link('OTC MDP öffnen')).toBe('/p/100101/tokenA/mdp/41/OTC');
    expect(await link('Freiwahl QDP öffnen')).toBe('/p/100101/tokenA/qdp/42/FREIWAHL');
    expect(await link('Hilfsmittel LZD öffnen')).toBe('/p/100101/tokenA/lzd/43/HILFSMITTEL');
  });

  test('packages of a mirror from before cannot be opened', async () => {
    await openHistory([anEvent(1, { mdpimportId: 41 })], { pharmacy: aPharmacy({ parentPharmacy: 1 }) });
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'OTC MDP öffnen' });
    expect(button.disabled).toBe(true);
  });

  test('can be narrowed to a product group', async () => {
    const server = aServer().on('getHistory', () => ({ history: [], pharmacy: aPharmacy(), next: null }));
    await openHistory([], { server });
    await screen.findByText('Es gibt noch keine Einträge.');
    for (const name of ['Alle Einträge', 'OTC', 'Freiwahl', 'Hilfsmittel']) screen.getByRole('radio', { name });
    await user.click(screen.getByRole('radio', { name: 'Freiwahl' }));
    await screen.findByText('Zu dieser Warengruppe gibt es keine Einträge.');
    expect(server.callsOf('getHistory').at(-1)?.query).toEqual({ productGroup: 'FREIWAHL' });
  });

  test('loads older entries when asked to', async () => {
    const pages = {
      '': { history: [anEvent(9), anEvent(8)], next: 8 },
      '8': { history: [anEvent(7)], next: null },
    };
    const server = aServer().on('getHistory', ({ query }) => ({
      ...pages[(query.before ?? '') as keyof typeof pages],
      pharmacy: aPharmacy(),
    }));
    await openHistory([], { server });
    await screen.findByText('die neuesten 2 Einträge');
    await user.click(screen.getByRole('button', { name: 'Ältere Einträge laden' }));
    await screen.findByText('3 Einträge');
    expect((await rows()).map((row) => row.textContent)).toEqual([
      expect.stringContaining('Ereignis 9'),
      expect.stringContaining('Ereignis 8'),
      expect.stringContaining('Ereignis 7'),
    ]);
    expect(screen.queryByRole('button', { name: 'Ältere Einträge laden' })).toBeNull();
  });

  test('says when it cannot be loaded, and tries again', async () => {
    let broken = true;
    const server = aServer().on('getHistory', () =>
      broken
        ? new Refused(503, 'internal', 'Gleich wieder da.')
        : { history: [anEvent(1)], pharmacy: aPharmacy(), next: null },
    );
    await openHistory([], { server });
    await screen.findByText('Gleich wieder da.');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await screen.findByText('Ereignis 1');
  });
});

describe('the log of an entry (rule 10.12)', () => {
  const saved: { name: string; href: string }[] = [];
  const watchDownloads = () => {
    saved.length = 0;
    URL.createObjectURL = () => 'blob:log';
    URL.revokeObjectURL = () => undefined;
    return jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push({ name: this.download, href: this.href });
    });
  };

  test('is saved as Log_{id}.csv', async () => {
    const click = watchDownloads();
    const server = aServer().on('getEventLog', () => 'PZN;Produkt');
    await openHistory([anEvent(17, { hasLog: true }), anEvent(16)], { server });
    const buttons = await screen.findAllByRole('button', { name: /^Log vom/ });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    await waitFor(() => expect(saved).toEqual([{ name: 'Log_17.csv', href: 'blob:log' }]));
    expect(server.callsOf('getEventLog').map((call) => call.params)).toEqual([
      { crmId: '100101', token: 'tokenA', eventId: '17' },
    ]);
    click.mockRestore();
  });

  test('a failure is said', async () => {
    const server = aServer().on('getEventLog', () => new Refused(404, 'not_found', 'Nicht da.'));
    await openHistory([anEvent(17, { hasLog: true })], { server });
    await user.click(await screen.findByRole('button', { name: /^Log vom/ }));
    await screen.findByText('Das Log konnte nicht geladen werden.');
  });
});
