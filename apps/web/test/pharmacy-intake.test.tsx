import './support/node-forms.ts';
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PharmacyFileAnswer } from '@portal/contracts';
import { aDashboard, aGroup, aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { user } from './support/user.ts';

const ADMIN = { roles: ['solvena_admin'] };
const noPharmacies = () => aServer().on('listPharmacies', () => ({ pharmacies: [] }));

// Rule 23.14.
describe('where nothing is there yet', () => {
  test.each([
    [['solvena_admin'], 'Ohne Anbindung legen Sie sie hier an'],
    [['solvena_sales'], 'ohne Anbindung legt die Administration sie an'],
    [['solvena_customer', 'TP_user_100999'], 'Beides richtet der Support ein.'],
  ])('the list of pharmacies tells %j what comes next', async (roles, text) => {
    await openPortal('/admin', { roles, server: noPharmacies() });
    expect((await screen.findByRole('alert')).textContent).toContain(text);
  });

  const groups = (other = {}) => [aGroup('OTC', { count: 0, negative: 0, lastChange: null, ...other })];
  test.each([
    ['solvena_sales', {}, 'spielen Sie die Erstberechnung (LZD) ein'],
    ['solvena_sales', { lzdId: 7, readyToApprove: false, lzdPending: true }, 'schalten Sie sie für die Apotheke frei'],
    ['TP_admin_100101', {}, 'Der Vertrieb spielt die Erstberechnung ein'],
    ['TP_admin_100101', { lzdPending: true }, 'Der Vertrieb hat die Erstberechnung eingespielt'],
    ['TP_admin_100101', { lzdId: 7, readyToApprove: true }, 'Ihre Erstberechnung ist da.'],
  ])('the start page of a pharmacy tells %s at %j who does what', async (role, other, text) => {
    const dashboard = aDashboard({ tpData: groups(other), pharmacy: aPharmacy({ contractStatus: 1 }) });
    const server = aServer().on('getDashboard', () => dashboard);
    await openPortal('/p/100101/tokenA', { roles: [role], server });
    const [step] = await screen.findAllByText('Noch keine Preise');
    expect(step?.closest('[role=note]')?.textContent).toContain(text);
  });

  test('and nothing where there are prices', async () => {
    const server = aServer().on('getDashboard', () => aDashboard({ tpData: groups({ count: 12 }) }));
    await openPortal('/p/100101/tokenA', { roles: ['TP_admin_100101'], server });
    await screen.findByText('Preislisten');
    expect(screen.queryByText('Noch keine Preise')).toBeNull();
  });
});

// Rule 23.13.
describe('an administrator', () => {
  test('makes a pharmacy; what is refused stands at its field', async () => {
    const refused = {
      crmCompanyId: 190_001,
      outcome: 'refused',
      reason: 'numberTaken',
      field: 'apoId',
      message: 'Die ApoID gehört einer anderen Apotheke.',
    };
    let answer: object = refused;
    const server = noPharmacies().on('createPharmacy', () => ({ status: 'OK', outcome: answer }));
    await openPortal('/admin', { ...ADMIN, server });
    await user.click(await screen.findByRole('button', { name: 'Anlegen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apotheke anlegen' }));
    await user.type(dialog.getByLabelText('Name'), 'Buchen-Apotheke');
    await user.type(dialog.getByLabelText('Nummer im Kundencenter'), '190001');
    await user.type(dialog.getByLabelText('ApoID'), '290001');
    const save = dialog.getByRole('button', { name: 'Apotheke anlegen' });
    await user.click(save);
    await dialog.findByText(refused.message);
    expect(dialog.getByLabelText('ApoID').getAttribute('aria-invalid')).toBe('true');
    answer = { crmCompanyId: 190_001, outcome: 'created', token: 'neu' };
    await user.click(save);
    const link = await screen.findByRole('link', { name: 'Zur Apotheke' });
    expect(link.getAttribute('href')).toBe('/p/190001/neu');
    const pharmacy = { name: 'Buchen-Apotheke', crmCompanyId: 190_001, apoId: 290_001, country: 'DE', active: 0 };
    expect(server.callsOf('createPharmacy').map(({ body }) => body)).toEqual([{ pharmacy }, { pharmacy }]);
  });

  test('sees what a file does before it is taken in', async () => {
    const counts = { created: 1, changed: 0, unchanged: 3, refused: 1 };
    const answer: PharmacyFileAnswer = {
      status: 'OK',
      counts,
      ignored: ['Bemerkung'],
      rows: [
        { line: 3, crmCompanyId: null, name: '', outcome: 'refused', text: 'Der Name fehlt.' },
        { line: 2, crmCompanyId: 190_001, name: 'Buchen-Apotheke', outcome: 'created', text: 'ApoID 290001' },
      ],
    };
    const server = noPharmacies()
      .on('checkPharmacyFile', () => answer)
      .on('takeInPharmacyFile', () => answer);
    await openPortal('/admin', { ...ADMIN, server });
    await user.click(await screen.findByRole('button', { name: 'Einspielen …' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apotheken einspielen' }));
    const start = () => dialog.findByRole('button', { name: /einspielen$/ });
    expect((await start()).hasAttribute('disabled')).toBe(true);
    await user.upload(
      dialog.getByLabelText('Datei mit Apotheken'),
      new File(['x'], 'apotheken.csv', { type: 'text/csv' }),
    );
    await dialog.findByText('Noch ist nichts eingespielt: 1 neu, 3 unverändert, 1 abgelehnt');
    dialog.getByText('Diese Spalten werden nicht gelesen: Bemerkung.');
    dialog.getByText('Der Name fehlt.');
    expect(server.callsOf('takeInPharmacyFile')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Eine Apotheke einspielen' }));
    await dialog.findByText('Eingespielt: 1 neu, 3 unverändert, 1 abgelehnt');
  });

  test('alone has the buttons', async () => {
    await openPortal('/admin', { roles: ['solvena_sales'], server: noPharmacies() });
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Anlegen' })).toBeNull();
  });
});
