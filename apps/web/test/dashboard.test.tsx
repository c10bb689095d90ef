import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Dashboard, ReviewFigures } from '@portal/contracts';
import { portalApi } from '../src/api/portal-api.ts';
import { aDashboard, aGroup, aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { user } from './support/user.ts';
import { Refused } from './support/server.ts';
import { findGrid } from './support/rows.ts';

const P = '/p/100101/tokenA';
const OWNER = ['TP_admin_100101'];
const STAFF = ['solvena_admin'];

async function openDashboard(dashboard: Partial<Dashboard>, roles = OWNER) {
  const view = await openPortal(P, { roles, server: aServer().on('getDashboard', () => aDashboard(dashboard)) });
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

// Rules 2.11 and 2.13.
describe('the dashboard of a pharmacy (rule 2.12)', () => {
  test('welcomes the user and shows the card of the pharmacy with its tag', async () => {
    await openDashboard({});
    await screen.findByText('Willkommen bei TruePrice, Dr. Anna Berger');
    const card = await section('Apotheke');
    card.getByText('Löwen-Apotheke');
    card.getByText('Aktiv');
    expect(document.title).toBe('Kundencenter - Löwen-Apotheke');
  });

  test('tells that the contract is not active, and only then', async () => {
    const text = 'Der Vertrag dieser Apotheke ist noch nicht aktiviert.';
    const { unmount } = await openDashboard({ pharmacy: aPharmacy({ contractStatus: 0 }) });
    screen.getByText(text);
    unmount();
    await openDashboard({});
    expect(screen.queryByText(text)).toBeNull();
  });

  test('replaces the content when there is no pilot access', async () => {
    await openDashboard({ status: 'NO_PILOT', tpData: [] });
    screen.getByText('Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.');
    expect(screen.queryByText('Preislisten')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Regal' })).toBeNull();
  });

  test('lists the product groups with count, exclusions and last change', async () => {
    const groups = [
      aGroup('OTC', { count: 20_000, negative: 1, lastChange: '2026-11-20T23:30:00.000Z' }),
      aGroup('FREIWAHL'),
      aGroup('HILFSMITTEL'),
    ];
    await openDashboard({ tpData: groups });
    const otc = within((await section('Preislisten')).getAllByRole('listitem')[0] as HTMLElement);
    otc.getByText('20.000');
    otc.getByText('Letzte Änderung 21.11.2026');
    expect(otc.getByRole('link', { name: 'Preisliste OTC öffnen' }).getAttribute('href')).toBe(`${P}/pricelist/OTC`);
  });

  test('shows each task with its deadline, the nearest first', async () => {
    const otc = aGroup('OTC', {
      mdpId: 41,
      mdpCreatedAt: '2026-11-17T09:00:00.000Z',
      mdpDeadline: { at: '2026-11-22T23:00:00.000Z', action: 'approve' },
      qdpId: 42,
      qdpCreatedAt: '2026-11-17T09:00:00.000Z',
      qdpDeadline: { at: '2026-11-21T23:00:00.000Z', action: 'approve' },
    });
    const freiwahl = aGroup('FREIWAHL', {
      mdpId: 43,
      mdpCreatedAt: '2026-11-17T09:00:00.000Z',
      qdpId: 44,
      qdpCreatedAt: '2026-11-17T09:00:00.000Z',
      qdpDeadline: { at: '2026-11-22T23:00:00.000Z', action: 'delete' },
    });
    await openDashboard({ tpData: [otc, freiwahl] });
    const tasks = (await section('Freigabeaufgaben')).getAllByRole('listitem').map((item) => item.textContent);
    expect(tasks).toEqual([
      'Quartalsupdate OTCID 42, erstellt am 17.11.2026wird am 22.11. um 0 Uhr automatisch freigegebenÖffnen',
      'Monatsupdate OTCID 41, erstellt am 17.11.2026wird am 22.11. um 24 Uhr automatisch freigegebenÖffnen',
      'Quartalsupdate FreiwahlID 44, erstellt am 17.11.2026wird am 23.11. um 0 Uhr gelöschtÖffnen',
      'Monatsupdate FreiwahlID 43, erstellt am 17.11.2026bleibt offen, bis Sie freigebenÖffnen',
    ]);
    const link = screen.getByRole('link', { name: 'Quartalsupdate Freiwahl öffnen' });
    expect(link.getAttribute('href')).toBe(`${P}/qdp/44/FREIWAHL`);
  });

  test('says why a task waits that the clock would have approved (rule 12.7)', async () => {
    const at = '2026-11-20T23:00:00.000Z';
    const createdAt = '2026-11-17T09:00:00.000Z';
    const otc = aGroup('OTC', { mdpId: 41, mdpCreatedAt: createdAt, mdpHeld: { at, rows: 1200 } });
    const freiwahl = aGroup('FREIWAHL', { qdpId: 44, qdpCreatedAt: createdAt, qdpHeld: { at, rows: 1 } });
    await openDashboard({ tpData: [otc, freiwahl] });
    const tasks = (await section('Freigabeaufgaben')).getAllByRole('listitem').map((item) => item.textContent);
    expect(tasks).toEqual([
      'Monatsupdate OTCID 41, erstellt am 17.11.2026wartet auf Sie: 1.200 Preise verletzen eine LeitplankeÖffnen',
      'Quartalsupdate FreiwahlID 44, erstellt am 17.11.2026wartet auf Sie: 1 Preis verletzt eine LeitplankeÖffnen',
    ]);
  });

  test('shows an LZD that is not ready to staff only, with a lock', async () => {
    const tpData = [aGroup('OTC', { lzdId: 51, lzdCreatedAt: '2026-11-17T09:00:00.000Z', readyToApprove: false })];
    const { unmount } = await openDashboard({ tpData }, STAFF);
    screen.getByText('noch nicht freigeschaltet');
    unmount();
    await openDashboard({ tpData });
    screen.getByText('Zurzeit gibt es nichts freizugeben.');
  });

  test('tells owners who has to act while an LZD is not released', async () => {
    const text = /^TruePrice bereitet neue Preise vor und schaltet sie für Sie frei/;
    const { unmount } = await openDashboard({ tpData: [aGroup('OTC', { lzdPending: true }), aGroup('FREIWAHL')] });
    screen.getByText(text);
    unmount();
    await openDashboard({ tpData: [aGroup('OTC', { lzdId: 51, lzdPending: true })] }, STAFF);
    expect(screen.queryByText(text)).toBeNull();
  });

  test('speaks to staff of the pharmacy, not of theirs', async () => {
    const tpData = [
      aGroup('OTC', { mdpId: 41 }),
      aGroup('FREIWAHL', { mdpId: 42, mdpHeld: { at: '2026-11-20T23:00:00.000Z', rows: 2 } }),
    ];
    await openDashboard({ tpData }, STAFF);
    screen.getByRole('heading', { level: 1, name: /^Löwen-Apotheke Willkommen bei TruePrice/ });
    screen.getByText(/^Hier prüfen und korrigieren Sie die Preise der Apotheke\./);
    screen.getByText('bleibt offen, bis die Apotheke freigibt');
    screen.getByText('wartet auf die Apotheke: 2 Preise verletzen eine Leitplanke');
  });

  test.each([
    ['2026-11-22T21:30:00.000Z', 'now'],
    ['2026-11-19T22:00:00.000Z', 'now'],
    ['2026-11-18T22:00:00.000Z', 'soon'],
    ['2026-11-15T22:00:00.000Z', 'soon'],
    ['2026-11-14T22:00:00.000Z', 'later'],
  ])('is as loud at %s as the time that is left: %s (rule 2.13)', async (now, urgency) => {
    const mdpDeadline = { at: '2026-11-22T23:00:00.000Z', action: 'delete' } as const;
    await openDashboard({ now, tpData: [aGroup('OTC', { mdpId: 41, mdpDeadline })] });
    const deadline = screen.getByText(/^wird am 22\.11\. um 24 Uhr gelöscht/).closest('[data-urgency]');
    expect(deadline?.getAttribute('data-urgency')).toBe(urgency);
  });

  test('shows a released LZD to the pharmacy without a lock', async () => {
    await openDashboard({
      tpData: [aGroup('OTC', { lzdId: 51, lzdCreatedAt: '2026-11-17T09:00:00.000Z', readyToApprove: true })],
    });
    expect(screen.getByRole('link', { name: 'Erst-/Neuberechnung OTC öffnen' }).getAttribute('href')).toBe(
      `${P}/lzd/51/OTC`,
    );
    expect(screen.queryByText('noch nicht freigeschaltet')).toBeNull();
  });

  test('lists the latest approvals, newest first, each leading to its page', async () => {
    const none = {
      latestlzd: null,
      latestmdp: null,
      latestqdp: null,
      lzdimportId: null,
      mdpimportId: null,
      qdpimportId: null,
    };
    await openDashboard({
      latestApprovals: [
        {
          ...none,
          productGroup: 'OTC',
          mdpimportId: 31,
          latestmdp: '2026-10-05T10:00:00.000Z',
          lzdimportId: 30,
          latestlzd: '2026-09-01T10:00:00.000Z',
        },
        { ...none, productGroup: 'FREIWAHL', qdpimportId: 32, latestqdp: '2026-10-22T10:00:00.000Z' },
      ],
    });
    const links = (await section('Letzte Freigaben')).getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([`${P}/qdp/32/FREIWAHL`, `${P}/mdp/31/OTC`, `${P}/lzd/30/OTC`]);
  });

  test('tells what the till has loaded and what it has still to load', async () => {
    const told = { refused: 0, differsSince: null };
    const never = { ...told, loadedAt: null, seenAt: null, reload: true, pendingCount: 12_345 };
    const byFile = await openDashboard({ till: never, tillFile: { createdAt: '2026-11-18T00:18:00.000Z' } });
    expect((await section('Kasse')).queryByText(/^Die Kasse hat noch keine Preise|^Beim nächsten Abruf/)).toBeNull();
    byFile.unmount();
    const fetching = { ...never, account: 'job:a', name: 'kasse', userName: null, standOf: null, check: null };
    const { unmount } = await openDashboard({ till: never, tills: [fetching] });
    let card = await section('Kasse');
    card.getByText('Die Kasse hat noch keine Preise aus TruePrice geladen');
    card.getByText('Beim nächsten Abruf lädt die Kasse die ganze Liste: 12.345 Artikel.');
    expect(card.queryByText('Zuletzt geladen')).toBeNull();
    unmount();
    const times = { loadedAt: '2026-03-10T09:05:00.000Z', seenAt: '2026-03-12T05:30:00.000Z' };
    const pending = await openDashboard({ till: { ...told, ...times, reload: false, pendingCount: 1 } });
    card = await section('Kasse');
    card.getByText('Der Kasse fehlt noch 1 neuer Preis');
    card.getByText('10.03.2026 10:05');
    card.getByText('12.03.2026 06:30');
    pending.unmount();
    const done = await openDashboard({ till: { ...told, ...times, reload: false, pendingCount: 0 } });
    (await section('Kasse')).getByText('Die Kasse hat alle freigegebenen Preise');
    done.unmount();
    await openDashboard({ till: { ...told, ...times, reload: true, pendingCount: 300 } });
    (await section('Kasse')).getByText('Ihre Kasse muss die ganze Preisliste neu laden');
  });

  test('says what the till has refused, and that it holds other prices', async () => {
    const times = { loadedAt: '2026-11-24T09:05:00.000Z', seenAt: '2026-11-24T09:05:00.000Z' };
    const till = { ...times, reload: false, pendingCount: 0, refused: 3, differsSince: '2026-11-24T09:05:00.000Z' };
    const { unmount } = await openDashboard({ till });
    let card = await section('Kasse');
    card.getByText('Die Kasse hat 3 Artikel abgelehnt');
    card.getByText('Die Kasse meldet einen anderen Stand als freigegeben (24.11.)');
    expect(card.queryByText('Die Kasse hat alle freigegebenen Preise')).toBeNull();
    unmount();
    await openDashboard({ till: { ...till, refused: 1, differsSince: null } });
    card = await section('Kasse');
    card.getByText('Die Kasse hat 1 Artikel abgelehnt');
    expect(card.queryByText(/anderen Stand/)).toBeNull();
  });

  test('names each of several tills with what it lacks, and removes one after a question', async () => {
    const till = { loadedAt: '2026-11-24T09:05:00.000Z', seenAt: '2026-11-24T09:05:00.000Z', reload: false };
    const told = { ...till, pendingCount: 0, refused: 0, differsSince: null };
    const entry = { ...told, userName: null, standOf: null, check: null };
    const tills = [
      { ...entry, account: 'job:a', name: 'kasse-vorn' },
      {
        ...entry,
        account: 'job:b',
        name: 'kasse-hinten',
        pendingCount: 2,
        standOf: '2026-11-20T09:00:00.000Z',
        check: { takenAt: '2026-11-24T09:05:00.000Z', count: 1, missing: 0 },
      },
    ];
    const { server } = await openDashboard({ till: { ...told, pendingCount: 2 }, tills });
    const removed: string[] = [];
    server.on('removeTill', ({ params }) => {
      removed.push(params.account ?? '');
      return { status: 'OK' };
    });
    const card = await section('Kasse');
    card.getByText('Einer Kasse fehlen noch 2 neue Preise');
    card.getByText('alle Preise geladen');
    card.getByText(
      '2 Preise fehlen · auf einem Stand von 20.11.2026 10:00 · 1 Preis in der Kasse ist anders (Abgleich 24.11.)',
    );
    await user.click(card.getByRole('button', { name: 'Kasse „kasse-hinten“ entfernen' }));
    await screen.findByText('Nutzen Sie die Kasse „kasse-hinten“ nicht mehr?');
    expect(removed).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Entfernen' }));
    await screen.findByText('Die Kasse „kasse-hinten“ ist entfernt.');
    expect(removed).toEqual(['job:b']);
  });

  test('says that the only till is on an older state', async () => {
    const till = { loadedAt: '2026-11-24T09:05:00.000Z', seenAt: '2026-11-24T09:05:00.000Z', reload: false };
    const told = { ...till, pendingCount: 1, refused: 0, differsSince: null };
    const only = {
      ...told,
      account: 'job:a',
      name: 'k',
      userName: null,
      standOf: '2026-11-20T09:00:00.000Z',
      check: null,
    };
    await openDashboard({ till: told, tills: [only] });
    const card = await section('Kasse');
    card.getByText('Die Kasse ist auf einem Stand von 20.11.2026 10:00');
    card.getByText('Der Kasse fehlt noch 1 neuer Preis');
  });

  test('shows the main pharmacy of a mirror; one without a token cannot be opened', async () => {
    const main = aPharmacy({ apoId: 1, crmCompanyId: 2, token: '', name: 'Haupt am Markt' });
    await openDashboard({ pharmacy: aPharmacy({ parentPharmacy: 1 }), parentPharmacy: main });
    (await section('Hauptapotheke')).getByText('Haupt am Markt');
    expect(screen.queryByRole('link', { name: 'Haupt am Markt' })).toBeNull();
  });

  test('shows the mirrors of a main pharmacy', async () => {
    await openDashboard({
      shadowPharmacies: [aPharmacy({ apoId: 9, crmCompanyId: 109, token: 't9', name: 'Spiegel Süd' })],
    });
    const mirror = (await section('Spiegelapotheken')).getByRole('link', { name: 'Spiegel Süd' });
    expect(mirror.getAttribute('href')).toBe('/p/109/t9');
  });

  test.each([
    [STAFF, 'https://kundencenter.example/admin/pharmacies/100101/tokenA'],
    [OWNER, 'https://kundencenter.example/pharmacy/pharmacies/100101/tokenA'],
  ])('leads %p to their area of the customer centre', async (roles, address) => {
    await openDashboard({}, roles);
    expect((await screen.findByRole('link', { name: 'Im Kundencenter öffnen' })).getAttribute('href')).toBe(address);
  });

  test('is loaded again when the user comes back to it, from another page or another window', async () => {
    let tpData = [aGroup('OTC')];
    const server = aServer().on('getDashboard', () => aDashboard({ tpData }));
    const { router, store } = await openPortal(P, { roles: OWNER, server });
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
    expect(server.callsOf('getDashboard')).toHaveLength(1);
    await act(() => router.navigate(`${P}/pricelist/OTC`));
    await findGrid();
    tpData = [aGroup('OTC', { mdpId: 31, mdpCreatedAt: '2026-11-02T08:00:00Z' })];
    await act(() => router.navigate(P));
    await screen.findByText('Monatsupdate OTC');
    tpData = [aGroup('OTC')];
    act(() => void store.dispatch(portalApi.internalActions.onFocus()));
    await screen.findByText('Zurzeit gibt es nichts freizugeben.');
  });

  test('sends a user whom the api refuses to 403', async () => {
    const server = aServer().on('getDashboard', () => new Refused(403, 'forbidden', 'Nein.'));
    const { path } = await openPortal(P, { roles: OWNER, server });
    await waitFor(() => expect(path()).toBe('/403'));
  });
});

describe('what happens by itself, and what is to do (rule 2.45)', () => {
  const at = '2026-11-22T23:00:00.000Z';
  const createdAt = '2026-11-17T09:00:00.000Z';
  const deletion = { at, action: 'delete' } as const;

  test('counts what is approved, deleted and waits, to customers and staff', async () => {
    const tpData = [
      aGroup('OTC', {
        mdpId: 41,
        mdpCreatedAt: createdAt,
        mdpDeadline: { at, action: 'approve' },
        qdpId: 42,
        qdpCreatedAt: createdAt,
        qdpDeadline: deletion,
      }),
      aGroup('FREIWAHL', {
        mdpId: 43,
        mdpCreatedAt: createdAt,
        qdpId: 44,
        qdpCreatedAt: createdAt,
        qdpDeadline: deletion,
      }),
      aGroup('HILFSMITTEL', { lzdId: 45, lzdCreatedAt: createdAt, readyToApprove: false }),
    ];
    const approved = '1 Update wird am 22.11. um 24 Uhr automatisch freigegeben.';
    const { unmount } = await openDashboard({ tpData });
    await screen.findByText(approved);
    screen.getByText('2 Updates werden gelöscht, wenn Sie sie nicht freigeben, das erste am 23.11. um 0 Uhr.');
    screen.getByText('1 Update wartet auf Ihre Freigabe.');
    unmount();
    await openDashboard({ tpData }, STAFF);
    await screen.findByText(approved);
    screen.getByText('2 Updates werden gelöscht, wenn die Apotheke sie nicht freigibt, das erste am 23.11. um 0 Uhr.');
    screen.getByText('1 Update wartet auf die Freigabe der Apotheke.');
  });

  test('is one list, wrong prices first, and no list where nothing is to do', async () => {
    const now = '2026-11-18T09:00:00.000Z';
    const group = { productGroup: 'OTC', changed: 34, account: 'files' } as const;
    const { unmount } = await openDashboard({
      now,
      tpData: [aGroup('OTC', { dueReviews: 1 })],
      tillCheck: { takenAt: '2026-11-17T09:00:00.000Z', count: 79, missing: 34 },
      tillDoubted: { account: 'job:a', takenAt: '2026-11-16T09:00:00.000Z' },
      tillLacks: { at: now, userName: 'Anna Berger', reload: false, groups: [group] },
      tillFile: { createdAt: '2026-11-18T00:18:00.000Z' },
      periods: { running: 3, coming: 4, begin: 1, end: 2 },
    });
    const today = await section('Heute zu tun');
    expect(today.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '45 Preise in der Kasse sind anders, 34 fehlen (Abgleich 17.11.)Korrigieren',
      'Der Bestand der Kasse vom 16.11. ist zweifelhaft und zählt noch nichtAnsehen',
      'Preisdatei von 01:18 noch nicht bestätigtBestätigen',
      'Der Kasse fehlen noch 34 neue Preise (OTC 34)Änderungen herunterladen',
      'Zeiträume: Heute beginnen 1, enden 2Ansehen',
      '1 Dauerpreis oder Ausschluss in OTC zu prüfenPrüfen',
    ]);
    unmount();
    await openDashboard({ now });
    await section('Preislisten');
    expect(screen.queryByRole('region', { name: 'Heute zu tun' })?.querySelector('li') ?? null).toBeNull();
  });
});

describe('a task before its package is opened (rule 14.37)', () => {
  const figures: ReviewFigures = {
    rows: 20_000,
    changed: 6012,
    toReview: 130,
    doubts: [],
    grossProfit: { cents: 123_456, rows: 5900, missing: 112, lacks: { added: 100, leaving: 0, units: 12 } },
    reviewed: {
      count: 90,
      persons: [
        { userName: 'Dr. Berger', mine: false, count: 84 },
        { userName: 'Anna Berger', mine: true, count: 6 },
      ],
    },
  };
  const deadline = { at: '2026-11-22T23:00:00.000Z', action: 'approve' } as const;
  const tpData = [
    aGroup('OTC', { mdpId: 41, mdpCreatedAt: '2026-11-17T09:00:00.000Z', mdpDeadline: deadline, mdpRows: 20_000 }),
  ];
  const open = async (answer: () => ReviewFigures, now = '2026-11-18T09:00:00.000Z') => {
    const server = aServer()
      .on('getDashboard', () => aDashboard({ tpData, now }))
      .on('getReviewFigures', answer);
    await openPortal(P, { roles: OWNER, server });
    return within((await section('Freigabeaufgaben')).getByRole('listitem'));
  };

  test('says how many are open beside those to look at, once a part is approved', async () => {
    const task = await open(() => ({ ...figures, approved: 1226, open: 206 }));
    await task.findByText('1.226 freigegeben, 166 weitere offen');
  });

  test('says how many rows it has, what to look at, who has done so, what it is worth and how long it waits', async () => {
    const task = await open(() => figures);
    const link = await task.findByRole('link', { name: 'Prüfen (40): Monatsupdate OTC' });
    expect(link.getAttribute('href')).toBe(`${P}/mdp/41/OTC?review=all:weight`);
    const all = task.getByRole('link', { name: 'Alle 20.000 ansehen: Monatsupdate OTC öffnen' });
    expect(all.getAttribute('href')).toBe(`${P}/mdp/41/OTC`);
    screen.getByText('1 Update wird am 22.11. um 24 Uhr automatisch freigegeben.');
    screen.getByText('40 Preise sollten Sie ansehen.');
    task.getByText('Dr. Berger hat 84 geprüft');
    task.getByText('Sie haben 6 geprüft');
    expect(task.getByText('Rohertrag +1.235 €').parentElement?.textContent).toBe(
      'Rohertrag +1.235 € aus 5.900 von 6.012 Änderungen',
    );
    task.getByText('noch 4 Tage');
  });

  test('offers to open it where nothing is to be looked at', async () => {
    const task = await open(() => ({ ...figures, toReview: 0, reviewed: { count: 0, persons: [] } }));
    await task.findByText('nichts zu prüfen');
    expect(task.getAllByRole('link').map((link) => link.textContent)).toEqual(['Öffnen']);
    screen.getByText('Auffällige Preise gibt es nicht.');
  });

  test('offers to open it where all of it is reviewed', async () => {
    const task = await open(() => ({ ...figures, toReview: 90 }));
    await task.findByText('alles geprüft');
    expect(task.getAllByRole('link').map((link) => link.textContent)).toEqual(['Öffnen']);
    screen.getByText('Alle auffälligen Preise sind geprüft.');
  });

  test('says what speaks against the package as a whole (rule 20.2)', async () => {
    const message = '991 von 1.000 geänderten Preisen sind 16,0 % niedriger als heute.';
    const task = await open(() => ({ ...figures, doubts: [{ check: 'commonFactor', message }] }));
    await task.findByText(message);
  });

  test('counts down by the clock of the server', async () => {
    const task = await open(() => figures, '2026-11-22T21:30:00.000Z');
    task.getByText('noch 1 Stunde');
  });

  test('says what is not known, and what could not be had', async () => {
    const lacks = { added: 5397, leaving: 1, units: 614 };
    const unknown = { ...figures, grossProfit: { cents: 0, rows: 0, missing: 6012, lacks } };
    const task = await open(() => unknown);
    await task.findByText('Rohertrag offen: 5.397 neue Artikel, 1 Artikel ohne neuen Preis, 614 Artikel ohne Absatz');
    expect(task.queryByText(/Rohertrag [+−]/)).toBeNull();
  });

  test('names new articles alone where nothing else is missing', async () => {
    const lacks = { added: 397, leaving: 0, units: 0 };
    const task = await open(() => ({ ...figures, grossProfit: { cents: 0, rows: 0, missing: 397, lacks } }));
    await task.findByText('397 neue Artikel');
  });

  test('says that the help is not to be had, and can be opened all the same', async () => {
    const task = await open(() => {
      throw new Refused(500, 'internal', 'Bitte versuchen Sie es später noch einmal.');
    });
    await task.findByText('Die Zahl der zu prüfenden Preise lädt gerade nicht');
    task.getByRole('link', { name: 'Monatsupdate OTC öffnen' });
    expect(task.getAllByRole('link')).toHaveLength(1);
  });
});

test('what the last approvals were worth is drawn, the newest first (rule 14.36)', async () => {
  const lacks = { added: 3, leaving: 0, units: 0 };
  const effects = [
    ['2026-10-01', { cents: -9448, rows: 14, missing: 1, lacks: null }],
    ['2026-10-15', { cents: 0, rows: 0, missing: 3, lacks: null }],
    ['2026-11-01', { cents: 0, rows: 0, missing: 3, lacks }],
    ['2026-11-15', { cents: 70_598, rows: 101, missing: 0, lacks: { ...lacks, added: 0 } }],
  ] as const;
  await openDashboard({
    approvalEffects: effects.map(([day, effect], id) => {
      return { kind: 'MDP', productGroup: 'OTC', id, approvedAt: `${day}T09:00:00.000Z`, effect };
    }),
  });
  const rows = (await section('Letzte Freigaben')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Monatsupdate OTC 15.11.2026+706 € ',
    'Monatsupdate OTC 01.11.20263 neue Artikel',
    'Monatsupdate OTC 15.10.2026Rohertrag offen: Absatz oder Preis vorher oder nachher fehlt',
    'Monatsupdate OTC 01.10.2026−94 € aus 14 von 15 Änderungen',
  ]);
  // -94,48 of 705,98, to the left of the middle
  const bar = rows[3]?.querySelector('rect');
  expect([Number(bar?.getAttribute('x')), Number(bar?.getAttribute('width'))]).toEqual([
    expect.closeTo(43.309, 2),
    expect.closeTo(6.691, 2),
  ]);
});

test('of many approvals the last five are shown, the others on demand', async () => {
  await openDashboard({
    approvalEffects: Array.from({ length: 7 }, (_, at) => ({
      kind: 'MDP' as const,
      productGroup: 'OTC' as const,
      id: at + 1,
      approvedAt: `2026-10-0${at + 1}T09:00:00.000Z`,
      effect: { cents: 100, rows: 1, missing: 0, lacks: null },
    })),
  });
  const approvals = await section('Letzte Freigaben');
  expect(approvals.getAllByRole('listitem')).toHaveLength(5);
  await user.click(approvals.getByRole('button', { name: '2 weitere zeigen' }));
  expect(approvals.getAllByRole('listitem')).toHaveLength(7);
});
