import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ALL_EXPERT_COLUMNS,
  approvalFile,
  type ApprovalModel,
  buildApprovalModel,
  buildPriceListModel,
  csvText,
  type FileColumn,
  lzdFormatFile,
  PRICE_LIST_HEADING,
  type PriceListColumns,
  priceListFile,
  type UpdateColumns,
} from '@portal/list-view';
import { PRICE_TYPE_WORDS, UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import fc from 'fast-check';
import { readPriceCell } from '../../src/files/cells.ts';
import { openTable } from '../../src/files/open-table.ts';
import { packageColumns } from '../../src/files/package-columns.ts';
import { xlsxBytes } from '../../src/files/xlsx-writer.ts';
import { chunksOf, readAll } from '../files/sources.ts';
import { convertByOffice, hasOffice } from '../support/office.ts';
import { parsePackage } from '../support/parse-package.ts';
import { testPzn } from '../support/seed.ts';

describe('workbooks', () => {
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
    });
  });
});

describe('round trips', () => {
  /** Texts as product data may hold them; a reader of packages trims them and puts them on one line. */
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((each) => each.replace(/[\p{Cc}\ufffd]/gu, '')),
      fc
        .array(fc.constantFrom("'", '=', '+', '-', '@', '"', ';', ',', 'ß', 'Ä', '1', ' '), {
          minLength: 1,
          maxLength: 6,
        })
        .map((parts) => parts.join('')),
    )
    .map((each) => each.trim().replace(/\s+/g, ' '));
  const required = text.map((each) => each || 'x');
  const optional = fc.option(text).map((each) => each || null);
  const price = fc.integer({ min: 1, max: 9_999_999 });
  const maybe = fc.option(price);
  const cluster = fc.constantFrom(null, 0 as const, 1 as const, 2 as const);
  const type = fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const);
  const units = fc.option(fc.nat(2 ** 31 - 1));

  const product = {
    name: required,
    producer: required,
    content: optional,
    brand: optional,
    normSize: optional,
    atc: optional,
    peCluster: cluster,
    vhCluster: cluster,
    units,
  };
  const listEntry = fc
    .record({
      ...product,
      avp: maybe,
      aep: maybe,
      vhp: maybe,
      priceMin: maybe,
      priceAvg: maybe,
      priceMax: maybe,
      calculatedPrice: maybe,
      formerPrice: maybe,
      validTo: fc.constant(null),
      own: price,
      date: fc.integer({ min: 1_700_000_000, max: 1_800_000_000 }),
      priceType: type,
    })
    .map(({ own, ...entry }) => ({ ...entry, ownPrice: entry.priceType >= 2 ? own : null }));
  const updateEntry = fc.record({
    ...product,
    avpOld: maybe,
    avp: maybe,
    aep: maybe,
    vhp: maybe,
    ravp: maybe,
    ravpRegio: maybe,
    ravpNational: maybe,
    formerCalculatedPrice: maybe,
    calculatedPrice: price,
    priceType: type,
    checkReason: optional,
    inactive: fc.boolean(),
  });

  /** Turns rows into columns, with PZNs that an upload takes. */
  function columnsOf<Entry extends object>(entries: readonly Entry[]): Record<string, unknown[]> {
    const names = Object.keys(entries[0] as Entry) as (keyof Entry)[];
    const columns = Object.fromEntries(names.map((name) => [name, entries.map((entry) => entry[name])]));
    return { ...columns, pzn: entries.map((_, row) => testPzn(row)) };
  }
  const listOf = (entries: readonly object[]) => buildPriceListModel(columnsOf(entries) as unknown as PriceListColumns);
  const indexes = (entries: readonly unknown[]) => Uint32Array.from(entries.keys());
  const many = <Entry>(entry: fc.Arbitrary<Entry>) => fc.array(entry, { minLength: 1, maxLength: 8 });

  // Rule 10.9.
  describe('what leaves as CSV comes back as it was', () => {
    /** These come with deliveries only. */
    const DELIVERED = ['MwSt', 'Umfeld Min', 'Umfeld Max'];
    const exported = (kind: UpdateKind) =>
      packageColumns(kind).flatMap(({ heading }) => (DELIVERED.includes(heading) ? [] : [heading]));

    test('exports have exactly the columns that packages are read with, in their order, approvals their price behind them', async () => {
      const entry = fc.sample(updateEntry, 1);
      for (const kind of UPDATE_KINDS) {
        const { header, separator } = await readAll(csvText(approvalFile(updateOf(kind, entry), [0])));
        expect([separator, header]).toEqual([';', [...exported(kind), 'Preis']]);
      }
      const [item] = fc.sample(listEntry, 1).map((each) => ({ ...each, priceType: 0, calculatedPrice: 100 }));
      const { header } = await readAll(csvText(lzdFormatFile(listOf([item as object]), [0])));
      expect(header).toEqual(exported('LZD'));
    });

    test('the price list: every PZN, text, price and type', async () => {
      await fc.assert(
        fc.asyncProperty(many(listEntry), async (entries) => {
          const model = listOf(entries);
          const { header, records } = await readAll(
            csvText(priceListFile(model, indexes(entries), ALL_EXPERT_COLUMNS)),
          );
          const at = (heading: string) => header.indexOf(heading);
          expect(records.flatMap(({ issues }) => issues)).toEqual([]);
          expect(
            records.map(({ cells }) => [
              cells[at(PRICE_LIST_HEADING.pzn)],
              cells[at('Produkt')],
              cells[at('Marke')],
              readPriceCell(cells[at('AVP')] ?? ''),
              readPriceCell(cells[at(PRICE_LIST_HEADING.price)] ?? ''),
              PRICE_TYPE_WORDS.indexOf(cells[at(PRICE_LIST_HEADING.type)] as 'Dauerpreis'),
            ]),
          ).toEqual(
            entries.map((entry, row) => [
              testPzn(row),
              entry.name,
              entry.brand ?? '',
              entry.avp,
              [entry.calculatedPrice, null, entry.ownPrice, entry.ownPrice][entry.priceType],
              entry.priceType,
            ]),
          );
        }),
        { numRuns: 200 },
      );
    });

    test('the LZD format: an upload finds no issue and every value of the list', async () => {
      await fc.assert(
        fc.asyncProperty(many(listEntry), async (entries) => {
          const kept = entries
            .map((entry, row) => ({ ...entry, pzn: testPzn(row) }))
            .filter(
              ({ priceType, calculatedPrice, ownPrice }) => priceType !== 1 && (calculatedPrice ?? ownPrice) !== null,
            );
          fc.pre(kept.length > 0);
          const outcome = await parsePackage(
            'LZD',
            chunksOf(csvText(lzdFormatFile(listOf(entries), indexes(entries)))),
          );
          expect(outcome).toMatchObject({ ok: true, rows: kept.length, leftOut: [], notes: [] });
          expect(outcome.packageRows).toEqual(
            kept.map((entry, row) => ({
              line: row + 2,
              pzn: entry.pzn,
              name: entry.name,
              content: entry.content,
              producer: entry.producer,
              brand: entry.brand,
              normSize: entry.normSize,
              atc: entry.atc,
              avpOld: entry.avp,
              avp: entry.avp,
              formerCalculatedPrice: entry.ownPrice ?? entry.calculatedPrice,
              calculatedPrice: entry.calculatedPrice ?? entry.ownPrice,
              peCluster: entry.peCluster,
              vhCluster: entry.vhCluster,
              units: entry.units,
              ravp: entry.ownPrice ?? entry.calculatedPrice,
              aep: entry.aep,
              vhp: entry.vhp,
              ravpRegio: entry.priceAvg,
              ravpNational: null,
              priceMin: null,
              priceMax: null,
              vatPercent: null,
              checkReason: null,
              inactive: false,
            })),
          );
        }),
        { numRuns: 200 },
      );
    });

    test.each(UPDATE_KINDS)('an approved %s: an upload finds no issue and every value of the package', async (kind) => {
      await fc.assert(
        fc.asyncProperty(many(updateEntry), async (entries) => {
          const outcome = await parsePackage(
            kind,
            chunksOf(csvText(approvalFile(updateOf(kind, entries), indexes(entries)))),
          );
          expect(outcome).toMatchObject({ ok: true, rows: entries.length, leftOut: [], notes: [] });
          expect(outcome.packageRows).toEqual(
            entries.map(({ priceType: _type, ...entry }, row) => ({
              ...entry,
              ...(kind === 'MDP' ? NO_MARKET : {}),
              checkReason: kind === 'LZD' ? entry.checkReason : null,
              // No export has them.
              priceMin: null,
              priceMax: null,
              vatPercent: null,
              line: row + 2,
              pzn: testPzn(row),
            })),
          );
        }),
        { numRuns: 150 },
      );
    });
  });

  const NO_MARKET = {
    atc: null,
    peCluster: null,
    vhCluster: null,
    units: null,
    ravp: null,
    aep: null,
    vhp: null,
    ravpRegio: null,
    ravpNational: null,
  };

  function updateOf(kind: ApprovalModel['kind'], entries: readonly object[]): ApprovalModel {
    // what own and permanent prices were approved at stands in 'Preis', which no upload reads
    const priced = entries.map((entry) => ({ ...entry, ownPrice: 777 }));
    const columns = columnsOf(priced) as unknown as UpdateColumns;
    return buildApprovalModel(kind, columns, { editable: false, approved: true });
  }
});
