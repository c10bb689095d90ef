import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { GroupFlags, Settings } from '@portal/contracts';
import { NO_GUARDRAILS, type ProductGroup } from '@portal/rules';
import { aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const PATH = '/p/100101/tokenA/settings';
const OWNER = ['TP_admin_100101'];
const STAFF = ['solvena_admin'];

const aFlag = (productGroup: ProductGroup, overrides: Partial<GroupFlags> = {}): GroupFlags => ({
  productGroup,
  count: 120,
  flag: 0,
  qdpFlag: 0,
  guardrails: NO_GUARDRAILS,
  mdp: null,
  qdp: null,
  ...overrides,
});
const someSettings = (overrides: Partial<Settings> = {}): Settings => ({
  status: 'OK',
  flags: [aFlag('OTC'), aFlag('FREIWAHL'), aFlag('HILFSMITTEL', { count: 0 })],
  pharmacy: aPharmacy(),
  mirrorPharmacies: [],
  parentPharmacy: null,
  priceReview: { months: null, permanent: 40, exclusions: 22 },
  now: '2026-11-17T12:00:00.000Z',
  ...overrides,
});
/** Arrived on the 15th: its fifth day ends with the 20th; the next 22nd and 23rd are ahead. */
const arrived = { id: 41, createdAt: '2026-11-15T09:00:00.000Z', reopenedAt: null, doubted: false, deadline: null };

async function openSettings(settings: Partial<Settings> = {}, { roles = OWNER, server = aServer() } = {}) {
  const view = await openPortal(PATH, { roles, server: server.on('getSettings', () => someSettings(settings)) });
  await screen.findByRole('heading', { level: 1, name: 'TruePrice Einstellungen' });
  return view;
}
const monthly = (group: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Freigabe der Monatsupdates ${group}` });
const quarterly = (group: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Freigabe der Quartalsupdates ${group}` });
const choose = async (select: Promise<HTMLSelectElement>, value: string) =>
  await user.selectOptions(await select, value);
const texts = (select: HTMLSelectElement) => [...select.options].map((option) => option.textContent);

