import { describe, expect, test } from '@jest/globals';
import { writeCsvCell } from '@portal/list-view';
import fc from 'fast-check';
import { type CsvColumn, csvTexts } from '../../src/files/csv-writer.ts';
import { csvText } from '../support/csv-text.ts';

type Row = { text: string; price: number | null; at: Date | null };
const COLUMNS: readonly CsvColumn<Row>[] = [
  { heading: 'Text', cell: ({ text }) => text },
  { heading: 'Preis', cell: ({ price }) => price },
  { heading: 'Zeitpunkt', cell: ({ at }) => at },
];
const MARK = '\ufeff';

describe('a CSV file of the server (rule 10.10)', () => {
  test('has mark, heading, semicolons, CRLF, prices with a comma and moments in Berlin', async () => {
    const rows = [
      { text: 'Salbe', price: 123_450, at: new Date('2026-03-29T01:30:00Z') },
      { text: '', price: null, at: null },
    ];
    expect(await csvText(COLUMNS, rows)).toBe(
      `${MARK}Text;Preis;Zeitpunkt\r\nSalbe;1234,50;29.03.2026 03:30\r\n;;\r\n`,
    );
    expect(await csvText(COLUMNS, [], { mark: false })).toBe('Text;Preis;Zeitpunkt\r\n');
  });

  test('writes a text as the browser does, formulas guarded', async () => {
    const special = fc
      .array(
        fc.constantFrom("'", '=', '-', '+', '@', '"', ';', ',', '\t', '\n', '\r\n', ' ', '\u00a0', 'ß', '1', '＝'),
        {
          maxLength: 5,
        },
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(special, fc.string({ unit: 'grapheme', maxLength: 8 }))), async (texts) => {
        const rows = texts.map((text) => ({ text, price: null, at: null }));
        const expected = texts.map((text) => `${writeCsvCell(text)};;\r\n`).join('');
        expect(await csvText(COLUMNS, rows, { mark: false })).toBe(`Text;Preis;Zeitpunkt\r\n${expected}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('comes in slices, between which others have their turn', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => ({ text: `Salbe ${n}`, price: n, at: new Date(n) }));
    let turns = 0;
    let waiting = true;
    const others = () => {
      turns += 1;
      if (waiting) setImmediate(others);
    };
    setImmediate(others);
    let slices = 0;
    for await (const { rows: written } of csvTexts(COLUMNS, [rows])) {
      expect(written).toBeLessThanOrEqual(250);
      slices += 1;
    }
    waiting = false;
    expect(slices).toBe(80);
    expect(turns).toBeGreaterThanOrEqual(slices - 1);
  });
});
