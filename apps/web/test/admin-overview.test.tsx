import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { AdminOverview, OpenPackage, UndeliveredMessage } from '@portal/contracts';
import { filterPackages, NO_FILTER, sortPackages } from '../src/features/admin-overview/package-rows.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { user } from './support/user.ts';

const PATH = '/admin?view=overview';
const STAFF = { roles: ['solvena_sales'] };
const AT = '2026-11-16T09:00:00.000Z';

function aPackage(id: number, overrides: Partial<OpenPackage> = {}): OpenPackage {
  return {
    id,
    kind: 'MDP',
    productGroup: 'OTC',
    apoId: 200_100 + id,
    crmCompanyId: 100_100 + id,
    token: `token${id}`,
    pharmacy: `Apotheke ${id}`,
    city: 'Köln',
    itemCount: 1000 * id,
    createdAt: '2026-11-15T09:00:00.000Z',
    deadline: { at: '2026-11-20T23:00:00.000Z', action: 'approve' },
    held: null,
    overdue: false,
    doubted: false,
    locked: false,
    cancelled: false,
    ...overrides,
  };
}

function aMessage(id: number, overrides: Partial<UndeliveredMessage> = {}): UndeliveredMessage {
  return {
    id,
    kind: 'taskClosed',
    status: 'dead',
    createdAt: '2026-11-15T09:00:00.000Z',
    attempts: 20,
    nextAttemptAt: null,
    lastError: 'Das Kundencenter ist nicht erreichbar (ECONNREFUSED).',
    to: null,
    task: { kind: 'MDP', importId: 4711, productGroup: 'FREIWAHL' },
    pharmacy: { apoId: 200_101, crmCompanyId: 100_101, token: 'tokenA', name: 'Löwen-Apotheke' },
    ...overrides,
  };
}

const anOverview = (overrides: Partial<AdminOverview> = {}): AdminOverview => ({
  at: AT,
  packages: [],
  packageTotal: overrides.packages?.length ?? 0,
  openDeliveries: 0,
  jobs: [{ name: 'dueActions', lastRunAt: AT, error: null, overdue: false }],
  messages: [],
  messageTotal: overrides.messages?.length ?? 0,
  ...overrides,
});
const serving = (overview: AdminOverview) => aServer().on('getAdminOverview', () => overview);
const table = (name: string) => screen.findByRole('table', { name });
const bodyRows = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1);
const text = (row: HTMLElement | undefined) => row?.textContent?.replaceAll(/\s+/g, ' ');

