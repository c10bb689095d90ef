import { expect, test } from '@jest/globals';
import { csvText } from '../support/csv-text.ts';
import { LOG_COLUMNS, LOG_NOTES, type LogRow } from '../../src/files/log-columns.ts';

const row: LogRow = {
  pzn: '00000017',
  product: 'Salbe',
  formerPrice: 499,
  effectivePrice: 123450,
  formerType: 0,
  priceType: 3,
  userName: 'Anna Berger',
  at: new Date('2026-03-29T01:30:00Z'),
  reason: null,
  reviewedBy: null,
};

/** A log of these rows: its first line, then the others. */
async function log(...rows: LogRow[]): Promise<[head: string, lines: string]> {
  const text = await csvText(LOG_COLUMNS, rows);
  const end = text.indexOf('\r\n') + 2;
  return [text.slice(0, end), text.slice(end)];
}

test('a log names PZN, product, prices, types, user and time (rule 10.12)', async () => {
  const [head, line] = await log(row);
  expect(head).toBe('\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt\r\n');
  // Half past three in Berlin: the clocks were put forward half an hour before.
  expect(line).toBe('00000017;Salbe;4,99;1234,50;Berechneter TruePrice;Dauerpreis;Anna Berger;29.03.2026 03:30\r\n');
});

test('a product that came to the list or left it has no price and says so', async () => {
  expect((await log({ ...row, formerPrice: null, formerType: null }))[1]).toContain(
    ';;1234,50;Nicht gelistet;Dauerpreis;',
  );
  expect((await log({ ...row, effectivePrice: null, priceType: 1 }))[1]).toContain(
    ';4,99;;Berechneter TruePrice;Ausschlussartikel;',
  );
});

test('a name that a spreadsheet would run is disarmed, separators are quoted', async () => {
  expect((await log({ ...row, product: '=HYPERLINK("x")', userName: '+49; Meyer' }))[1]).toBe(
    `00000017;"'=HYPERLINK(""x"")";4,99;1234,50;Berechneter TruePrice;Dauerpreis;"'+49; Meyer";29.03.2026 03:30\r\n`,
  );
});

test('what people noted follows in columns of its own', async () => {
  const noted = { ...row, reason: 'Aktion; März', reviewedBy: 'Jonas Klein' };
  expect(await csvText(LOG_NOTES, [noted, row])).toBe('\ufeffGrund;Geprüft von\r\n"Aktion; März";Jonas Klein\r\n;\r\n');
});
