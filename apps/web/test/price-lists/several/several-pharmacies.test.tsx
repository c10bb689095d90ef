import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPharmacy, aUser } from '../../support/data.ts';
import { aServer, openPortal } from '../../support/portal.tsx';
import { Refused, type TestServer } from '../../support/server.ts';
import { press, type, user } from '../../support/user.ts';
import { aPriceList } from '../list.ts';
import { ADDRESS, priceInput } from '../open-list.tsx';
import { findGrid } from '../../support/rows.ts';

afterEach(() => sessionStorage.clear());

const HERE = aPharmacy();
const SECOND = aPharmacy({ apoId: 5002, crmCompanyId: 100102, token: 'tokenB', name: 'Rosen-Apotheke' });
const THIRD = aPharmacy({ apoId: 5003, crmCompanyId: 100103, token: 'tokenC', name: 'Park-Apotheke', city: 'Bonn' });
const MIRROR = aPharmacy({ apoId: 5004, crmCompanyId: 100104, name: 'Dom-Apotheke', parentPharmacy: 5001 });
const OPEN = 'Auch in anderen Apotheken …';
const LISTS = {
  '100101': [{ calculatedPrice: 1000 }, { calculatedPrice: 2000 }],
  '100102': [{ calculatedPrice: 1500 }, { calculatedPrice: 900, ownPrice: 1111, priceType: 2 as const }],
  '100103': [{ calculatedPrice: 1000 }],
  '100104': [{ pzn: '00000009', calculatedPrice: 1000 }],
};

/** The confirmation of a price that was entered, for somebody with these pharmacies. */
async function confirmPrice(pharmacies = [HERE, SECOND, THIRD, MIRROR], roles = ['TP_user_100101']) {
  const server: TestServer = aServer()
    .on('getUserData', () => aUser({ pharmacies }))
    .on('getPriceList', ({ params }) => aPriceList(LISTS[params.pharmacyId as keyof typeof LISTS]))
    .on('savePriceList', () => ({ status: 'OK', changed: 1 }));
  await openPortal(ADDRESS, { roles, server });
  await findGrid();
  await press('Bearbeiten');
  await type(priceInput('00000001'), '8,88');
  await user.click(screen.getByRole('button', { name: /^Daten prüfen/ }));
  await screen.findByRole('button', { name: 'Daten speichern' });
  return server;
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Auch in anderen Apotheken speichern' }));
const item = (name: RegExp) => within(dialog().getByRole('checkbox', { name }).closest('li') as HTMLElement);

describe('several own pharmacies', () => {
  test('each is looked at, saved by itself, and a refused one can be repeated alone (rules 3.33 to 3.37)', async () => {
    const server = await confirmPrice();
    await press(OPEN);
    await screen.findByText('Sie übernehmen einen Preis.');
    dialog().getByText(/Spiegelapotheken .* folgen ihrer Hauptapotheke von selbst: Dom-Apotheke, Köln\./);
    await user.click(dialog().getByRole('checkbox', { name: /Rosen/ }));
    await user.click(dialog().getByRole('checkbox', { name: /Park/ }));
    // (8,88 - 15,00) / 1,19 × 3
    await item(/Rosen/).findByText(/^Ein Artikel ändert sich · Rohertrag −15 € bei gleichem Absatz$/);
    await item(/Park/).findByText(/^Ein Artikel ändert sich · Rohertrag −2,82 € bei gleichem Absatz$/);

    server.on('savePriceList', ({ params }) =>
      params.pharmacyId === '100102'
        ? new Refused(409, 'conflict', 'Diese Artikel wurden inzwischen geändert.')
        : { status: 'OK', changed: 1 },
    );
    await press('In 3 Apotheken speichern');
    await dialog().findByText('Gespeichert in 2 von 3 Apotheken. Wo es nicht gelang, wurde nichts geändert.');
    item(/Rosen/).getByText(/^Nicht gespeichert: Diese Artikel/);
    item(/Park/).getByText('Gespeichert, ein Preis geändert');
    const products = [{ pzn: '00000001', priceEdit: 8.88, editedPermanent: false, editedIgnore: false }];
    expect(server.callsOf('savePriceList').map(({ params, body }) => [params.pharmacyId, body])).toEqual([
      ['100101', { products, versions: { OTC: 7 } }],
      ['100102', { products, versions: { OTC: 7 }, takenFrom: 100101 }],
      ['100103', { products, versions: { OTC: 7 }, takenFrom: 100101 }],
    ]);

    server.on('savePriceList', () => ({ status: 'OK', changed: 1 }));
    await press('Fehlgeschlagene Apotheke neu prüfen');
    await item(/Rosen/).findByText(/^Ein Artikel ändert sich/);
    await press('In einer Apotheke speichern');
    await dialog().findByText('Gespeichert in 3 von 3 Apotheken.');
    expect(server.callsOf('savePriceList').map(({ params }) => params.pharmacyId)).toEqual([
      '100101',
      '100102',
      '100103',
      '100102',
    ]);
    await user.click(dialog().getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
    await screen.findByRole('button', { name: 'Bearbeiten' });
  });

  test('a refusal here leaves the others, and what was entered here', async () => {
    const server = await confirmPrice([HERE, SECOND]);
    server.on('savePriceList', ({ params }) =>
      params.pharmacyId === '100101' ? new Refused(409, 'conflict', 'Zu spät.') : { status: 'OK', changed: 1 },
    );
    await press(OPEN);
    await user.click(await dialog().findByRole('button', { name: 'In 2 Apotheken speichern' }));
    await dialog().findByText(/^Gespeichert in 1 von 2 Apotheken\./);
    await dialog().findByText('Nicht gespeichert: Zu spät. Ihre Eingaben stehen noch in der Liste.');
    await user.click(dialog().getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('button', { name: 'Daten speichern' });
  });

  test('the only other pharmacy is ticked, and can be left out', async () => {
    await confirmPrice([HERE, SECOND]);
    await press(OPEN);
    await screen.findByRole('checkbox', { name: /Rosen/, checked: true });
    await item(/Rosen/).findByText(/^Ein Artikel ändert sich/);
    await user.click(dialog().getByRole('checkbox', { name: /Rosen/ }));
    await dialog().findByText('Wählen Sie mindestens eine weitere Apotheke.');
  });

  test('a pharmacy is not asked for once one is ticked that nothing changes in', async () => {
    const server = await confirmPrice([HERE, aPharmacy({ ...SECOND, crmCompanyId: 100104 }), THIRD]);
    await press(OPEN);
    await dialog().findByText('Wählen Sie mindestens eine weitere Apotheke.');
    await user.click(dialog().getByRole('checkbox', { name: /Rosen/ }));
    await waitFor(() => item(/Rosen/).getByText(/^ein Artikel steht nicht auf der Liste: Artikel, 20 St/));
    expect(dialog().queryByText('Wählen Sie mindestens eine weitere Apotheke.')).toBeNull();
    await press('Nur hier speichern');
    await dialog().findByText('Gespeichert in 1 von 1 Apotheken.');
    expect(server.callsOf('savePriceList').map(({ params }) => params.pharmacyId)).toEqual(['100101']);
  });

  test.each([
    ['who has one pharmacy and its mirror', [HERE, MIRROR], ['TP_user_100101']],
    ['staff', [], ['solvena_sales']],
  ])('are not offered to %s', async (_, pharmacies, roles) => {
    await confirmPrice(pharmacies, roles);
    expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
  });
});
