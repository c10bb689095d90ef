import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPortal } from './support/portal.tsx';

const P = '/p/100101/tokenA';
const STAFF_ONLY = ['/admin/export', '/admin/pipeline', '/admin/uploads', '/admin/deliveries', `${P}/history`];
const PHARMACY_PAGES = [
  '/admin',
  P,
  `${P}/settings`,
  `${P}/mdp/1/OTC`,
  `${P}/qdp/1/OTC`,
  `${P}/lzd/1/OTC`,
  `${P}/pricelist/OTC`,
];

describe('the route table of rule 1.5', () => {
  test.each(['solvena_admin', 'solvena_sales'])('admits %s to every page', async (role) => {
    for (const page of [...STAFF_ONLY, ...PHARMACY_PAGES]) {
      const { path, unmount } = await openPortal(page, { roles: [role] });
      await screen.findByRole('navigation');
      expect(path()).toBe(page);
      unmount();
    }
  });

  test.each(['TP_user_100101', 'TP_admin_100101'])('keeps %s out of staff pages only', async (role) => {
    for (const page of PHARMACY_PAGES) {
      const { path, unmount } = await openPortal(page, { roles: [role] });
      await screen.findByRole('navigation');
      expect(path()).toBe(page);
      unmount();
    }
    for (const page of STAFF_ONLY) {
      const { path, unmount } = await openPortal(page, { roles: [role] });
      await waitFor(() => expect(path()).toBe('/403'));
      unmount();
    }
  });

  test('sends users without a role, and customers without a pharmacy, to 403', async () => {
    for (const roles of [[], ['solvena_customer']]) {
      for (const page of [...STAFF_ONLY, ...PHARMACY_PAGES]) {
        const { path, unmount } = await openPortal(page, { roles });
        await waitFor(() => expect(path()).toBe('/403'));
        unmount();
      }
    }
  });

  test('leads the root to the pharmacy list', async () => {
    const { path } = await openPortal('/', { roles: ['solvena_sales'] });
    await screen.findByText('TRUEPRICE KUNDEN');
    expect(path()).toBe('/admin');
  });

  test('tells an Austrian customer at the root that there is no access, without asking the api', async () => {
    const { server, path } = await openPortal('/admin', { roles: ['solvena_customer', 'TP_user_1'], country: 'AT' });
    await screen.findByText('Kein Zugriff. TruePrice steht aktuell nur für deutsche Kunden zur Verfügung.');
    expect(path()).toBe('/');
    expect(server.calls.map((call) => call.name)).toEqual(['getConfig']);
  });

  test('lets Austrian staff in', async () => {
    const { path } = await openPortal('/', { roles: ['solvena_admin'], country: 'AT' });
    await waitFor(() => expect(path()).toBe('/admin'));
  });
});

describe('error pages', () => {
  test('an unknown path leads to 404 with its text, title, a way back and the user menu', async () => {
    const { path } = await openPortal('/general', { roles: ['solvena_admin'] });
    await screen.findByText('Die angeforderte Seite existiert nicht');
    expect(path()).toBe('/404');
    expect(document.title).toBe('Kundencenter - Die angeforderte Seite existiert nicht');
    screen.getByRole('button', { name: 'Zurück' });
    await screen.findByRole('button', { name: 'Benutzermenü von Dr. Anna Berger' });
  });

  test('403 carries the code 401', async () => {
    await openPortal('/403', { roles: [] });
    await screen.findByText('Keine Zugriffsrechte auf die Ressource');
    screen.getByRole('heading', { level: 1, name: 'Diese Seite dürfen Sie nicht öffnen' });
    screen.getByText('Fehler 401');
    expect(document.title).toBe('Kundencenter - Keine Zugriffsrechte auf die Ressource');
  });

  test('a product group that does not exist is a page that does not exist', async () => {
    const { path } = await openPortal(`${P}/pricelist/TIERE`, { roles: ['solvena_admin'] });
    await waitFor(() => expect(path()).toBe('/404'));
  });
});
