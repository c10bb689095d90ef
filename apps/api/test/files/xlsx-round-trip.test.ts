import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { book, HEADER, textRow } from '@portal/dev/workbooks/make-workbook.ts';
import { columnLetters } from '@portal/list-view';
import fc from 'fast-check';
import { readPriceCell } from '../../src/files/cells.ts';
import { convertByOffice, hasOffice } from '../support/office.ts';
import { fileFolder, readTable } from './table-files.ts';

let files: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  files = await fileFolder();
});
afterAll(() => files?.remove());

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** Attributes and content of a cell in the ways in which writers store a text. */
const WAYS = {
  inline: (text: string) => `t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is>`,
  formula: (text: string) => `t="str"><f>A1</f><v>${escape(text)}</v>`,
  rich: (text: string) =>
    `t="inlineStr"><is><r><rPr/><t>${escape(text.slice(0, 2))}</t></r><r><t>${escape(text.slice(2))}</t></r></is>`,
};
// a text that our CSV files would protect is another subject
const text = fc
  .string({ unit: fc.constantFrom('a', 'Ä', '&', '<', '"', '€', '7', ';', '中', '_', ' '), maxLength: 8 })
  .map((each) => `T${each.trim()}T`);
const row = fc.record({
  gap: fc.nat(2),
  cells: fc.array(
    fc.record({
      text,
      way: fc.constantFrom('inline' as const, 'formula' as const, 'rich' as const),
      skipped: fc.nat(1),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
});

// Rule 10.22.
test('what a workbook is made of is read again, by row and column, whatever way its texts are stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      let line = 1;
      const expected: [number, Record<string, string>][] = [];
      const xml = rows.map(({ gap, cells }) => {
        line += 1 + gap;
        let place = -1;
        const texts: Record<string, string> = {};
        const made = cells.map(({ text: value, way, skipped }) => {
          place += 1 + skipped;
          texts[columnLetters(place)] = value;
          return `<c r="${columnLetters(place)}${line}" ${WAYS[way](value)}</c>`;
        });
        expected.push([line, texts]);
        return `<row r="${line}">${made.join('')}</row>`;
      });
      const header = textRow(
        1,
        Array.from({ length: 12 }, (_, n) => `Spalte ${n}`),
      );
      const { records } = await readTable(await files.write(book(header + xml.join('')), 'property.xlsx'));
      const read = records.map(({ line: at, cells }) => [
        at,
        Object.fromEntries(cells.map((cell, n) => [columnLetters(n), cell]).filter(([, cell]) => cell !== '')),
      ]);
      expect(read).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('every price comes back in cents, as a number and after arithmetic with doubles', async () => {
  const cents = fc.integer({ min: 1, max: 9_999_999 });
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 50, maxLength: 200 }), async (prices) => {
      // each as it is, and as three tenths of it and seven more leave it
      const noisy = prices.flatMap((each) => [each / 100, (each / 100) * 0.3 + (each / 100) * 0.7]);
      const xml = noisy.map((value) => `<row><c><v>1</v></c><c><v>${value}</v></c></row>`).join('');
      const { records } = await readTable(await files.write(book(HEADER + xml), 'prices.xlsx'));
      expect(records.map(({ cells }) => readPriceCell(cells[1] ?? ''))).toEqual(prices.flatMap((each) => [each, each]));
    }),
    { numRuns: 30 },
  );
});

const office = hasOffice('xlsx-round-trip');

(office ? describe : describe.skip)('through LibreOffice (where soffice is installed)', () => {
  const convert = (path: string, more: readonly string[] = []) =>
    convertByOffice(path, 'xlsx', join(files.folder, 'out'), more);

  test('a CSV that it saves as .xlsx holds the same rows; of a workbook it fills in the formulas', async () => {
    const csv =
      'PZN;Produkt;Preis;Stand\r\n03007758;Salbe "groß";4,95;12.11.2026\r\n;;;\r\n00012345;Öl;1234,5;01.01.2024\r\n';
    // UTF-8 by semicolons, in German: the PZN becomes a number without its zeros, as in Excel
    const filter = '--infilter=CSV:59,34,76,1,,1031';
    const fromCsv = await readTable(await convert(await files.write(csv, 'csv.csv'), [filter]));
    expect(fromCsv.header).toEqual(['PZN', 'Produkt', 'Preis', 'Stand']);
    expect(fromCsv.records.map(({ line, cells }) => [line, cells])).toEqual([
      [2, ['3007758', 'Salbe "groß"', '4,95', '12.11.2026']],
      [4, ['12345', 'Öl', '1234,5', '01.01.2024']],
    ]);

    const formulas = book(
      `${HEADER}<row r="2"><c r="A2"><v>3007758</v></c><c r="B2"><f>1.1*4.5</f></c></row><row r="3"><c r="A3"><v>1</v></c><c r="B3"><f>NA()</f></c></row>`,
    );
    const path = await files.write(formulas, 'formulas.xlsx');
    expect((await readTable(path)).records[0]?.unreadable?.get(1)).toContain('kein gespeichertes Ergebnis');
    const [first, second] = (await readTable(await convert(path))).records;
    expect([first?.cells, first?.unreadable]).toEqual([['3007758', '4,95'], undefined]);
    expect([second?.cells[1], second?.unreadable?.get(1)]).toEqual(['#NV', 'In der Zelle steht ein Fehlerwert.']);
  }, 60_000);
});
