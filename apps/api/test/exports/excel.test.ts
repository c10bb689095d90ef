import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FileColumn } from '@portal/list-view';
import fc from 'fast-check';
import { xlsxBytes } from '../../src/files/xlsx-writer.ts';
import { openTable } from '../../src/files/open-table.ts';
import { convertByOffice, hasOffice } from '../support/office.ts';

type Row = {
  pzn: string;
  text: string | null;
  price: number | null;
  percent: number | null;
  count: number | null;
  day: string | null;
  at: Date | null;
};
const COLUMNS: readonly FileColumn<Row>[] = [
  { heading: 'PZN', kind: 'text', cell: ({ pzn }) => pzn },
  { heading: 'Produkt', kind: 'text', cell: ({ text }) => text, width: 42 },
  { heading: 'Preis', kind: 'price', cell: ({ price }) => price },
  { heading: 'Differenz (%)', kind: 'percent', cell: ({ percent }) => percent },
  { heading: 'Absatz', kind: 'count', cell: ({ count }) => count },
  { heading: 'Tag', kind: 'day', cell: ({ day }) => day },
  { heading: 'Zeitpunkt', kind: 'moment', cell: ({ at }) => at },
  { heading: 'ATC', kind: 'text', cell: () => 'G04BX', technical: true },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'excel-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(rows: readonly Row[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes('OTC', COLUMNS, [rows])) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Headings and rows as an upload reads them. */
async function readAgain(file: Buffer): Promise<{ header: readonly string[]; rows: (readonly string[])[] }> {
  const path = join(folder, 'again.xlsx');
  await writeFile(path, file);
  // Technical columns are hidden; an import leaves them out unless they are wanted.
  const table = await openTable(path, { withHidden: true });
  const rows: (readonly string[])[] = [];
  for await (const batch of table.batches) rows.push(...batch.map(({ cells }) => cells));
  await table.close();
  return { header: table.header, rows };
}

const ROW: Row = {
  pzn: '03007758',
  text: 'Salbe',
  price: 123_450,
  percent: -12.34,
  count: 1234,
  day: '2025-11-05',
  at: new Date('2026-03-29T01:30:00Z'),
};
const EMPTY: Row = { pzn: '00000017', text: null, price: null, percent: null, count: null, day: null, at: null };

describe('an Excel file that leaves (rule 10.14)', () => {
  test('is read again: PZNs with their zeros, prices as numbers, days and times of Berlin', async () => {
    const { header, rows } = await readAgain(await write([ROW, EMPTY]));
    expect(header).toEqual(['PZN', 'Produkt', 'Preis', 'Differenz (%)', 'Absatz', 'Tag', 'Zeitpunkt', 'ATC']);
    // half past three: the clocks were put forward half an hour before
    expect(rows).toEqual([
      ['03007758', 'Salbe', '1234,5', '-12,3', '1234', '05.11.2025', '29.03.2026 03:30', 'G04BX'],
      ['00000017', '', '', '', '', '', '', 'G04BX'],
    ]);
  });

  test('is the same file, byte for byte, for the same rows', async () => {
    expect((await write([ROW, EMPTY])).equals(await write([ROW, EMPTY]))).toBe(true);
  });

  test('brings back every text, every cent and every day', async () => {
    /** The reader trims, and takes off the apostrophe of a CSV file that somebody has saved as a workbook. */
    const text = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc
          .array(fc.constantFrom('=', '+', '@', '<', '&', '"', '_x0041_', '_', '\r', '\n', '\u0001', ' ', 'ä'), {
            maxLength: 6,
          })
          .map((parts) => parts.join('')),
      )
      .filter((each) => each === each.trim() && !each.startsWith("'") && each.isWellFormed());
    const row = fc.record({
      pzn: fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0')),
      text: fc.option(text),
      price: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
      percent: fc.constant(null),
      count: fc.option(fc.nat()),
      day: fc.option(
        fc
          .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString().slice(0, 10)),
      ),
      at: fc.constant(null),
    });
    const german = (day: string) => day.split('-').toReversed().join('.');
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const again = await readAgain(await write(rows));
        expect(again.rows.map(([pzn, name, price, , count, day]) => [pzn, name, price, count, day])).toEqual(
          rows.map((each) => [
            each.pzn,
            each.text ?? '',
            each.price === null ? '' : String(each.price / 100).replace('.', ','),
            each.count === null ? '' : String(each.count),
            each.day ? german(each.day) : '',
          ]),
        );
      }),
      { numRuns: 20 },
    );
  });
});

const office = hasOffice('excel');
(office ? describe : describe.skip)(`in LibreOffice${office ? '' : ': soffice is not installed here'}`, () => {
  test('it opens as it was written, with German formats, the filter and no formula', async () => {
    const path = join(folder, 'preise.xlsx');
    await writeFile(
      path,
      await write([
        { ...ROW, text: '=1+1' },
        { ...EMPTY, text: ' "a"; <&> \n_x0041_ ' },
      ]),
    );
    const page = await readFile(await convertByOffice(path, 'fods', folder), 'utf8');
    const cells = [
      ...page.matchAll(
        /<table:table-cell[^>]*office:value-type="(\w+)"(?: office:(?:date-)?value="([^"]*)")?[^>]*>\s*<text:p>(.*?)<\/text:p>/g,
      ),
    ];
    expect(cells.slice(8, 16).map(([, type, value, text]) => [type, value ?? text])).toEqual([
      ['string', '03007758'],
      ['string', '=1+1'],
      ['float', '1234.5'],
      ['float', '-12.3'],
      ['float', '1234'],
      ['date', '2025-11-05'],
      ['date', '2026-03-29T03:30:00'],
      ['string', 'G04BX'],
    ]);
    expect(cells[13]?.[3]).toBe('05.11.2025');
    expect(page).toContain('table:target-range-address="OTC.A1:OTC.H3" table:display-filter-buttons="true"');
    expect(page).toMatch(/<table:table-column [^>]*table:visibility="collapse"/);
    expect(page).not.toContain('table:formula');
  }, 60_000);
});
