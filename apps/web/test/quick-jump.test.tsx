import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { FoundArticles } from '@portal/contracts';
import { aDashboard, aGroup, anEntry, aPharmacy, aUser } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { findGrid } from './support/rows.ts';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const P = '/p/100101/tokenA';
const OWNER = ['TP_admin_100101'];
const STAFF = ['solvena_sales'];
const article = (pzn: string, name: string) => ({
  pzn,
  name,
  content: '20 St',
  producer: 'Ratio',
  effectivePrice: 1295,
});
const FOUND: FoundArticles = [
  { productGroup: 'OTC', count: 143, articles: [article('00000024', 'Ibuprofen'), article('00000030', 'Ibutop')] },
  { productGroup: 'FREIWAHL', count: 1, articles: [article('00000047', 'Ibuwärme')] },
];
const tpData = [aGroup('OTC', { mdpId: 41, mdpCreatedAt: '2026-11-17T09:00:00.000Z' })];
const server = () =>
  aServer()
    .on('getDashboard', () => aDashboard({ tpData }))
    .on('findArticles', () => FOUND);

async function openJump() {
  await user.keyboard('{Control>}k{/Control}');
  return within(await screen.findByRole('dialog', { name: 'Suchen und springen' }));
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

// Rules 2.42 and 2.43.
describe('the quick jump', () => {
  test('opens by Ctrl+K and by the field of the start page, and offers the pages of the pharmacy with its open updates', async () => {
    await openPortal(P, { roles: OWNER, server: server() });
    await screen.findByText('Monatsupdate OTC');
    await user.click(screen.getByRole('button', { name: /^Artikel in allen Listen suchen/ }));
    await screen.findByRole('dialog', { name: 'Suchen und springen' });
    await waitFor(() =>
      expect(options()).toEqual([
        'StartseiteLöwen-Apotheke',
        'Monatsupdate OTCoffen, ID 41',
        'Preisliste OTC',
        'Preisliste Freiwahl',
        'Preisliste Hilfsmittel',
        'Regal',
        'Verlauf',
        'Einstellungen',
      ]),
    );
  });

  test('finds articles of all lists and opens the list with the one that is chosen by keys', async () => {
    const api = server();
    const { router } = await openPortal(P, { roles: OWNER, server: api });
    await screen.findByText('Monatsupdate OTC');
    const dialog = await openJump();
    await user.type(dialog.getByRole('combobox'), 'ibu');
    await dialog.findByText('Ibutop · 20 St');
    expect(options()).toEqual([
      'Ibuprofen · 20 St12,95 €OTC · Ratio · PZN\u00a000000024',
      'Ibutop · 20 St12,95 €OTC · Ratio · PZN\u00a000000030',
      'Alle 143 in OTC zeigen',
      'Ibuwärme · 20 St12,95 €Freiwahl · Ratio · PZN\u00a000000047',
    ]);
    expect(api.callsOf('findArticles')).toHaveLength(1);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`${P}/pricelist/OTC`));
    expect(router.state.location.search).toBe('?q=00000030');
    await findGrid();
    // ready to take a price
    await screen.findByRole('button', { name: 'Daten prüfen (0)' });
    // the list that is open takes the search itself
    const again = await openJump();
    await user.type(again.getByRole('combobox'), 'ibu');
    await user.click(await again.findByText('Alle 143 in OTC zeigen'));
    await waitFor(() => expect(router.state.location.search).toBe('?q=ibu'));
  });

  test('is typed into from the start page at once', async () => {
    await openPortal(P, { roles: OWNER, server: server() });
    await screen.findByText('Monatsupdate OTC');
    const field = screen.getByRole('button', { name: /^Artikel in allen Listen suchen/ });
    expect(document.activeElement).toBe(field);
    await user.keyboard('ibu t');
    const dialog = within(await screen.findByRole('dialog', { name: 'Suchen und springen' }));
    expect(dialog.getByRole<HTMLInputElement>('combobox').value).toBe('ibu t');
    await dialog.findByText('Ibutop · 20 St');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openJump();
    expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
  });

  test('offers the search of the lists, which is more patient, where nothing is found', async () => {
    await openPortal(P, { roles: OWNER, server: server().on('findArticles', () => []) });
    await screen.findByText('Monatsupdate OTC');
    const dialog = await openJump();
    await user.type(dialog.getByRole('combobox'), '400mg');
    await dialog.findByText('„400mg“ in OTC suchen');
    dialog.getByText('Nichts gefunden.');
    expect(options()).toHaveLength(3);
  });

  test('says that the search failed', async () => {
    const api = server().on('findArticles', () => new Refused(500, 'internal', 'Interner Fehler.'));
    await openPortal(P, { roles: OWNER, server: api });
    await screen.findByText('Monatsupdate OTC');
    const dialog = await openJump();
    await user.type(dialog.getByRole('combobox'), 'ibu');
    expect(await dialog.findByText(/^Die Artikel konnten nicht durchsucht werden/)).toBeTruthy();
  });

  test('finds for staff pharmacies by name, city and APO-ID, mirrors too, and their pages', async () => {
    const mirror = aPharmacy({ apoId: 13, crmCompanyId: 113, token: 't13', name: 'Filiale', city: 'Bonn' });
    const entries = [anEntry({ apoId: 11, crmCompanyId: 111, token: 't11', name: 'Zebra', city: 'Aachen' }, [mirror])];
    const api = aServer().on('listPharmacies', () => ({ pharmacies: entries }));
    const { path } = await openPortal('/admin', { roles: STAFF, server: api });
    await screen.findByText('2 Apotheken');
    const dialog = await openJump();
    const field = dialog.getByRole('combobox');
    await user.type(field, 'erstber');
    expect(options()).toEqual(['Erstberechnungenalle Apotheken']);
    await user.clear(field);
    await user.type(field, 'bonn');
    await dialog.findByText('Filiale');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/p/113/t13'));
  });

  test('shows people with several pharmacies their own', async () => {
    const own = [aPharmacy(), aPharmacy({ apoId: 12, crmCompanyId: 112, token: 't12', name: 'Äskulap' })];
    const api = server().on('getUserData', () => aUser({ pharmacies: own }));
    const { path } = await openPortal(P, { roles: [...OWNER, 'TP_user_112'], server: api });
    await screen.findByText('Monatsupdate OTC');
    const dialog = await openJump();
    await user.click(await dialog.findByText('Äskulap'));
    await waitFor(() => expect(path()).toBe('/p/112/t12'));
  });

  test('stays closed while another dialog is open, and closes by Escape', async () => {
    await openPortal(P, { roles: OWNER, server: server() });
    await screen.findByText('Monatsupdate OTC');
    await user.click(screen.getByRole('button', { name: 'Support' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openJump();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
