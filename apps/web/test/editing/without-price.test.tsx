import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import * as list from '../price-lists/open-list.tsx';
import * as update from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { cell, switchTo } from '../support/rows.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

/** As the server refuses it. */
const NO_PRICE =
  'Für den Artikel gibt es keinen berechneten Preis. Er braucht einen eigenen Preis oder einen Ausschluss.';
const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;
const disabled = (name: string | RegExp) => screen.getByRole('button', { name }).matches(':disabled');
const status = '1 Preis ist ungültig';

describe('a row that would be left without any price (rule 3.6)', () => {
  test('says so as soon as its own price is deleted, and is not taken to the check', async () => {
    await list.openList(() => aPriceList([{ priceType: 2, ownPrice: 450, calculatedPrice: null }, {}]));
    await press('Bearbeiten');
    const input = list.priceInput('00000001');
    await user.clear(input);
    expect(noteOf(input)).toBe(NO_PRICE);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    await user.tab();
    expect(noteOf(input)).toBe(NO_PRICE);
    screen.getByText(status);
    expect(disabled(/^Daten prüfen/)).toBe(true);
    await user.type(input, '4,99');
    expect(noteOf(input)).toBeUndefined();
    expect(screen.queryByText(status)).toBeNull();
    expect(disabled(/^Daten prüfen/)).toBe(false);
  });

  test('says so when its exclusion is dropped again', async () => {
    await list.openList(() => aPriceList([{ priceType: 2, ownPrice: 450, calculatedPrice: null }, {}]));
    await press('Bearbeiten');
    await user.click(list.exclusionBox('00000001'));
    await user.clear(list.priceInput('00000001'));
    await user.tab();
    expect(noteOf(list.priceInput('00000001'))).toBeUndefined();
    await user.click(list.exclusionBox('00000001'));
    expect(noteOf(list.priceInput('00000001'))).toBe(NO_PRICE);
    screen.getByText(status);
    expect(disabled(/^Daten prüfen/)).toBe(true);
  });

  test('leaves the columns that help to judge and a rule for many prices working', async () => {
    await list.openList(() =>
      aPriceList([{ priceType: 2, ownPrice: 450, calculatedPrice: null, avp: 400 }, { avp: 400 }]),
    );
    await press('Bearbeiten');
    await switchTo('Zu prüfen');
    await user.clear(list.priceInput('00000001'));
    await user.tab();
    screen.getByText(status);
    // until there is a price the row counts as it is stored
    expect(cell('00000001', 'review-distances')).toBe('+12,5\u00a0%−50,0\u00a0%');
    await press('Preise nach einer Regel setzen');
    const dialog = within(await screen.findByRole('dialog', { name: 'Preise nach einer Regel setzen' }));
    await user.type(dialog.getByLabelText('plus Prozent'), '10');
    await user.click(await dialog.findByRole('button', { name: '2 Preise eintragen' }));
    // 4,50 and 9,50, each with 10 % more
    expect(list.priceInput('00000001').value).toBe('4,95');
    expect(list.priceInput('00000002').value).toBe('10,45');
  });

  test('a price over a calculated one may be deleted', async () => {
    await list.openList(() => aPriceList([{ priceType: 2, ownPrice: 450, calculatedPrice: 950 }]));
    await press('Bearbeiten');
    await user.clear(list.priceInput('00000001'));
    expect(noteOf(list.priceInput('00000001'))).toBeUndefined();
  });

  test('in a package holds up its own row and approving; the others are saved (rule 6.11)', async () => {
    const { server } = await update.openUpdate(
      () => anMdp([{ priceType: 3, ownPrice: 450, calculatedPrice: null }, {}, {}]),
      { prepare: (prepared) => prepared.on('saveMdp', () => ({ status: 'OK', version: 6, saved: 1 })) },
    );
    const input = update.priceInput('00000001');
    await user.type(input, '5');
    await user.click(update.permanentBox('00000001'));
    await user.clear(input);
    expect(noteOf(input)).toBe(NO_PRICE);
    await user.tab();
    screen.getByText(status);
    await enter(update.priceInput('00000002'), '6');
    await enter(update.priceInput('00000003'), 'abc');
    expect(disabled('Preise freigeben')).toBe(true);
    await press('Daten zwischenspeichern');
    await screen.findByText('2 Artikel sind noch nicht dabei, ihre Eingaben gelten so nicht: PZN 00000003, 00000001.');
    expect(server.callsOf('saveMdp').map(({ body }) => body)).toEqual([
      expect.objectContaining({ products: [expect.objectContaining({ pzn: '00000002', editedPrice: 6 })] }),
    ]);
    await pressInDialog('Schließen');
    await waitFor(() => expect(update.priceInput('00000003').value).toBe('abc'));
    expect(noteOf(update.priceInput('00000001'))).toBe(NO_PRICE);
    expect(disabled('Preise freigeben')).toBe(true);
  });
});
