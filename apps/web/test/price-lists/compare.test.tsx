import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPharmacy, aUser } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import { user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { findGrid, headings } from '../support/rows.ts';

const HERE = aPharmacy();
const SECOND = aPharmacy({ apoId: 5002, crmCompanyId: 100102, token: 'tokenB', name: 'Rosen-Apotheke' });
const MIRROR = aPharmacy({ apoId: 5004, crmCompanyId: 100104, name: 'Dom-Apotheke', parentPharmacy: 5001 });
const PAGE = '/p/100101/tokenA/vergleich/OTC';

async function openCompare(path = PAGE, pharmacies = [HERE, SECOND, MIRROR]) {
  const server = aServer()
    .on('getUserData', () => aUser({ pharmacies }))
    .on('savePriceList', () => ({ status: 'OK', changed: 1 }))
    .on('getPriceList', ({ params }) =>
      params.pharmacyId === '100103'
        ? new Refused(503, 'internal', 'Gerade nicht.')
        : params.pharmacyId === '100101'
          ? aPriceList([
              { name: 'Alpha', calculatedPrice: 1000, aep: 600, units: 10 },
              { name: 'Beta', calculatedPrice: 500 },
              { name: 'Gamma', calculatedPrice: 700 },
              { name: 'Delta', calculatedPrice: 700 },
            ])
          : aPriceList([
              { name: 'Alpha', calculatedPrice: 1250, aep: 600, units: 4 },
              { name: 'Beta', calculatedPrice: 1000 },
              { name: 'Delta', calculatedPrice: 700, priceType: 1, pzn: '00000004' },
            ]),
    );
  return openPortal(path, { roles: ['TP_user_100101', 'TP_user_100102'], server });
}
const names = () =>
  screen.getAllByRole('row').flatMap((row) => /Alpha|Beta|Gamma/.exec(row.textContent ?? '')?.[0] ?? []);
const row = (name: string) => within(screen.getByText(name).closest('[role=row]') as HTMLElement);

describe('own pharmacies side by side (rules 2.25 to 2.27)', () => {
  test('shows prices, sales and Rohertrag, marks what differs, sorts and keeps that in the address', async () => {
    const { router } = await openCompare();
    await findGrid();
    expect(
      row('Alpha')
        .getAllByRole('gridcell')
        .map((cell) => cell.querySelector('input')?.value ?? cell.textContent?.replaceAll('\u00a0', ' ')),
    ).toEqual([expect.stringContaining('Alpha'), '25,0 %', '10,00', '10', '24,03', '12,50', '4', '18,02']);
    row('Alpha').getByRole('img', { name: 'niedrigster Preis' });
    row('Alpha').getByRole('img', { name: 'höchster Preis' });
    row('Gamma').getByText('nicht gelistet');
    screen.getByText(/^Ohne Spiegelapotheken, .*: Dom-Apotheke\.$/);
    // the largest difference first
    expect(names()).toEqual(['Beta', 'Alpha', 'Gamma']);
    await user.click(screen.getByRole('button', { name: /^Artikel/ }));
    expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await user.click(screen.getByRole('switch', { name: 'Nur Unterschiede' }));
    expect(names()).toEqual(['Alpha', 'Beta']);
    await waitFor(() => expect(router.state.location.search).toBe('?by=list&only=different'));
  });

  test('is opened with the search and the order of its address', async () => {
    await openCompare(`${PAGE}?q=alpha&by=price-100102:desc`);
    await findGrid();
    expect(names()).toEqual(['Alpha']);
  });

  test('a price is entered in place, seen with its change and saved in its own list only', async () => {
    const { server } = await openCompare();
    await findGrid();
    const price = row('Alpha').getByRole('textbox', { name: 'Preis in Rosen-Apotheke für PZN 00000001' });
    expect(price).toHaveProperty('value', '12,50');
    (price.closest('[role=gridcell]') as HTMLElement).focus();
    await user.keyboard('8,00{Enter}');
    // what is entered counts in the difference, and the order stays
    row('Alpha').getByText('25,0 %');
    expect(names()).toEqual(['Beta', 'Alpha', 'Gamma']);
    screen.getByText('Ein Preis geändert, noch nicht gespeichert');
    await user.click(screen.getByRole('button', { name: 'Daten prüfen (1)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Geänderte Preise speichern' }));
    await dialog.findByText('Rosen-Apotheke, Köln');
    expect(dialog.queryByText(/Löwen-Apotheke/)).toBeNull();
    await dialog.findByText(/^Ein Artikel ändert sich/);
    await new Promise((resolve) => setTimeout(resolve, 750));
    await user.click(dialog.getByRole('button', { name: 'In einer Apotheke speichern' }));
    await dialog.findByText('Gespeichert in 1 von 1 Apotheken.');
    expect(server.callsOf('savePriceList')).toMatchObject([
      { params: { pharmacyId: '100102' }, body: { products: [{ pzn: '00000001', priceEdit: 8 }] } },
    ]);
  });

  test('says which price is not valid, and saves nothing; leaving asks', async () => {
    const { router } = await openCompare();
    await findGrid();
    const price = row('Alpha').getByRole('textbox', { name: /Rosen-Apotheke/ });
    await user.type(price, 'acht');
    screen.getByText('Ein Preis ist noch nicht gültig: PZN 00000001');
    expect(screen.getByRole('button', { name: /^Daten prüfen/ })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('link', { name: 'Zur Preisliste' }));
    await screen.findByRole('dialog', { name: 'Änderungen verwerfen?' });
    expect(router.state.location.pathname).toBe(PAGE);
  });

  test('an article that is excluded leads to the list of its pharmacy, opened for editing', async () => {
    const { router } = await openCompare();
    await findGrid();
    const price = row('Delta').getByRole('link', { name: 'Ausschluss' });
    (price.closest('[role=gridcell]') as HTMLElement).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('textbox', { name: /^Neuer Preis für PZN 00000004/ });
    expect(router.state.location).toMatchObject({
      pathname: '/p/100102/tokenB/pricelist/OTC',
      search: '?q=00000004&exclusions=shown',
    });
  });

  test('a phone has both prices beside the article', async () => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') });
    try {
      await openCompare();
      await findGrid();
      expect(headings().slice(0, 4)).toEqual(['name', 'price-100101', 'price-100102', 'spread']);
    } finally {
      globalThis.matchMedia = matchMedia;
    }
  });

  test('names a list that cannot be loaded and compares the others', async () => {
    await openCompare(PAGE, [HERE, SECOND, aPharmacy({ apoId: 5003, crmCompanyId: 100103, name: 'Park-Apotheke' })]);
    await findGrid();
    screen.getByText('Die Preisliste von Park-Apotheke konnte nicht geladen werden.');
    expect(row('Alpha').getAllByRole('gridcell')).toHaveLength(8);
  });

  test('says why there is nothing to compare for who has one pharmacy', async () => {
    await openCompare(PAGE, [HERE, MIRROR]);
    await screen.findByText(/^Vergleichen kann, wer mehrere eigene Hauptapotheken hat\./);
  });
});

test('the price list leads there with its filter, for who has several pharmacies (rule 2.26)', async () => {
  await openCompare('/p/100101/tokenA/pricelist/OTC?q=alpha');
  const link = await screen.findByRole('link', { name: 'Apotheken vergleichen' });
  expect(link.getAttribute('href')).toBe('/p/100101/tokenA/vergleich/OTC?q=alpha');
});
