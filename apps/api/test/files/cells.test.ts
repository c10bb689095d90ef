import { describe, expect, test } from '@jest/globals';
import { parsePriceInput } from '@portal/rules';
import fc from 'fast-check';
import { readElasticityCell, readIntegerCell, readPriceCell, readTextCell } from '../../src/files/cells.ts';
import { LOG_COLUMNS, LOG_NOTES, type LogRow } from '../../src/files/log-columns.ts';
import { LOG_EXPORT_COLUMNS, type LogExportRow } from '../../src/modules/log-export/log-export-columns.ts';
import { csvText } from '../support/csv-text.ts';

describe('cells', () => {
  // Rule 10.3.
  describe('price cells', () => {
    test.each([
      ['4,99', 499],
      ['4.99', 499],
      ['1.234,56', 123456],
      ['1,234.56', 123456],
      ['1234.56', 123456],
      ['4,9', 490],
      ['12', 1200],
      ['12,50 €', 1250],
      ['EUR 3,00', 300],
      ['99999,99', 9999999],
      ['', null],
      [' ', null],
      ['4,999', 'ambiguous'],
      ['1.234', 'ambiguous'],
      ['0,00', 'notPositive'],
      ['0', 'notPositive'],
      ['-1,00', 'notPositive'],
      ['100000,00', 'tooHigh'],
      ['1e3', 'notANumber'],
      ['=1+1', 'notANumber'],
      ['---', 'notANumber'],
      ['12345,678', 'tooManyDecimals'],
    ])('%j is %j', (text, expected) => {
      expect(readPriceCell(text)).toBe(expected);
    });

    test('the short way reads as the general reader does', () => {
      const part = fc.constantFrom('0', '1', '9', ',', '.', ' ', '-', '€', 'x');
      fc.assert(
        fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
          const text = parts.join('');
          const input = parsePriceInput(text);
          const expected = input.kind === 'price' ? input.cents : input.kind === 'empty' ? null : input.reason;
          expect(readPriceCell(text)).toBe(expected);
        }),
        { numRuns: 5000 },
      );
    });
  });

  test.each([
    ['nicht elastisch', 0],
    ['Mittel  Elastisch', 1],
    [' HOCH ELASTISCH ', 2],
    ['hoch', 2],
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['', null],
    ['3', undefined],
    ['elastisch', undefined],
  ])('cluster %j is %j', (text, expected) => {
    expect(readElasticityCell(text)).toBe(expected);
  });

  test.each([
    ['12', 12],
    ['1.234', 1234],
    ['1.234.567', 1234567],
    ['12,00', 12],
    ['0', 0],
    ['2147483647', 2147483647],
    ['', null],
    ['2147483648', undefined],
    ['1,5', undefined],
    ['12.34', undefined],
    ['-1', undefined],
    ['viele', undefined],
  ])('count %j is %j', (text, expected) => {
    expect(readIntegerCell(text)).toBe(expected);
  });

  test('texts come on one line, up to 500 characters', () => {
    expect(readTextCell('  Salbe \r\n  20 g ')).toBe('Salbe 20 g');
    expect(readTextCell(' ')).toBeNull();
    expect(readTextCell('x'.repeat(500))).toHaveLength(500);
    expect(readTextCell('x'.repeat(501))).toBeUndefined();
  });
});

describe('columns of the log', () => {
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
    expect(await csvText(LOG_NOTES, [noted, row])).toBe(
      '\ufeffGrund;Geprüft von\r\n"Aktion; März";Jonas Klein\r\n;\r\n',
    );
  });
});

describe('columns of its export', () => {
  test('the export across pharmacies has the columns of every log, then whose list it was (rule 10.12)', async () => {
    const head =
      '\ufeffPZN;Produkt;Preis alt;Preis neu;Preistyp alt;Preistyp neu;Benutzer;Zeitpunkt;APO-ID;Apotheke;Warengruppe;Grund;Geprüft von\r\n';
    const row: LogExportRow = {
      pzn: '01234562',
      product: 'Aspirin',
      formerPrice: 999,
      effectivePrice: 849,
      formerType: 0,
      priceType: 2,
      userName: 'Anna Berger',
      at: new Date('2026-03-10T09:00:00Z'),
      apoId: 200_101,
      pharmacy: 'Rosen; Apotheke',
      group: 'OTC',
      reason: 'Aktion im März',
      reviewedBy: 'Anna Berger, Jonas Klein',
    };
    expect(await csvText(LOG_EXPORT_COLUMNS, [row])).toBe(
      head +
        '01234562;Aspirin;9,99;8,49;Berechneter TruePrice;Eigener Preis;Anna Berger;10.03.2026 10:00;200101;"Rosen; Apotheke";OTC;Aktion im März;"Anna Berger, Jonas Klein"\r\n',
    );
  });
});
