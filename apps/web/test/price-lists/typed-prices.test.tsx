import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { press, type, user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { gone, openList, permanentBox, priceInput } from './open-list.tsx';

afterEach(() => sessionStorage.clear());

const check = () => screen.getByRole('button', { name: /^Daten prüfen/ });
const saved = () => ({ status: 'OK' as const, changed: 1 });

/** The note that describes the input, on screen and for screen readers. */
function noteOf(input: HTMLElement): string | undefined {
  const id = input.getAttribute('aria-describedby');
  return id === null ? undefined : (document.getElementById(id)?.textContent ?? undefined);
}
const noteShown = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.dataset.open !== undefined;

async function edit() {
  let version = 7;
  const view = await openList(
    () => aPriceList([{}, {}, {}], { version }),
    (server) =>
      server.on('savePriceList', () => {
        version = 8;
        return saved();
      }),
  );
  await press('Bearbeiten');
  return view;
}

// Rule 3.11.
describe('prices as they are typed', () => {
  test('the calculated price says that it becomes an own price, together with how it was rounded', async () => {
    await edit();
    const input = priceInput('00000001');
    await type(input, '9,50');
    expect(noteOf(input)).toBe('Entspricht dem berechneten Preis und wird eigener Preis.');
    await type(input, '9,499');
    expect(noteOf(input)).toBe(
      '9,499 wurde auf 9,50 € gerundet.Entspricht dem berechneten Preis und wird eigener Preis.',
    );
    await user.click(permanentBox('00000001'));
    expect(noteOf(input)).toBe('9,499 wurde auf 9,50 € gerundet.');
    await type(input, '9,51');
    expect(noteOf(input)).toBeUndefined();
  });

  test.each([
    ['12,345', '12,35'],
    ['4,999', '5,00'],
  ])('%s is rounded to %s, and says so in the list and in the check', async (text, price) => {
    await edit();
    const input = priceInput('00000001');
    await type(input, text);
    expect(noteOf(input)).toBe(`${text} wurde auf ${price} € gerundet.`);
    expect(noteShown(input)).toBe(true);
    await user.tab();
    expect(input.value).toBe(price);
    expect(noteShown(input)).toBe(false);
    await press('Daten prüfen (1)');
    screen.getByText(`gerundet aus ${text}`);
  });

  test('a price that is corrected to two decimals has no note', async () => {
    await edit();
    const input = priceInput('00000001');
    await type(input, '12,345');
    await user.keyboard('{Backspace}');
    expect(noteOf(input)).toBeUndefined();
  });

  test.each([
    ['abc', 'Das ist kein Preis. Bitte so eingeben: 4,99'],
    ['0,004', 'Der Preis muss größer als 0 sein.'],
    ['99999,995', 'Der Preis darf höchstens 99.999,99 € betragen.'],
  ])('the reason why %s is refused stands at the field that has the focus, not in a title', async (text, reason) => {
    await edit();
    const input = priceInput('00000001');
    await type(input, text);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(noteOf(input)).toBe(reason);
    expect(noteShown(input)).toBe(true);
    expect(input.title).toBe('');
    await user.tab();
    expect(noteShown(input)).toBe(false);
    await user.tab({ shift: true });
    expect(noteShown(input)).toBe(true);
  });

  test('1.234 asks which is meant; the answer is taken, with what the row held before', async () => {
    await edit();
    const input = priceInput('00000001');
    await type(input, '5');
    await user.click(permanentBox('00000001'));
    await type(input, '1.234');
    expect(noteOf(input)).toMatch(/^1\.234 lässt sich auf zwei Arten lesen\. Was ist gemeint\?/);
    const readings = within(document.getElementById(input.getAttribute('aria-describedby') ?? '') as HTMLElement);
    expect(readings.getAllByRole('button', { hidden: true }).map((each) => each.textContent)).toEqual([
      '1,23 €',
      '1.234,00 €',
    ]);
    // Tab leads into the note without closing it
    const button = readings.getAllByRole('button', { hidden: true })[1] as HTMLElement;
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(button);
    expect(noteShown(input)).toBe(true);
    await user.click(button);
    expect(input.value).toBe('1.234,00');
    expect(permanentBox('00000001').checked).toBe(true);
    expect(document.activeElement).toBe(input);
    expect(check().textContent).toBe('Daten prüfen (1)');
  });

  test('a reading above the highest price is named and not offered', async () => {
    await edit();
    const input = priceInput('00000001');
    await type(input, '123.456');
    expect(noteOf(input)).toContain('123.456,00 € ginge nicht: Der Preis darf höchstens 99.999,99 € betragen.');
    const buttons = within(document.getElementById(input.getAttribute('aria-describedby') ?? '') as HTMLElement);
    expect(buttons.getAllByRole('button', { hidden: true }).map((each) => each.textContent)).toEqual(['123,46 €']);
  });

  test('a question holds up its own row only: the others are saved, then the edit goes on with it', async () => {
    const { server } = await edit();
    await type(priceInput('00000001'), '5');
    await type(priceInput('00000002'), '1.234');
    screen.getByText('1 Eingabe ist nicht eindeutig (PZN 00000002)');
    expect(check().matches(':disabled')).toBe(false);
    await press('Daten prüfen (1)');
    screen.getByText('1 Eingabe wartet auf Ihre Antwort');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    screen.getByText('1 Artikel ist noch nicht gespeichert: Sein Preis lässt sich auf zwei Arten lesen.');
    expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({ products: [{ pzn: '00000001', priceEdit: 5 }] });
    await user.click(screen.getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
    await gone('Preise gespeichert');
    await waitFor(() => expect(priceInput('00000002').value).toBe('1.234'));
    expect(check().matches(':disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: '1,23 € für Neuer Preis für PZN 00000002', hidden: true }));
    await press('Daten prüfen (1)');
    await press('Daten speichern');
    await waitFor(() => expect(server.callsOf('savePriceList')).toHaveLength(2));
    expect(server.callsOf('savePriceList')[1]?.body).toMatchObject({
      products: [{ pzn: '00000002', priceEdit: 1.23 }],
      versions: { OTC: 8 },
    });
  });

  test('a question can be answered in the check', async () => {
    await edit();
    await type(priceInput('00000001'), '5');
    await type(priceInput('00000002'), '1.234');
    await press('Daten prüfen (1)');
    await press('1.234,00 € für PZN 00000002');
    screen.getByText('2 geänderte Artikel');
    expect(screen.queryByText('1 Eingabe wartet auf Ihre Antwort')).toBeNull();
  });
});
