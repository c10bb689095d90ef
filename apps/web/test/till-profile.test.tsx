import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { TillSettings } from '@portal/contracts';
import { TILL_PROFILES } from '@portal/rules';
import { aServer, openPortal } from './support/portal.tsx';
import { type, user } from './support/user.ts';

const ROWS: TillSettings['rows'] = [
  { pzn: '00000017', productGroup: 'OTC', price: 1250, avp: 1499, type: 0, name: 'Größe → 5', validFrom: '2026-11-22' },
  { pzn: '01234562', productGroup: 'OTC', price: null, avp: null, type: 1, name: 'Ohne', validFrom: '2026-11-21' },
];

/** Opens the profile of a till with two articles; what is saved is stored. */
async function openTill(stored: Pick<TillSettings, 'name' | 'profile'> = { name: 'csv', profile: TILL_PROFILES.csv }) {
  const server = aServer()
    .on('getTillSettings', () => ({ ...stored, rows: ROWS, nameCharacters: 'öß→' }))
    .on('setTillProfile', ({ body }) => {
      const choice = body as { name: 'csv' | 'fixed' } | { name: 'own'; profile: TillSettings['profile'] };
      stored = choice.name === 'own' ? choice : { name: choice.name, profile: TILL_PROFILES[choice.name] };
      return { status: 'OK' };
    });
  await openPortal('/p/100101/tokenA/settings', { roles: ['TP_admin_100101'], server });
  await user.click(await screen.findByRole('button', { name: 'Aufbau der Preisdatei' }));
  await screen.findByRole('form', { name: 'Aufbau der Preisdatei' });
  const experts = screen.getByRole('button', { name: 'Für Ihre Kassenfirma' });
  if (experts.getAttribute('aria-expanded') === 'false') await user.click(experts);
  return server;
}
const choose = (label: string, text: string) => user.selectOptions(screen.getByRole('combobox', { name: label }), text);
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const lines = () =>
  [...screen.getByRole('group', { name: /^Vorschau/ }).querySelectorAll('code')].map(({ textContent }) => textContent);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Aufbau speichern' });

