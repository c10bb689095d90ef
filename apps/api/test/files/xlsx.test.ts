import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { book, bookParts, HEADER, sheetXml, textRow, zip } from '@portal/dev/workbooks/make-workbook.ts';
import { columnLetters } from '@portal/list-view';
import fc from 'fast-check';
import { readPriceCell } from '../../src/files/cells.ts';
import { convertByOffice, hasOffice } from '../support/office.ts';
import { HOSTILE_WORKBOOKS } from './hostile-workbooks.ts';
import { fileFolder, readTable } from './table-files.ts';

describe('workbooks', () => {
  let files: Awaited<ReturnType<typeof fileFolder>>;
  beforeAll(async () => {
    files = await fileFolder();
  });
  afterAll(() => files?.remove());

  const read = async (content: Buffer | string, sheet?: string) => readTable(await files.write(content), sheet);
  /** What the reader makes of one cell below a heading. */
  async function cell(xml: string, options: Parameters<typeof book>[1] = {}): Promise<unknown> {
    const { records } = await read(
      book(`${textRow(1, ['Wert', 'Ende'])}<row>${xml}<c t="str"><v>x</v></c></row>`, options),
    );
    const unreadable = records[0]?.unreadable?.get(0);
    return unreadable === undefined ? records[0]?.cells[0] : [records[0]?.cells[0], unreadable];
  }

  // Rule 10.23.
  describe('a cell of a workbook is read as a text file would hold it (rule 10.22)', () => {
    test.each([
      ['a PZN typed as a number', '<c><v>3007758</v></c>', '3007758'],
      ['a price', '<c><v>4.9</v></c>', '4,9'],
      ['what arithmetic leaves of 4,95', '<c><v>4.949999999999999</v></c>', '4,95'],
      ['what arithmetic leaves of 1,21', '<c><v>1.2100000000000002</v></c>', '1,21'],
      ['three decimals', '<c><v>4.999</v></c>', '4,999'],
      ['an unrounded price with VAT', '<c><v>4.9504</v></c>', '4,9504'],
      ['the smallest difference that somebody may mean', '<c><v>4.9500001</v></c>', '4,9500001'],
      ['a number in exponents', '<c><v>1.5E1</v></c>', '15'],
      ['a negative number', '<c><v>-4.95</v></c>', '-4,95'],
      ['a text that stands in the cell', '<c t="inlineStr"><is><t> 4,95 € </t></is></c>', '4,95 €'],
      ['a shared text', '<c t="s"><v>1</v></c>', '03007758'],
      ['rich text without its phonetic reading', '<c t="s"><v>2</v></c>', 'Salbe für Füße & Hände'],
      ['rich text that stands in the cell', '<c t="inlineStr"><is><r><t>4</t></r><r><t>,95</t></r></is></c>', '4,95'],
      ['a text as our CSV files protect it', `<c t="inlineStr"><is><t>'=1+1</t></is></c>`, '=1+1'],
      ['a line end', '<c t="inlineStr"><is><t>a_x000D_\nb</t></is></c>', 'a\r\nb'],
      ['a formula by its value', '<c><f>B2*1.1</f><v>4.95</v></c>', '4,95'],
      ['a formula of a text', '<c t="str"><f>A1&amp;"x"</f><v>4,95</v></c>', '4,95'],
      ['a formula of nothing', '<c t="str"><f>IF(1,"")</f><v></v></c>', ''],
      ['a truth', '<c t="b"><v>1</v></c>', 'WAHR'],
      ['an untruth', '<c t="b"><v>0</v></c>', 'FALSCH'],
      ['a date by a format of every spreadsheet', '<c s="1"><v>46338</v></c>', '12.11.2026'],
      ['a date by a format of its own', '<c s="2"><v>46338.354166666664</v></c>', '12.11.2026 08:30'],
      // 15.12.2026 is 46371; 23:59:59 is 0.999988425925926 of a day, 23:59:59.997 0.999999965277778.
      ['the last second of a day', '<c s="2"><v>46371.999988425923</v></c>', '15.12.2026 23:59'],
      ['the last moment of a day', '<c s="2"><v>46371.999999965279</v></c>', '15.12.2026 23:59'],
      ['the last second in ISO form', '<c t="d"><v>2026-12-15T23:59:59</v></c>', '15.12.2026 23:59'],
      ['a time', '<c s="2"><v>0.5</v></c>', '12:00'],
      ['a price whose format names euros', '<c s="3"><v>4.95</v></c>', '4,95'],
      ['a date in ISO form', '<c t="d"><v>2026-11-12T00:00:00</v></c>', '12.11.2026'],
      ['nothing', '<c s="1"/>', ''],
    ])('%s', async (_, xml, expected) => {
      const options = {
        strings: [
          '<si><t>x</t></si>',
          '<si><t>03007758</t></si>',
          '<si><r><t>Salbe für </t></r><r><t>Füße &amp; Hände</t></r><rPh><t>サ</t></rPh></si>',
        ],
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ [$EUR-407];[Red]\\-0.00&quot; Stand&quot;"/></numFmts>' +
          '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
      };
      expect(await cell(xml, options)).toBe(expected);
    });

    test('dates counted from 1904', async () => {
      const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>';
      expect(await cell('<c><v>44876</v></c>', { styles, from1904: true })).toBe('12.11.2026');
    });

    test.each([
      [
        'a formula without a value',
        '<c><f>B2*1.1</f></c>',
        [
          '',
          'Die Formel hat kein gespeichertes Ergebnis. Bitte die Datei in Excel öffnen, neu speichern und erneut hochladen.',
        ],
      ],
      [
        'a formula with an empty value',
        '<c><f>B2*1.1</f><v></v></c>',
        [
          '',
          'Die Formel hat kein gespeichertes Ergebnis. Bitte die Datei in Excel öffnen, neu speichern und erneut hochladen.',
        ],
      ],
      ['an error', '<c t="e"><v>#N/A</v></c>', ['#NV', 'In der Zelle steht ein Fehlerwert.']],
      [
        'a formula that failed',
        '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        ['#DIV/0!', 'In der Zelle steht ein Fehlerwert.'],
      ],
    ])('%s is not a value, and the message says so', async (_, xml, expected) => {
      expect(await cell(xml)).toEqual(expected);
    });
  });

  describe('the rows of a sheet', () => {
    test('keep the numbers they have there, blank ones at the top and between left out', async () => {
      const rows = `<row r="1"/><row r="2"><c r="B2" s="0"/></row>${textRow(4, ['PZN', 'Preis'])}<row r="6"><c r="B6"><v>4.95</v></c></row><row r="9"><c r="A9"><v>3007758</v></c><c r="C9" t="str"><v>Notiz</v></c></row>`;
      const { header, headerLine, records } = await read(book(rows));
      expect([header, headerLine]).toEqual([['PZN', 'Preis'], 4]);
      expect(records.map(({ line, cells }) => [line, cells])).toEqual([
        [6, ['', '4,95']],
        [9, ['3007758', '']],
      ]);
    });

    test('a merged cell counts for each of its rows that hold anything, and for its first column', async () => {
      const rows = `${textRow(1, ['PZN', 'Preis', 'Text'])}${textRow(2, ['1', '4,95', 'a'])}<row r="3"><c r="A3" t="str"><v>2</v></c><c r="B3"/></row><row r="4"><c r="B4"/></row><row r="6"><c r="A6" t="str"><v>3</v></c></row>`;
      const behind = '<mergeCells count="2"><mergeCell ref="B2:C5"/><mergeCell ref="A1:A1"/></mergeCells>';
      expect((await read(book(rows, { behind }))).records.map(({ line, cells }) => [line, cells])).toEqual([
        [2, ['1', '4,95', 'a']],
        [3, ['2', '4,95']],
        [6, ['3']],
      ]);
    });

    test('are read with prefixes, out of any part names, and with parts in any letter case', async () => {
      const prefixed = sheetXml(HEADER + textRow(2, ['1', '2']))
        .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x=');
      const parts = bookParts({ Preise: prefixed }).map((part) => ({
        ...part,
        name: part.name.replace('xl/work', 'XL/Work'),
      }));
      expect((await read(zip(parts))).records.map(({ cells }) => cells)).toEqual([['1', '2']]);
    });
  });

  describe('the sheet that is read (rule 10.21)', () => {
    const sheets = {
      '~Versteckt': sheetXml(HEADER + textRow(2, ['1', '1'])),
      Deckblatt: sheetXml(textRow(1, ['Preise der Apotheke'])),
      Preise: sheetXml(HEADER + textRow(2, ['2', '2'])),
      'Alt &amp; neu': sheetXml(HEADER + textRow(2, ['3', '3'])),
    };
    test('is the first visible one with rows, or the one that is named', async () => {
      const { sheets: names, records } = await read(zip(bookParts(sheets)));
      expect([names, records[0]?.cells]).toEqual([
        ['Preise', 'Alt & neu'],
        ['2', '2'],
      ]);
      expect((await read(zip(bookParts(sheets)), 'Alt & neu')).records[0]?.cells).toEqual(['3', '3']);
    });
    test.each(['Deckblatt', '~Versteckt', 'Unbekannt'])('is none that holds no table: %s', async (name) => {
      await expect(read(zip(bookParts(sheets)), name)).rejects.toThrow(
        `Das Tabellenblatt „${name}“ gibt es in der Datei nicht, oder es ist leer.`,
      );
    });
    test.each([
      ['an empty sheet', '', 'Die Datei ist leer.'],
      ['headings alone', HEADER, 'Die Datei enthält unter der Kopfzeile keine Daten.'],
    ])('is refused with nothing but %s', async (_, rows, message) => {
      await expect(read(book(rows))).rejects.toThrow(message);
    });
  });
});

describe('round trips', () => {
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
        expect(records.map(({ cells }) => readPriceCell(cells[1] ?? ''))).toEqual(
          prices.flatMap((each) => [each, each]),
        );
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
    });
  });
});

describe('hostile workbooks', () => {
  let files: Awaited<ReturnType<typeof fileFolder>>;
  beforeAll(async () => {
    files = await fileFolder();
  });
  afterAll(() => files?.remove());

  // What each costs at its full size: heavy/bounded-work.stress.test.ts.
  describe('a workbook that is small and costly is read or refused (rule 10.25)', () => {
    test.each(HOSTILE_WORKBOOKS)('%s', async (_, size, make) => {
      const path = await files.write(make(Math.ceil(size / 50)));
      const outcome = await readTable(path).then(
        () => 'read',
        (error: Error) => error.name,
      );
      expect(['read', 'FileRefusal']).toContain(outcome);
    });
  });

  test('each part is read once, whatever names it', async () => {
    const [, , make] = HOSTILE_WORKBOOKS.find(([name]) => name === 'sheets of one part under several ids') ?? [];
    const path = await files.write(make?.(2) ?? Buffer.alloc(0));
    await expect(readTable(path)).rejects.toThrow(/keine Tabellenkalkulation/);
  });
});
