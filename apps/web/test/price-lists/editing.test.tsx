import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { REASON } from '@portal/contracts';
import { rowOf, showExclusions, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { press, type, user } from '../support/user.ts';
import { aPriceList, type Article } from './list.ts';
import { exclusionBox, gone, openList, permanentBox, priceInput } from './open-list.tsx';

afterEach(() => sessionStorage.clear());

const check = () => screen.getByRole('button', { name: /^Daten prüfen/ });

async function edit(
  articles: Partial<Article>[],
  ...rest: [Parameters<typeof aPriceList>[1]?, Parameters<typeof openList>[1]?]
) {
  const view = await openList(() => aPriceList(articles, rest[0]), rest[1]);
  await press('Bearbeiten');
  return view;
}

// Rules 4.9 and 4.19.
describe('editing the price list (rule 4.7)', () => {
  test('prefills own and permanent prices and enables checking with the first change', async () => {
    await edit([{ priceType: 2, ownPrice: 450 }, { priceType: 3, ownPrice: 500 }, {}]);
    expect(priceInput('00000001').value).toBe('4,50');
    expect(permanentBox('00000002').checked).toBe(true);
    expect(permanentBox('00000003').disabled).toBe(true);
    expect(check().matches(':disabled')).toBe(true);
    await type(priceInput('00000003'), '4,9');
    expect(check().textContent).toBe('Daten prüfen (1)');
    expect(permanentBox('00000003').disabled).toBe(false);
    await user.tab();
    expect(priceInput('00000003').value).toBe('4,90');
    await type(priceInput('00000003'), '');
    await user.tab();
    expect(check().matches(':disabled')).toBe(true);
  });

  test('ticking exclusion clears permanent; an exclusion without a price stays one', async () => {
    await edit([{ priceType: 3, ownPrice: 500 }, { priceType: 1 }]);
    await showExclusions();
    await user.click(exclusionBox('00000001'));
    expect(permanentBox('00000001').checked).toBe(false);
    expect(permanentBox('00000001').disabled).toBe(true);
    expect(exclusionBox('00000002').disabled).toBe(true);
    await type(priceInput('00000002'), '3,00');
    expect(exclusionBox('00000002').disabled).toBe(false);
  });

  test('blocked products cannot be edited and select-all passes over them', async () => {
    await edit([{}, { priceType: 2, ownPrice: 300 }, {}], { blockedProducts: [{ pzn: '00000003' }] });
    expect(priceInput('00000003').disabled).toBe(true);
    await user.click(screen.getByLabelText('Dauerpreis für 1 angezeigten Artikel mit Preis'));
    expect(permanentBox('00000002').checked).toBe(true);
    await user.click(screen.getByLabelText('Ausschluss für alle 2 angezeigten Artikel'));
    expect([1, 2, 3].map((n) => exclusionBox(`0000000${n}`).checked)).toEqual([true, true, false]);
    expect(check().textContent).toBe('Daten prüfen (2)');
    await user.click(screen.getByLabelText('Ausschluss für alle 2 angezeigten Artikel'));
    expect(check().textContent).toBe('Daten prüfen (0)');
  });

  test('something that is no price is named, counts for nothing and stops the check', async () => {
    await edit([{}, {}]);
    await type(priceInput('00000001'), '5');
    await type(priceInput('00000002'), '4,99x');
    expect(check().textContent).toBe('Daten prüfen (1)');
    expect(check().matches(':disabled')).toBe(true);
    screen.getByText('1 Preis ist ungültig');
    expect(priceInput('00000002').getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('{Backspace}');
    expect(priceInput('00000002').value).toBe('4,99');
    expect(check().textContent).toBe('Daten prüfen (2)');
    expect(check().matches(':disabled')).toBe(false);
  });

  test('correcting a typing error or typing a price again keeps the tick of permanent', async () => {
    await edit([{}]);
    const input = priceInput('00000001');
    await type(input, '5');
    await user.click(permanentBox('00000001'));
    // '0,99' begins with something that is no price
    await type(input, '0,99');
    await user.tab();
    expect(input.value).toBe('0,99');
    expect(permanentBox('00000001').checked).toBe(true);
    // the old price is deleted to type the new one
    await user.type(input, '{Backspace>4/}7');
    expect(input.value).toBe('7');
    expect(permanentBox('00000001').checked).toBe(true);
    await type(input, '');
    await user.tab();
    expect(permanentBox('00000001').checked).toBe(false);
    expect(check().textContent).toBe('Daten prüfen (0)');
  });

  test('an emptied price counts when its row goes out of the page without being left', async () => {
    await edit([{ name: 'Aspirin', priceType: 2, ownPrice: 899 }, { name: 'Birne' }]);
    await type(priceInput('00000001'), '');
    await user.type(screen.getByLabelText('Suche nach Artikel, Hersteller, Marke oder PZN'), 'Birne');
    await waitFor(() => expect(check().textContent).toBe('Daten prüfen (1)'));
  });

  test('editing takes the mark of a row away; a changed row cannot be marked', async () => {
    await edit([{}]);
    await user.click(rowOf('00000001'));
    expect(rowOf('00000001').className).toContain('marked');
    await type(priceInput('00000001'), '5');
    expect(rowOf('00000001').className).toContain('changed');
    await user.click(rowOf('00000001'));
    await type(priceInput('00000001'), '');
    expect(rowOf('00000001').className).not.toContain('marked');
  });

  test('offers the filters for exclusions with own price and edited rows', async () => {
    await edit([{}, { priceType: 1 }]);
    await type(priceInput('00000001'), '5');
    const filter = screen.getByRole('combobox', { name: 'Filter' });
    await user.selectOptions(filter, 'edited');
    expect(shownPzns()).toEqual(['00000001']);
    // the row stays while its price is typed again
    await type(priceInput('00000001'), '');
    expect(shownPzns()).toEqual(['00000001']);
    await user.selectOptions(filter, 'exclusionWithOwnPrice');
    screen.getByText('Zu der Filterauswahl / Suche gibt es keine Artikel.');
  });

  test('up and down in a price input go to the same column of the next row that can be edited', async () => {
    await edit([{}, {}, {}], { blockedProducts: [{ pzn: '00000002' }] });
    await user.click(priceInput('00000001'));
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(priceInput('00000003'));
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(priceInput('00000001'));
  });

  test('leaving edit mode with edits asks first', async () => {
    await edit([{}]);
    await type(priceInput('00000001'), '5');
    await press('Abbrechen');
    await screen.findByText('Änderungen verwerfen?');
    await press('Weiter bearbeiten');
    await gone('Änderungen verwerfen?');
    expect(check().textContent).toBe('Daten prüfen (1)');
    await press('Abbrechen');
    await screen.findByText('Änderungen verwerfen?');
    await press('1 Änderung verwerfen');
    screen.getByRole('button', { name: 'Bearbeiten', hidden: true });
    expect(sessionStorage).toHaveLength(0);
  });

  test('another page waits for an answer while there are edits', async () => {
    const { router, path } = await edit([{}]);
    await type(priceInput('00000001'), '5');
    await act(() => router.navigate('/p/100101/tokenA'));
    await screen.findByText('Änderungen verwerfen?');
    expect(path()).toBe('/p/100101/tokenA/pricelist/OTC');
    await press('1 Änderung verwerfen');
    await waitFor(() => expect(path()).toBe('/p/100101/tokenA'));
  });
});

describe('saving the price list (rule 4.10)', () => {
  test('shows the changed rows only, saves them, and after closing loads the list again', async () => {
    let stored: Partial<Article>[] = [{ name: 'Aspirin' }, { name: 'Birne' }];
    const { server } = await openList(
      () => aPriceList(stored),
      (each) => each.on('savePriceList', () => ({ status: 'OK', changed: 1 })),
    );
    await press('Bearbeiten');
    await type(priceInput('00000002'), '8,99');
    await user.click(permanentBox('00000002'));
    await press('Daten prüfen (1)');
    expect(shownPzns()).toEqual(['00000002']);
    expect(within(rowOf('00000002')).getAllByText('9,50')).toHaveLength(2); // calculated and old
    within(rowOf('00000002')).getByText('8,99');
    within(rowOf('00000002')).getByText('Berechneter TruePrice → Dauerpreis');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    screen.getByText(
      'Die geänderten Daten wurden gespeichert. Die Einspielung in Ihr Kassensystem erfolgt mit dem nächsten Update.',
    );
    expect(server.callsOf('savePriceList')[0]?.body).toEqual({
      products: [{ pzn: '00000002', priceEdit: 8.99, editedPermanent: true, editedIgnore: false }],
      versions: { OTC: 7 },
    });
    expect(sessionStorage).toHaveLength(0);
    expect(server.callsOf('getPriceList')).toHaveLength(1);
    stored = [{ name: 'Aspirin' }, { name: 'Birne', priceType: 3, ownPrice: 899 }];
    await user.click(screen.getAllByRole('button', { name: 'Schließen' })[1] as HTMLElement);
    await screen.findByText('ber. 9,50');
    expect(server.callsOf('getPriceList')).toHaveLength(2);
    expect(screen.queryByLabelText('Neuer Preis für PZN 00000001')).toBeNull();
  });

  test('cancelling the confirmation leads back to the whole list with the edits', async () => {
    await edit([{}, {}]);
    await type(priceInput('00000001'), '9');
    await press('Daten prüfen (1)');
    await press('Abbrechen');
    expect(shownPzns()).toHaveLength(2);
    expect(priceInput('00000001').value).toBe('9,00');
  });

  test('the focus goes with the view: to the heading of the check, back to the button that led there', async () => {
    const { server } = await edit([{}]);
    server.on('savePriceList', () => ({ status: 'OK', changed: 1 }));
    await type(priceInput('00000001'), '9');
    await press('Daten prüfen (1)');
    expect(document.activeElement?.textContent).toBe('Änderungen prüfen');
    await press('Abbrechen');
    expect(document.activeElement?.textContent).toBe('Daten prüfen (1)');
    await press('Daten prüfen (1)');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    await user.click(screen.getAllByRole('button', { name: 'Schließen' })[1] as HTMLElement);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bearbeiten'));
  });

  test('warns of prices that look like a typing error, first in the list', async () => {
    await edit([
      { name: 'A', calculatedPrice: 999, aep: 500 },
      { name: 'B', calculatedPrice: 999, aep: 500 },
    ]);
    await type(priceInput('00000001'), '9,49');
    await type(priceInput('00000002'), '0,99');
    await press('Daten prüfen (2)');
    expect(shownPzns()).toEqual(['00000002', '00000001']);
    within(rowOf('00000002')).getByText('weicht stark ab');
    within(rowOf('00000002')).getByText('unter Einkaufspreis');
    await press('1 Sprung über 50 %');
    expect(shownPzns()).toEqual(['00000002']);
  });

  // Rule 13.7: status not OK or HTTP error
  test.each([500, 200])('a failure (%s) names the message and keeps the edits', async (httpStatus) => {
    await edit([{}], {}, (server) =>
      server.on('savePriceList', () => new Refused(httpStatus, REASON.internal, 'Die Datenbank schläft.')),
    );
    await type(priceInput('00000001'), '9');
    await press('Daten prüfen (1)');
    await press('Daten speichern');
    await screen.findByText('Fehler bei der Verarbeitung: Die Datenbank schläft.');
    await press('Abbrechen');
    expect(priceInput('00000001').value).toBe('9,00');
  });

  test("somebody else's newer change: names the PZNs, and reloading keeps the other edits", async () => {
    let version = 7;
    const conflict = new Refused(409, REASON.conflict, 'Ein Artikel wurde inzwischen von jemand anderem geändert.');
    Object.assign(conflict.body, { pzns: ['00000002'] });
    const { server } = await openList(
      () => aPriceList([{}, version === 7 ? {} : { priceType: 2, ownPrice: 777 }], { version }),
      (each) =>
        each.on('savePriceList', (call) => {
          const { versions } = call.body as { versions: { OTC: number } };
          if (versions.OTC === 9) return { status: 'OK', changed: 1 };
          version = 9;
          return conflict;
        }),
    );
    await press('Bearbeiten');
    await type(priceInput('00000001'), '9');
    await type(priceInput('00000002'), '8');
    await press('Daten prüfen (2)');
    await press('Daten speichern');
    await screen.findByText(/^Fehler bei der Verarbeitung: Ein Artikel wurde/);
    screen.getByText('Betroffen: PZN 00000002');
    await user.click(screen.getByRole('switch', { name: 'Nur betroffene Artikel zeigen' }));
    expect(shownPzns()).toEqual(['00000002']);
    await press('Aktualisieren, übrige Änderungen behalten');
    await screen.findByText(/1 Änderung wurde nicht übernommen.*PZN 00000002/);
    expect(shownPzns()).toEqual(['00000001']);
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('savePriceList')[1]?.body).toMatchObject({
      products: [{ pzn: '00000001', priceEdit: 9 }],
      versions: { OTC: 9 },
    });
  });
});

describe('unsaved edits', () => {
  test('come back after the page was left by force, with the version they were made on', async () => {
    const first = await edit([{}, {}]);
    await type(priceInput('00000001'), '9');
    await type(priceInput('00000002'), '8');
    first.unmount();
    const { server } = await openList(
      () => aPriceList([{}, {}], { version: 12, blockedProducts: [{ pzn: '00000002' }] }),
      (each) => each.on('savePriceList', () => ({ status: 'OK', changed: 1 })),
    );
    await screen.findByText(/1 nicht gespeicherte Änderung ist noch da.*PZN 00000002/);
    expect(priceInput('00000001').value).toBe('9,00');
    await press('Daten prüfen (1)');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({ versions: { OTC: 7 } });
  });
});
