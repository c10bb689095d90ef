import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Dashboard, FoundPharmacy } from '@portal/contracts';
import { aDashboard, aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const P = '/p/100101/tokenA';
const STAFF = ['solvena_sales'];
const MIRROR = aPharmacy({ apoId: 9, crmCompanyId: 109, token: 't9', name: 'Spiegel Süd', parentPharmacy: 5001 });

function found(overrides: Partial<FoundPharmacy> = {}): FoundPharmacy {
  const { apoId, crmCompanyId, name, street, zipcode, city, country, active, userAccessActivated } = aPharmacy();
  const card = { apoId, crmCompanyId, name, street, zipcode, city, country, active, userAccessActivated };
  return { ...card, parentPharmacy: null, ownArticles: 0, ownPeriods: 0, refusal: null, ...overrides };
}

async function openDashboard(dashboard: Partial<Dashboard>, { roles = STAFF, server = aServer() } = {}) {
  const view = await openPortal(P, { roles, server: server.on('getDashboard', () => aDashboard(dashboard)) });
  await screen.findByRole('heading', { level: 1 });
  return view;
}

async function openSearch(server: ReturnType<typeof aServer>) {
  const view = await openDashboard({}, { server });
  await user.click(await screen.findByRole('button', { name: 'Spiegelapotheke hinzufügen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const type = async (value: string) => {
    await user.clear(await dialog.findByRole('searchbox'));
    await user.type(await dialog.findByRole('searchbox'), value);
  };
  return { ...view, dialog, type };
}

describe('adding a mirror (rule 8.3)', () => {
  test('searches from three characters on; candidates have a button, the others their reason', async () => {
    const server = aServer().on('searchPharmacies', () => [
      found({ apoId: 7001, name: 'Ameisen-Apotheke', ownArticles: 1234, ownPeriods: 3 }),
      found({ apoId: 7002, name: 'Zebra-Apotheke', refusal: 'Hat selbst Spiegelapotheken.' }),
    ]);
    const { dialog, type } = await openSearch(server);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('searchbox')));
    await type('ap');
    await dialog.findByText('Bitte geben Sie mindestens 3 Zeichen ein.');
    await type('apo');
    const [candidate, refused] = await dialog.findAllByRole('listitem');
    within(candidate as HTMLElement).getByRole('button', { name: 'Ameisen-Apotheke hinzufügen' });
    within(candidate as HTMLElement).getByText(
      'APO-ID 7001, eigene Preisliste mit 1.234 Artikeln, 3 Zeiträume enden damit',
    );
    within(refused as HTMLElement).getByText('Hat selbst Spiegelapotheken.');
    expect(within(refused as HTMLElement).queryByRole('button')).toBeNull();
    expect(server.callsOf('searchPharmacies').map((call) => call.body)).toEqual([{ query: 'apo', pharmacy: 5001 }]);
  });

  test('a search that failed can be tried again', async () => {
    let calls = 0;
    const server = aServer().on('searchPharmacies', () => {
      calls += 1;
      if (calls === 1) return new Refused(500, 'internal', 'Das Portal ist gestört.');
      return [found({ name: 'Ameisen-Apotheke' })];
    });
    const { dialog, type } = await openSearch(server);
    await type('ameise');
    await dialog.findByText('Das Portal ist gestört.');
    await user.click(dialog.getByRole('button', { name: 'Erneut versuchen' }));
    await dialog.findByRole('button', { name: 'Ameisen-Apotheke hinzufügen' });
  });

  test('says when nothing is found', async () => {
    const { dialog, type } = await openSearch(aServer().on('searchPharmacies', () => []));
    await type('xyz');
    await dialog.findByText('Es wurden keine Apotheken gefunden.');
  });

  test('adds the pharmacy and looks at everything again', async () => {
    const server = aServer()
      .on('searchPharmacies', () => [found({ apoId: 7001, name: 'Ameisen-Apotheke' })])
      .on('addMirror', () => ({ status: 'OK' }));
    const { dialog, type } = await openSearch(server);
    await type('ameise');
    await user.click(await dialog.findByRole('button', { name: 'Ameisen-Apotheke hinzufügen' }));
    await screen.findByText('Ameisen-Apotheke ist jetzt eine Spiegelapotheke.');
    expect(server.callsOf('addMirror').map((call) => call.body)).toEqual([{ pharmacy: 5001, shadowPharmacy: 7001 }]);
    await waitFor(() => {
      expect(server.callsOf('getDashboard')).toHaveLength(2);
      expect(server.callsOf('searchPharmacies')).toHaveLength(2);
    });
  });

  test('asks again where that gives up a price list of its own', async () => {
    const server = aServer()
      .on('searchPharmacies', () => [found({ apoId: 7001, name: 'Ameisen-Apotheke', ownArticles: 1234 })])
      .on('addMirror', () => ({ status: 'OK' }));
    const { dialog, type } = await openSearch(server);
    await type('ameise');
    const first = 'Ameisen-Apotheke hinzufügen';
    await user.click(await dialog.findByRole('button', { name: first }));
    await user.click(await dialog.findByRole('button', { name: 'Abbrechen' }));
    await user.click(await dialog.findByRole('button', { name: first }));
    expect(server.callsOf('addMirror')).toEqual([]);
    const second = 'Ameisen-Apotheke: Preisliste ersetzen und als Spiegelapotheke hinzufügen';
    await user.click(await dialog.findByRole('button', { name: second }));
    await screen.findByText('Ameisen-Apotheke ist jetzt eine Spiegelapotheke.');
    expect(server.callsOf('addMirror').map((call) => call.body)).toEqual([{ pharmacy: 5001, shadowPharmacy: 7001 }]);
  });

  test.each([409, 200])('alerts when it fails (%s), with the reason', async (httpStatus) => {
    const server = aServer()
      .on('searchPharmacies', () => [found({ apoId: 7001, name: 'Ameisen-Apotheke' })])
      .on('addMirror', () => new Refused(httpStatus, 'wrong_state', 'Hat ein offenes Update.'));
    const { dialog, type } = await openSearch(server);
    await type('ameise');
    await user.click(await dialog.findByRole('button', { name: 'Ameisen-Apotheke hinzufügen' }));
    const alert = await dialog.findByRole('alert');
    within(alert).getByText('Fehler beim Hinzufügen der Schattenapotheke');
    expect(alert.textContent).toContain('Hat ein offenes Update.');
  });
});

describe('removing a mirror', () => {
  const ask = async (server: ReturnType<typeof aServer>) => {
    const view = await openDashboard({ shadowPharmacies: [MIRROR] }, { server });
    await user.click(await screen.findByRole('button', { name: 'Spiegelapotheke Spiegel Süd entfernen' }));
    return { ...view, dialog: within(await screen.findByRole('dialog')) };
  };

  test('asks first, and cancelling does nothing', async () => {
    const { dialog, server } = await ask(aServer());
    dialog.getByText('Möchten Sie die Schattenapotheke wirklich entfernen?');
    await user.click(dialog.getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsOf('removeMirror')).toEqual([]);
  });

  test('removes it and looks at the dashboard again', async () => {
    const { dialog, server } = await ask(aServer().on('removeMirror', () => ({ status: 'OK' })));
    await user.click(dialog.getByRole('button', { name: 'Spiegelapotheke entfernen' }));
    await screen.findByText('Spiegel Süd ist keine Spiegelapotheke mehr.');
    expect(server.callsOf('removeMirror').map((call) => call.params)).toEqual([{ apoId: '5001', shadowApoId: '9' }]);
    await waitFor(() => expect(server.callsOf('getDashboard')).toHaveLength(2));
  });

  test.each([409, 200])('alerts when it fails (%s)', async (httpStatus) => {
    const { dialog } = await ask(
      aServer().on('removeMirror', () => new Refused(httpStatus, 'wrong_state', 'Geht nicht.')),
    );
    await user.click(dialog.getByRole('button', { name: 'Spiegelapotheke entfernen' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe('Fehler beim Hinzufügen der SchattenapothekeGeht nicht.');
  });
});

describe('who may do so', () => {
  test('staff also where there is no mirror yet', async () => {
    await openDashboard({});
    await screen.findByRole('button', { name: 'Spiegelapotheke hinzufügen' });
  });

  test('not offered on a mirror, which shows its main pharmacy instead', async () => {
    await openDashboard({ pharmacy: MIRROR, parentPharmacy: aPharmacy() });
    await screen.findByRole('region', { name: 'Hauptapotheke' });
    expect(screen.queryByRole('button', { name: /Spiegelapotheke/ })).toBeNull();
  });

  test('not the pharmacy itself', async () => {
    await openDashboard({ shadowPharmacies: [MIRROR] }, { roles: ['TP_admin_100101'] });
    await screen.findByRole('link', { name: 'Spiegel Süd' });
    expect(screen.queryByRole('button', { name: /Spiegelapotheke/ })).toBeNull();
  });
});