// Rule 12.4.
describe('the settings page (rule 12.1)', () => {
  test('has a dropdown for monthly and one for quarterly updates of each product group', async () => {
    await openSettings({ flags: [aFlag('OTC', { flag: 2, qdpFlag: 1 }), aFlag('FREIWAHL'), aFlag('HILFSMITTEL')] });
    expect(texts(await monthly('OTC'))).toEqual([
      'Manuelle Freigabe, nach 5 Tagen automatisch',
      'Sofort automatisch, ohne manuelle Freigabe',
      'Nur manuelle Freigabe',
    ]);
    expect(texts(await quarterly('OTC'))).toEqual([
      'Manuelle Freigabe, sonst Löschung am 23. des Monats',
      'Manuelle Freigabe, am 22. des Monats automatisch',
      'Sofort automatisch, ohne manuelle Freigabe',
    ]);
    expect((await monthly('OTC')).value).toBe('2');
    expect((await quarterly('OTC')).value).toBe('1');
    for (const group of ['Freiwahl', 'Hilfsmittel']) {
      expect([(await monthly(group)).value, (await quarterly(group)).value]).toEqual(['0', '0']);
    }
    expect(document.title).toBe('Kundencenter - TruePrice Einstellungen');
  });

  test('has a list of its subjects to jump by', async () => {
    await openSettings();
    const links = within(await screen.findByRole('navigation', { name: 'Themen' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Freigabe',
      'Leitplanken',
      'Feste Preise',
      'Dauerhafte Regeln',
      'Kasse',
      'E-Mails',
    ]);
    for (const link of links) {
      expect(document.querySelector(new URL((link as HTMLAnchorElement).href).hash)).not.toBeNull();
    }
  });

  test('fades cards of groups without articles', async () => {
    await openSettings();
    const faded = async (group: string) =>
      (await monthly(group)).closest('li')?.getAttribute('data-faded') ?? 'not faded';
    expect([await faded('OTC'), await faded('Hilfsmittel')]).toEqual(['not faded', 'true']);
  });

  test('replaces everything when there is no pilot access', async () => {
    await openSettings({ status: 'NO_PILOT', flags: [] });
    await screen.findByText('Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('a mirror shows its main pharmacy and where to edit; nothing can be changed', async () => {
    const parentPharmacy = aPharmacy({ apoId: 1, crmCompanyId: 2, token: 't2', name: 'Haupt am Markt' });
    await openSettings({ pharmacy: aPharmacy({ parentPharmacy: 1 }), parentPharmacy });
    const banner = await screen.findByRole('alert');
    within(banner).getByText('Die Einstellungen können nur in der Hauptapotheke bearbeitet werden.');
    expect(banner.textContent).toContain('Sie übernimmt die Daten der Hauptapotheke.');
    const cards = within(await screen.findByRole('region', { name: 'Apotheken' })).getAllByRole('listitem');
    expect(cards[1]?.textContent).toContain('Hauptapotheke');
    expect(cards[1]?.textContent).toContain('Haupt am Markt');
    for (const select of screen.getAllByRole<HTMLSelectElement>('combobox')) expect(select.disabled).toBe(true);
  });

  test('a main pharmacy lists its mirrors and says that they follow', async () => {
    await openSettings({ mirrorPharmacies: [aPharmacy({ apoId: 9, crmCompanyId: 109, name: 'Spiegel Süd' })] });
    await screen.findByText('Diese Einstellungen gelten auch für die Spiegelapotheken.');
    const cards = within(await screen.findByRole('region', { name: 'Apotheken' })).getAllByRole('listitem');
    expect(cards[1]?.textContent).toContain('Spiegelapotheke');
    expect(cards[1]?.textContent).toContain('Spiegel Süd');
  });

  test.each([
    [STAFF, 'https://kundencenter.example/admin/pharmacies/100101/tokenA'],
    [OWNER, 'https://kundencenter.example/pharmacy/pharmacies/100101/tokenA'],
  ])('leads %p to their area of the customer centre', async (roles, address) => {
    await openSettings({}, { roles });
    expect((await screen.findByRole('link', { name: 'Im Kundencenter öffnen' })).getAttribute('href')).toBe(address);
  });
});

describe('changing a flag', () => {
  const ok = (approvedId: number | null = null) => ({ status: 'OK' as const, approvedId });

  test('without an open package it is saved at once', async () => {
    const server = aServer().on('setApprovalFlag', () => ok());
    await openSettings({}, { server });
    await choose(monthly('Freiwahl'), '1');
    await screen.findByText('Die Einstellung wurde gespeichert.');
    expect(server.callsOf('setApprovalFlag').map((call) => call.params)).toEqual([
      { apoId: '5001', token: 'tokenA', productGroup: 'FREIWAHL', flag: '1' },
    ]);
    await waitFor(() => expect(server.callsOf('getSettings')).toHaveLength(2));
  });

  test.each([
    [
      'MDP',
      0,
      '1',
      /^Monatsupdate OTC \(ID 41\) ist offen und wird sofort freigegeben\./,
      'Ändern und sofort freigeben',
    ],
    [
      'MDP',
      0,
      '2',
      /^Monatsupdate OTC \(ID 41\) ist offen und bleibt es, bis jemand es freigibt\.$/,
      'Einstellung ändern',
    ],
    [
      'MDP',
      2,
      '0',
      /wird am 20\.11\. um 24 Uhr automatisch freigegeben, wenn es bis dahin niemand freigibt\.$/,
      'Einstellung ändern',
    ],
    [
      'QDP',
      0,
      '1',
      /^Quartalsupdate OTC \(ID 41\) ist offen und wird am 22\.11\. um 0 Uhr automatisch freigegeben/,
      'Einstellung ändern',
    ],
    ['QDP', 1, '0', /wird am 23\.11\. um 0 Uhr gelöscht, wenn es bis dahin niemand freigibt\.$/, 'Einstellung ändern'],
    [
      'QDP',
      1,
      '2',
      /^Quartalsupdate OTC \(ID 41\) ist offen und wird sofort freigegeben\./,
      'Ändern und sofort freigeben',
    ],
  ] as const)('%s from %p to %s says first what it does', async (kind, flag, value, sentence, button) => {
    const call = kind === 'MDP' ? 'setApprovalFlag' : 'setQdpApprovalFlag';
    const server = aServer().on(call, () => ok());
    const group = kind === 'MDP' ? { flag, mdp: arrived } : { qdpFlag: flag, qdp: arrived };
    await openSettings({ flags: [aFlag('OTC', group)] }, { server });
    await choose(kind === 'MDP' ? monthly('OTC') : quarterly('OTC'), value);
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(sentence);
    expect(server.callsOf(call)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: button }));
    await screen.findByText('Die Einstellung wurde gespeichert.');
    expect(server.callsOf(call).map(({ params }) => params.flag)).toEqual([value]);
  });

  test('a deadline that has passed counts from now, by the clock of the server', async () => {
    await openSettings({ now: '2026-11-25T12:00:00.000Z', flags: [aFlag('OTC', { flag: 2, mdp: arrived })] });
    await choose(monthly('OTC'), '0');
    within(await screen.findByRole('dialog')).getByText(/wird am 30\.11\. um 24 Uhr automatisch freigegeben/);
  });

  test('packages of a cancelled pharmacy are not approved at once', async () => {
    await openSettings({ pharmacy: aPharmacy({ active: 3 }), flags: [aFlag('OTC', { mdp: arrived })] });
    await choose(monthly('OTC'), '1');
    within(await screen.findByRole('dialog')).getByText(/bleibt es, bis jemand es freigibt/);
  });

  test('mirrors are named', async () => {
    await openSettings({ mirrorPharmacies: [aPharmacy({ apoId: 9 })], flags: [aFlag('OTC', { mdp: arrived })] });
    await choose(monthly('OTC'), '2');
    within(await screen.findByRole('dialog')).getByText('Das gilt auch für die Spiegelapotheke.');
  });

  test('cancelling leaves everything as it is', async () => {
    const server = aServer();
    await openSettings({ flags: [aFlag('OTC', { mdp: arrived })] }, { server });
    await choose(monthly('OTC'), '1');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await monthly('OTC')).value).toBe('0');
    expect(server.callsOf('setApprovalFlag')).toEqual([]);
  });

  test('a package that was approved is named', async () => {
    const server = aServer().on('setApprovalFlag', () => ok(41));
    await openSettings({ flags: [aFlag('OTC', { mdp: arrived })] }, { server });
    await choose(monthly('OTC'), '1');
    await user.click(await screen.findByRole('button', { name: 'Ändern und sofort freigeben' }));
    await screen.findByText('Die Einstellung wurde gespeichert und Monatsupdate OTC (ID 41) freigegeben.');
  });

  test('a refusal is shown, in the dialog or below the cards', async () => {
    const server = aServer().on('setApprovalFlag', () => new Refused(409, 'wrong_state', 'Geht nicht.'));
    await openSettings({ flags: [aFlag('OTC', { mdp: arrived }), aFlag('FREIWAHL')] }, { server });
    await choose(monthly('Freiwahl'), '1');
    const sentence = 'Die Einstellung konnte nicht gespeichert werden. Geht nicht.';
    const section = within(await screen.findByRole('region', { name: 'Freigabe der Monatsupdates' }));
    expect((await section.findByRole('alert')).textContent).toBe(sentence);
    await choose(monthly('OTC'), '2');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Einstellung ändern' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  });
});