describe('the overview of staff', () => {
  test('says first that deliveries wait for a decision (rule 20.11)', async () => {
    await openPortal('/admin?view=overview', { ...STAFF, server: serving(anOverview({ openDeliveries: 2 })) });
    const link = await screen.findByRole<HTMLAnchorElement>('link', {
      name: '2 Lieferungen warten auf Ihre Entscheidung',
    });
    expect(link.getAttribute('href')).toBe('/admin/deliveries');
    const head = link.closest('header');
    within(head as HTMLElement).getByRole('heading', { level: 1 });
    within(head as HTMLElement).getByText('Alle Dienste laufen');
  });

  test('stands beside the pharmacy list and is asked for only when opened', async () => {
    const server = serving(anOverview());
    await openPortal('/admin', { ...STAFF, server });
    await screen.findByText('TRUEPRICE KUNDEN');
    expect(server.callsOf('getAdminOverview')).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Übersicht' }));
    await screen.findByRole('heading', { level: 1, name: 'Alle Apotheken im Überblick' });
    const health = (await screen.findByText('Alle Dienste laufen')).closest('details');
    expect(health?.open).toBe(false);
    screen.getByText('Alle Nachrichten sind zugestellt.');
    await screen.findByText('Stand 16.11.2026 10:00');
    await user.click(screen.getByRole('link', { name: 'Apotheken' }));
    await screen.findByText('TRUEPRICE KUNDEN');
  });

  test('is not there for customers', async () => {
    const server = serving(anOverview());
    await openPortal(PATH, { roles: ['TP_user_100101', 'TP_user_100102'], server });
    await screen.findByText('MEINE APOTHEKEN');
    expect(screen.queryByRole('link', { name: 'Übersicht' })).toBeNull();
    expect(server.callsOf('getAdminOverview')).toEqual([]);
  });

  test('shows each open package with age and next action, as a link to it', async () => {
    const packages = [
      aPackage(1, { deadline: { at: '2026-11-18T23:00:00.000Z', action: 'approve' } }),
      aPackage(2, { kind: 'QDP', deadline: { at: '2026-11-22T23:00:00.000Z', action: 'delete' }, overdue: true }),
      aPackage(3, { kind: 'LZD', deadline: null, locked: true, createdAt: '2026-11-16T08:00:00.000Z' }),
      aPackage(4, { cancelled: true, createdAt: '2026-11-01T08:00:00.000Z' }),
      aPackage(5, { deadline: null, held: { at: AT, rows: 12 } }),
    ];
    await openPortal(PATH, { ...STAFF, server: serving(anOverview({ packages })) });
    const rows = await bodyRows('Offene Updates');
    expect(rows.map(text)).toEqual([
      'Monatsupdate 1OTCApotheke 1 200101 Köln1.000 Artikel15.11.2026 seit gesternFreigabe am 18.11. um 24 Uhr',
      'Quartalsupdate 2OTCApotheke 2 200102 Köln2.000 Artikel15.11.2026 seit gesternLöschung am 23.11. um 0 Uhrüberfällig',
      'Erst-/Neuberechnung 3OTCApotheke 3 200103 Köln3.000 Artikel16.11.2026 heutenicht freigeschaltet',
      'Monatsupdate 4OTCApotheke 4 200104 Köln4.000 Artikel01.11.2026 seit 15 Tagenkeine, Apotheke gekündigt',
      'Monatsupdate 5OTCApotheke 5 200105 Köln5.000 Artikel15.11.2026 seit gesternkeine, 12 Preise verletzen eine Leitplanke',
    ]);
    const urgency = rows.map((row) => row.querySelector('[data-urgency]')?.getAttribute('data-urgency'));
    expect(urgency).toEqual(['now', 'soon', undefined, undefined, undefined]);
    const link = within(rows[1] as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe('/p/100102/token2/qdp/2/OTC');
  });

  test('sorts by a heading and filters by kind, group, state and pharmacy', async () => {
    const packages = [
      aPackage(1, { pharmacy: 'Zebra' }),
      aPackage(2, { pharmacy: 'Äskulap', kind: 'QDP', productGroup: 'FREIWAHL' }),
      aPackage(3, { pharmacy: 'Bären', overdue: true }),
    ];
    await openPortal(PATH, { ...STAFF, server: serving(anOverview({ packages })) });
    const ids = async () =>
      (await bodyRows('Offene Updates')).map((row) => /update (\d)/.exec(row.textContent ?? '')?.[1]);
    await user.click(await screen.findByRole('button', { name: 'Apotheke' }));
    expect(await ids()).toEqual(['2', '3', '1']);
    await user.click(screen.getByRole('button', { name: 'Apotheke' }));
    expect(await ids()).toEqual(['1', '3', '2']);
    expect(screen.getByRole('columnheader', { name: 'Apotheke' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByLabelText('QDP 1'));
    await waitFor(async () => expect(await ids()).toEqual(['2']));
    await user.selectOptions(screen.getByLabelText('Warengruppe'), 'OTC');
    await screen.findByText('Kein offenes Update entspricht der Auswahl.');
    await user.click(screen.getByLabelText('Alle'));
    await screen.findByText('2 von 3 Updates');
    await user.selectOptions(screen.getByLabelText('Status'), 'overdue');
    await waitFor(async () => expect(await ids()).toEqual(['3']));
    await user.type(screen.getByRole('searchbox'), 'zebra');
    await screen.findByText('Kein offenes Update entspricht der Auswahl.');
  });

  test('says that there are more packages than it lists', async () => {
    const overview = { ...anOverview({ packages: [aPackage(1)] }), packageTotal: 25_000 };
    await openPortal(PATH, { ...STAFF, server: serving(overview) });
    await screen.findByText('Gezeigt werden die 1 dringendsten von 25.000 offenen Updates.');
  });

  test('shows jobs that do not run or have failed', async () => {
    const jobs: AdminOverview['jobs'] = [
      { name: 'dueActions', lastRunAt: null, error: null, overdue: true },
      { name: 'deliveries', lastRunAt: AT, error: 'connection refused', overdue: false },
      { name: 'forgetting', lastRunAt: AT, error: null, overdue: false },
    ];
    await openPortal(PATH, { ...STAFF, server: serving(anOverview({ jobs })) });
    expect((await screen.findAllByRole('listitem')).map(text)).toEqual([
      'überfälligFreigaben und Löschungennoch nie gelaufen',
      'fehlgeschlagenZustellung von Nachrichten16.11.2026 10:00connection refused',
      'Löschen alter Nachrichten und Haken bei „Geprüft“16.11.2026 10:00',
      'Alle Nachrichten sind zugestellt.',
    ]);
  });
});

test('tills with another stand lead to their pharmacy and its comparison, with two figures (rule 22.4)', async () => {
  const till = {
    apoId: 200_101,
    crmCompanyId: 100_101,
    token: 'tokenA',
    name: 'Rosen-Apotheke',
    city: 'München',
    lagsSince: null,
    differsSince: new Date().toISOString(),
    differing: 26_153,
    missing: 26_101,
    refused: 0,
    standOf: null,
    doubtedAt: null,
  };
  const server = serving(anOverview()).on('getStrayTills', () => ({ tills: [till], total: 1 }));
  await openPortal(PATH, { ...STAFF, server });
  await screen.findByText('52 Preise in der Kasse sind anders, 26.101 fehlen (Abgleich heute)');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect([link('Rosen-Apotheke'), link('Kassenabgleich öffnen: Rosen-Apotheke')]).toEqual([
    '/p/100101/tokenA',
    '/p/100101/tokenA/kassenabgleich',
  ]);
});

describe('undelivered messages', () => {
  const waiting = aMessage(2, {
    kind: 'logExport',
    status: 'waiting',
    attempts: 3,
    nextAttemptAt: '2026-11-16T09:05:00.000Z',
    lastError: 'Der Mailserver ist nicht erreichbar.',
    to: 'petra@portal.example',
    task: null,
    pharmacy: null,
  });

  test('lead to their place; a dead one is sent again', async () => {
    let messages = [aMessage(1), waiting];
    const server = aServer()
      .on('getAdminOverview', () => anOverview({ messages }))
      .on('redeliverMessage', () => {
        messages = [waiting];
        return { status: 'OK' };
      });
    await openPortal(PATH, { ...STAFF, server });
    const name = 'Aufgabe schließen: MDP Freiwahl 4711';
    const task = await screen.findByRole('link', { name });
    expect(task.getAttribute('href')).toBe('/p/100101/tokenA/mdp/4711/FREIWAHL');
    const mail = screen.getByRole('link', { name: 'Log-Export an petra@portal.example' });
    expect(mail.getAttribute('href')).toBe('/admin/export');
    const rows = await bodyRows('Nicht zugestellte Nachrichten');
    expect(text(rows[1])).toContain('Der Mailserver ist nicht erreichbar. nächster Versuch 16.11.2026 10:05');
    expect(within(rows[1] as HTMLElement).queryByRole('button', { name: /zustellen/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: `Erneut zustellen: ${name}` }));
    await screen.findByText('Die Nachricht wird in wenigen Sekunden erneut zugestellt.');
    await waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull());
    expect(server.callsOf('redeliverMessage').map(({ params }) => params)).toEqual([{ messageId: '1' }]);
  });

  test('show what became of each attempt', async () => {
    const server = serving(anOverview({ messages: [aMessage(1)] })).on('getMessageEvents', () => ({
      events: [
        { at: AT, event: 'redelivered', detail: null, userName: 'Petra Hahn' },
        { at: AT, event: 'gaveUp', detail: 'Antwort 422', userName: 'System' },
      ],
    }));
    await openPortal(PATH, { ...STAFF, server });
    await user.click(await screen.findByRole('button', { name: /^Versuche:/ }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Erneut zugestellt durch Petra Hahn');
    within(dialog).getByText('Antwort 422');
  });

  test('are filtered by state and unfolded when there are many', async () => {
    const messages = [...Array.from({ length: 25 }, (_, n) => aMessage(n + 1)), aMessage(99, { ...waiting, id: 99 })];
    await openPortal(PATH, { ...STAFF, server: serving(anOverview({ messages })) });
    expect(await bodyRows('Nicht zugestellte Nachrichten')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: '16 weitere anzeigen' }));
    expect(await bodyRows('Nicht zugestellte Nachrichten')).toHaveLength(26);
    await user.click(screen.getByLabelText('wird erneut versucht 1'));
    await waitFor(async () => expect(await bodyRows('Nicht zugestellte Nachrichten')).toHaveLength(1));
  });
});

describe('rows of open packages', () => {
  test('without an action stand last either way, ties by id', () => {
    const none = aPackage(1, { deadline: null });
    const cancelled = aPackage(2, { cancelled: true });
    const soon = aPackage(4, { deadline: { at: '2026-11-17T23:00:00.000Z', action: 'approve' } });
    const later = aPackage(3);
    const order = (reversed: boolean) =>
      sortPackages([cancelled, none, later, soon], { key: 'deadline', reversed }).map(({ id }) => id);
    expect(order(false)).toEqual([4, 3, 1, 2]);
    expect(order(true)).toEqual([3, 4, 1, 2]);
  });

  test('are found by state', () => {
    const rows = [
      aPackage(1),
      aPackage(2, { overdue: true }),
      aPackage(3, { kind: 'LZD', deadline: null, locked: true }),
      aPackage(4, { cancelled: true }),
    ];
    const ids = (state: (typeof NO_FILTER)['state']) =>
      filterPackages(rows, { ...NO_FILTER, state }, new Date(AT)).map(({ id }) => id);
    expect([ids('overdue'), ids('scheduled'), ids('manual'), ids('locked'), ids('cancelled')]).toEqual([
      [2],
      [1, 2],
      [3],
      [3],
      [4],
    ]);
  });
});

test('updates with a yellow certificate are marked, and found by their state (rule 20.1)', async () => {
  const packages = [aPackage(1), aPackage(2, { doubted: true })];
  await openPortal(PATH, { ...STAFF, server: serving(anOverview({ packages })) });
  const marked = async () => (await bodyRows('Offene Updates')).map((row) => /ungewöhnlich/.test(text(row) ?? ''));
  expect(await marked()).toEqual([false, true]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Ungewöhnlich');
  expect(await marked()).toEqual([true]);
});

describe('nights (rule 15.7)', () => {
  // Midnight in Berlin after 16, 17 and 20 November; AT is the 16th in the morning.
  const due = (at: string) => ({ deadline: { at, action: 'approve' } as const });
  const packages = [
    aPackage(1, due('2026-11-16T23:00:00.000Z')),
    aPackage(2, due('2026-11-17T23:00:00.000Z')),
    aPackage(3, due('2026-11-17T23:00:00.000Z')),
    aPackage(4, { ...due('2026-11-15T23:00:00.000Z'), overdue: true }),
    aPackage(5, { deadline: null }),
    aPackage(6, { ...due('2026-11-16T23:00:00.000Z'), cancelled: true }),
  ];
  const kinds = async () => (await bodyRows('Offene Updates')).map((row) => text(row)?.match(/Apotheke (\d)/)?.[1]);

  test('count what the clock does in each, and show one alone', async () => {
    const { router } = await openPortal(PATH, { ...STAFF, server: serving(anOverview({ packages })) });
    const nights = await screen.findByRole('group', { name: 'Nächte' });
    expect(
      within(nights)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['am 15.11. um 24 Uhr: ein Update', 'am 16.11. um 24 Uhr: ein Update', 'am 17.11. um 24 Uhr: 2 Updates']);
    const night = within(nights).getByRole('button', { name: /17\.11\./ });
    await user.click(night);
    expect(night.getAttribute('aria-pressed')).toBe('true');
    await waitFor(async () => expect(await kinds()).toEqual(['2', '3']));
    await waitFor(() => expect(router.state.location.search).toContain('night=2026-11-18'));
    await user.click(night);
    await waitFor(async () => expect(await kinds()).toHaveLength(6));
  });

  test("'Heute Nacht' is the next midnight and what is overdue", async () => {
    await openPortal(`${PATH}&state=tonight`, { ...STAFF, server: serving(anOverview({ packages })) });
    expect(await kinds()).toEqual(['4', '1']);
  });
});
