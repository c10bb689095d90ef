import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openList, priceInput as listPrice } from '../price-lists/open-list.tsx';
import { aPriceList } from '../price-lists/list.ts';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { Refused } from '../support/server.ts';
import { enter, press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const APPROVED = { status: 'OK' as const, loaded: 2, changed: 1, leftOut: 0, left: 0, contractActivated: false };
const reason = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Grund (freiwillig)' });

describe('the reason of a save or an approval (rule 14.28)', () => {
  test('is picked in the confirmation of a price list and sent with it', async () => {
    const { server } = await openList(
      () => aPriceList([{}, {}]),
      (each) => each.on('savePriceList', () => ({ status: 'OK', changed: 1 })),
    );
    await press('Bearbeiten');
    await type(listPrice('00000001'), '8,99');
    await press('Daten prüfen (1)');
    expect(reason().maxLength).toBe(200);
    await user.click(reason());
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Wettbewerb', 'Kundenwunsch', 'Lagerabbau', 'Einkaufspreis', 'Rundung']);
    await user.click(screen.getByRole('option', { name: 'Lagerabbau' }));
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({ reason: 'Lagerabbau' });
  });

  test('is typed in the confirmation of a package, and stays when the approval is refused', async () => {
    let refuses = true;
    const { server } = await openUpdate(() => anMdp([{}, {}]), {
      prepare: (each) =>
        each.on('approveMdp', () => (refuses ? new Refused(503, 'internal', 'Geht nicht.') : APPROVED)),
    });
    await enter(priceInput('00000001'), '6');
    await press('Preise freigeben');
    await type(reason(), '  Aktion im Dezember ');
    await press('Preise freigeben');
    await screen.findByText(/Geht nicht\./);
    refuses = false;
    await press('Preise freigeben');
    await screen.findByText('Preise gespeichert');
    const bodies = server.callsOf('approveMdp').map(({ body }) => body as { reason?: string });
    expect(bodies.map((body) => body.reason)).toEqual(['Aktion im Dezember', 'Aktion im Dezember']);
  });

  test('is not asked for where nobody has entered anything: stored drafts have theirs', async () => {
    const { server } = await openUpdate(() => anMdp([{ draftOwnPrice: 777 }, {}]), {
      prepare: (each) => each.on('approveMdp', () => APPROVED),
    });
    await press('Preise freigeben');
    expect(screen.queryByRole('combobox', { name: 'Grund (freiwillig)' })).toBeNull();
    await press('Preise freigeben');
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('approveMdp')[0]?.body).not.toHaveProperty('reason');
  });

  test('stands in the price history below the event', async () => {
    const entry = { event: 'Preisliste gespeichert', username: 'Anna Berger', avp: 10, negative: 2 as const };
    await openList(
      () => aPriceList([{ name: 'Zink' }]),
      (each) =>
        each.on('getPriceHistory', () => [
          { ...entry, createdAt: '2026-11-20T09:00:00.000Z', priceNew: 9.95, reason: 'Kundenwunsch' },
          { ...entry, createdAt: '2026-11-19T09:00:00.000Z', priceNew: 9.5 },
        ]),
    );
    await press('Preishistorie von PZN 00000001');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Grund: Kundenwunsch');
    expect(dialog.getAllByText(/^Grund:/)).toHaveLength(1);
  });
});