// Rule 19.1.
describe('looking at fixed prices again', () => {
  test('is off at first, says how many prices it concerns, and is chosen at once', async () => {
    let priceReview: Settings['priceReview'] = { months: null, permanent: 40, exclusions: 22 };
    const server = aServer()
      .on('getSettings', () => someSettings({ priceReview }))
      .on('setReviewMonths', ({ body }) => {
        priceReview = { permanent: 40, exclusions: 22, ...(body as { months: 12 }) };
        return { status: 'OK' };
      });
    await openPortal(PATH, { roles: OWNER, server });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Feste Preise wieder prüfen' });
    expect([...select.options].map(({ label }) => label)).toEqual([
      'Nie',
      'Nach 6 Monaten',
      'Nach 12 Monaten',
      'Nach 24 Monaten',
    ]);
    await screen.findByText('Betrifft 40 Dauerpreise und 22 Ausschlüsse');
    await user.selectOptions(select, 'Nach 12 Monaten');
    await screen.findByText('Betrifft 40 Dauerpreise und 22 Ausschlüsse, etwa 2 pro Woche');
    expect(server.callsOf('setReviewMonths').map(({ body }) => body)).toEqual([{ months: 12 }]);
  });

  test('a mirror cannot choose', async () => {
    await openSettings({ parentPharmacy: aPharmacy() });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Feste Preise wieder prüfen' });
    expect(select.disabled).toBe(true);
  });
});