describe('the profile of the till on the settings page (rule 9.12)', () => {
  test('shows the first articles as the file will have them, with every change', async () => {
    await openTill();
    expect(lines()).toEqual(['PZN;VK', '00000017;12,50', '01234562;']);
    expect(save().disabled).toBe(true);
    await choose('Vorlage', 'Feste Breiten, Preis in Cent');
    expect(lines()).toEqual(['000000170001250', '01234562       ']);
    await choose('Vorlage', 'PZN;VK mit Dezimalkomma');
    await choose('Hinzufügen', 'Artikelname');
    await user.click(screen.getByRole('button', { name: 'Artikelname nach vorn' }));
    await choose('PZN', 'ohne führende Nullen');
    await choose('Artikel ohne Preis', 'weglassen');
    await choose('Zeichenkodierung', 'CP850 (DOS)');
    expect(lines()).toEqual(['PZN;Artikelname;VK', '17;Größe ? 5;12,50']);
    expect(screen.getByRole('note').textContent).toBe(
      'CP850 (DOS) enthält diese Zeichen Ihrer Artikelnamen nicht: → In der Datei steht dafür ein Fragezeichen.',
    );
  });

  test('count and sum are the last line or a companion, as the preview says (rules 9.40 and 9.41)', async () => {
    const server = await openTill();
    await choose('Anzahl und Summe', 'letzte Zeile: SUMME;1;12,50');
    expect(lines()).toEqual(['PZN;VK', '00000017;12,50', '01234562;', 'SUMME;1;12,50']);
    await choose('Anzahl und Summe', 'Begleitdatei: 1;12,50');
    expect(lines()).toEqual(['PZN;VK', '00000017;12,50', '01234562;']);
    screen.getByText(/^Dazu die Begleitdatei Preisliste\.sum:/);
    await user.click(save());
    expect(server.callsOf('setTillProfile').at(-1)?.body).toEqual({
      name: 'own',
      profile: { ...TILL_PROFILES.csv, totals: 'numbersFile' },
    });
    await screen.findByText('Der Aufbau der Preisdatei wurde gespeichert.');
    await choose('Anzahl und Summe', 'keine');
    await user.click(save());
    expect(server.callsOf('setTillProfile').at(-1)?.body).toEqual({ name: 'csv' });
  });

  test('is saved as a whole, a shipped one by its name', async () => {
    const server = await openTill();
    await choose('Vorlage', 'Feste Breiten, Preis in Cent');
    await user.click(save());
    await screen.findByText('Der Aufbau der Preisdatei wurde gespeichert.');
    await choose('Preise', 'Euro mit Punkt (12.50)');
    await type(input('Breite von VK'), '9');
    expect(lines()).toEqual(['00000017    12.50', '01234562         ']);
    await user.click(save());
    const bodies = server.callsOf('setTillProfile').map(({ body }) => body);
    expect(bodies).toEqual([
      { name: 'fixed' },
      {
        name: 'own',
        profile: {
          ...TILL_PROFILES.fixed,
          decimals: 'point',
          columns: [
            { field: 'pzn', heading: 'PZN', width: 8 },
            { field: 'price', heading: 'VK', width: 9 },
          ],
        },
      },
    ]);
  });

  test('names what is wrong at its field, and saves nothing until it is right', async () => {
    await openTill();
    await choose('Trennzeichen', 'Komma ,');
    screen.getByText(/^Das Komma trennt schon Euro und Cent/);
    expect(save().disabled).toBe(true);
    screen.getByText('Die Vorschau erscheint, wenn alle Angaben stimmen.');
    await choose('Preise', 'Cent (1250)');
    expect(lines()[1]).toBe('00000017,1250');
    await user.click(screen.getByRole('button', { name: 'PZN entfernen' }));
    screen.getByText('Es fehlt die Spalte PZN.');
    await choose('Hinzufügen', 'PZN');
    await choose('Trennzeichen', 'keines, feste Breiten');
    await type(input('Breite von VK'), '6');
    screen.getByText('Die Spalte ist zu schmal für ihre Werte.');
    await type(input('Breite von VK'), '');
    screen.getByText('Eine Spalte ist mindestens 1 Zeichen breit.');
    await type(input('Breite von VK'), '7');
    await choose('Artikel ohne Preis', 'Zeile mit Kennzeichen');
    screen.getByText('Bitte den Kennzeichentext angeben.');
    await type(input('Text des Kennzeichens'), 'weg');
    const [, withPrice, without] = lines();
    expect([withPrice, without]).toEqual(['000125000000017           ', '       01234562weg        ']);
    expect(within(screen.getByRole('group', { name: /^Inhalt/ })).getAllByRole('listitem')).toHaveLength(3);
  });

  test('one with an ending that is not offered any more says so, and is saved with another one only', async () => {
    const server = await openTill({ name: 'own', profile: { ...TILL_PROFILES.csv, extension: '.bat' } });
    screen.getByText(/^Preisdateien enden auf \.csv, \.txt, \.dat, \.asc, \.prn, \.inv oder \.imp\./);
    // it keeps writing: the preview stands
    expect(lines()).toEqual(['PZN;VK', '00000017;12,50', '01234562;']);
    await choose('Preise', 'Cent (1250)');
    expect(save().disabled).toBe(true);
    await choose('Dateiendung', '.dat');
    await user.click(save());
    await screen.findByText('Der Aufbau der Preisdatei wurde gespeichert.');
    expect(server.callsOf('setTillProfile')[0]?.body).toMatchObject({
      profile: { extension: '.dat', decimals: 'cents' },
    });
    expect(within(screen.getByLabelText('Dateiendung')).queryByText('.bat')).toBeNull();
  });
});
