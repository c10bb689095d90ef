import { expect, test } from '@jest/globals';
import { type LogRow, logCsvHead, logCsvLine } from '../../src/index.ts';

const row: LogRow = {
  pzn: '00000017',
  product: 'Salbe',
  oldPrice: 499,
  newPrice: 123450,
  oldType: 0,
  newType: 3,
  userName: 'Anna Berger',
  at: new Date('2026-03-29T01:30:00Z'),
};

test('a log names PZN, product, prices, types, user and time (rule 10.12)', () => {
  expect(logCsvHead()).toBe('\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt\r\n');
  // Half past three in Berlin: the clocks were put forward half an hour before.
  expect(logCsvLine(row)).toBe(
    '00000017;Salbe;4,99;1234,50;Berechneter TruePrice;Dauerpreis;Anna Berger;29.03.2026 03:30\r\n',
  );
});

test('a product that came to the list or left it has no price and says so', () => {
  expect(logCsvLine({ ...row, oldPrice: null, oldType: null })).toContain(';;1234,50;Nicht gelistet;Dauerpreis;');
  expect(logCsvLine({ ...row, newPrice: null, newType: 1 })).toContain(
    ';4,99;;Berechneter TruePrice;Ausschlussartikel;',
  );
});

test('a name that a spreadsheet would run is disarmed, separators are quoted', () => {
  expect(logCsvLine({ ...row, product: '=HYPERLINK("x")', userName: '+49; Meyer' })).toBe(
    `00000017;"'=HYPERLINK(""x"")";4,99;1234,50;Berechneter TruePrice;Dauerpreis;"'+49; Meyer";29.03.2026 03:30\r\n`,
  );
});
