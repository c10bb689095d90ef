import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SheetMarks } from '../../src/files/xlsx/sheet-marks.ts';
import {
  type BookOptions,
  book,
  bookParts,
  HEADER,
  type Part,
  sheetXml,
  textRow,
  zip,
} from '@portal/dev/workbooks/make-workbook.ts';
import { fileFolder, readTable } from './table-files.ts';

let files: Awaited<ReturnType<typeof fileFolder>>;
beforeAll(async () => {
  files = await fileFolder();
});
afterAll(() => files?.remove());
/** for the last test, which reads all of them once more */
const written: string[] = [];

const REFUSE = fileURLToPath(new URL('./refuse-tables.ts', import.meta.url));

const OLD =
  'Die Datei ist im alten Excel-Format (.xls, .xlsb) gespeichert oder mit einem Kennwort verschlüsselt. Bitte in Excel ohne Kennwort als .xlsx speichern.';
const BROKEN =
  'Die Arbeitsmappe ist beschädigt oder unvollständig. Bitte in Excel öffnen, neu speichern und erneut hochladen.';
const FOREIGN = 'Die Arbeitsmappe enthält, was keine Tabellenkalkulation schreibt, und wird deshalb nicht gelesen.';
const TOO_LARGE =
  'Die Arbeitsmappe ist entpackt zu groß. Bitte nur die Tabelle mit den Preisen in einer eigenen Datei speichern.';
const TOO_MANY_ROWS = 'Die Datei hat zu viele Zeilen. Erlaubt sind höchstens 100.000.';
const TOO_MANY_CELLS = 'Die Datei hat zu viele Felder.';
const MACROS = 'Die Arbeitsmappe enthält Makros. Bitte als .xlsx ohne Makros speichern.';
const LINKS =
  'Die Arbeitsmappe ist mit anderen Dateien verknüpft. Bitte die Verknüpfungen entfernen (in Excel: Daten, Verknüpfungen bearbeiten) und als .xlsx speichern.';

const MB = 2 ** 20;
const ROWS = HEADER + textRow(2, ['03007758', '4,95']);
const plain = (options?: BookOptions) => book(ROWS, options);
const withPart = (name: string, content: string | Buffer = 'x') => plain({ parts: [{ name, content }] });
const withSheet = (content: string | Buffer, claims: Part['claims'] = {}) =>
  plain({ parts: [{ name: 'xl/worksheets/sheet1.xml', content, claims }] });
/** Text of about so many bytes that does not shrink to nothing, of pieces that are numbered. */
const varied = (bytes: number, piece: (n: number) => string) => {
  const block = Array.from({ length: 5000 }, (_, n) => piece((n * 7_919_333) % 1_000_003)).join('');
  return block.repeat(Math.ceil(bytes / block.length));
};
/** At least so many rows. */
const manyRows = (count: number) =>
  withSheet(
    sheetXml(HEADER + varied(count * 51, (n) => `<row><c><v>${n + 1_000_000}</v></c><c><v>12.34</v></c></row>`)),
  );
/** 8 bytes a field: real sizes and offset of zip64 */
const zip64 = (...values: bigint[]) => {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, at) => extra.writeBigUInt64LE(value, 4 + at * 8));
  return extra;
};
const entities = `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;

describe('a workbook is refused within a second when it is, or holds (rule 10.25)', () => {
  test.each<[string, () => Buffer, string]>([
    ['an old .xls, or a file that Office has encrypted', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), OLD],
    ['an .xlsb', () => withPart('xl/workbook.bin'), OLD],
    ['an encrypted part', () => zip(bookParts({ Preise: '' }).map((part) => ({ ...part, flags: 1 }))), OLD],
    [
      'an .ods',
      () =>
        zip([
          { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
          { name: 'content.xml', content: '<x/>' },
        ]),
      'Die Datei ist eine OpenDocument-Tabelle (.ods). Bitte als .xlsx speichern.',
    ],
    [
      'some other archive',
      () => zip([{ name: 'a.txt', content: 'x' }]),
      'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe (.xlsx).',
    ],
    [
      'a document of Word',
      () =>
        zip(
          bookParts({})
            .filter(({ name }) => name !== '_rels/.rels')
            .concat({ name: '_rels/.rels', content: '<Relationships/>' }),
        ),
      'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe (.xlsx).',
    ],
    ['an archive of nothing', () => zip([]), 'Die Datei ist ein Archiv, aber keine Excel-Arbeitsmappe (.xlsx).'],
    ['macros', () => withPart('xl/vbaProject.bin'), MACROS],
    ['macros of Excel 4', () => withPart('xl/macrosheets/sheet1.xml'), MACROS],
    [
      'a type with macros',
      () =>
        withPart(
          '[Content_Types].xml',
          '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        ),
      MACROS,
    ],
    ['links to other workbooks', () => withPart('xl/externalLinks/externalLink1.xml'), LINKS],
    ['a broken head', () => Buffer.from('PK\u0003\u0004 and the rest of it'), BROKEN],
    ['its first half', () => plain().subarray(0, 900), BROKEN],
    ['a changed bit', () => withSheet(sheetXml(ROWS), { crc: 1 }), BROKEN],
    [
      'a part that is missing',
      () => zip(bookParts({ Preise: '' }).filter(({ name }) => !name.includes('sheet1'))),
      BROKEN,
    ],
    ['a sheet that is cut off', () => withSheet(sheetXml(ROWS).slice(0, -20)), BROKEN],
    ['a sheet that is no XML', () => withSheet('PZN;Preis\n03007758;4,95\n'), BROKEN],
    ['a sheet in another encoding', () => withSheet(Buffer.from(`\ufeff${sheetXml(ROWS)}`, 'utf16le')), BROKEN],
    ['rows that go backwards', () => book(textRow(5, ['PZN']) + textRow(3, ['1'])), BROKEN],
    ['a text that is missing', () => book(`${HEADER}<row><c t="s"><v>7</v></c></row>`), BROKEN],
    ['a name that leads out of the archive', () => withPart('../../etc/passwd'), FOREIGN],
    ['an absolute name', () => withPart('/etc/passwd'), FOREIGN],
    [
      'two parts of one name',
      () =>
        zip([...bookParts({ Preise: sheetXml(ROWS) }), { name: 'XL/worksheets/Sheet1.xml', content: sheetXml(ROWS) }]),
      FOREIGN,
    ],
    [
      'entities that grow',
      () =>
        withSheet(
          sheetXml(`${HEADER}<row><c t="str"><v>&j;</v></c></row>`).replace('<worksheet', `${entities}<worksheet`),
        ),
      FOREIGN,
    ],
    ['an entity that is nowhere declared', () => book(`${HEADER}<row><c t="str"><v>&j;</v></c></row>`), BROKEN],
    ['tags in tags in tags', () => withSheet(sheetXml('<row>'.repeat(1000))), FOREIGN],
    [
      'a text of 2 MB',
      () => withSheet(`${sheetXml(HEADER).split('</sheetData>')[0]}<row><c t="str"><v>${varied(2 * MB, String)}`),
      FOREIGN,
    ],
    ['64 MB of blanks in 64 KB', () => withSheet(Buffer.alloc(64 * MB, ' ')), TOO_LARGE],
    [
      'more than 200 MB in all',
      () =>
        zip([
          ...bookParts({ Preise: sheetXml(ROWS) }),
          ...Array.from({ length: 300 }, (_, n) => ({ name: `xl/media/${n}`, content: '', claims: { size: MB } })),
        ]),
      TOO_LARGE,
    ],
    [
      'a size that is not true',
      () => withSheet(Buffer.from(sheetXml(varied(8 * MB, (n) => `<row><c><v>${n}</v></c></row>`))), { size: 1000 }),
      BROKEN,
    ],
    [
      'a size of zip64 that is not true',
      () => withSheet(sheetXml(ROWS), { size: 0xffffffff, extra: zip64(2n ** 40n) }),
      TOO_LARGE,
    ],
    [
      '3,000 parts',
      () =>
        zip([
          ...bookParts({ Preise: sheetXml(ROWS) }),
          ...Array.from({ length: 3000 }, (_, n) => ({ name: `x${n}`, content: '' })),
        ]),
      TOO_LARGE,
    ],
    ['1,000,000 rows', () => manyRows(1_000_000), TOO_MANY_ROWS],
    ['100,001 rows', () => manyRows(100_001), TOO_MANY_ROWS],
    [
      'a header of 1,001 columns',
      () =>
        book(
          textRow(
            1,
            Array.from({ length: 1001 }, () => 'a'),
          ) + textRow(2, ['1']),
        ),
      TOO_MANY_CELLS,
    ],
    [
      '80 MB of texts',
      () =>
        withPart(
          'xl/sharedStrings.xml',
          varied(80 * MB, (n) => `<si><t>Salbe Nummer ${n}</t></si>`),
        ),
      TOO_LARGE,
    ],
  ])('%s', async (_, make, expected) => {
    const path = await files.write(make());
    written.push(path);
    const before = process.cpuUsage();
    await expect(readTable(path)).rejects.toThrow(expected);
    const { user, system } = process.cpuUsage(before);
    // measured alone 0.6 s at most; on a busy machine the same work takes several times as much of the processor
    expect((user + system) / 1e6).toBeLessThan(3);
  });
});

test('a sheet of empty cells ends when it has more of them than rows can have', () => {
  const marks = new SheetMarks(100_000);
  const cells = Buffer.from('<row>'.padEnd(64 * 1024, '<c/>'));
  expect(() => {
    for (let at = 0; at < 2000; at++) marks.add(cells);
  }).toThrow(TOO_MANY_CELLS);
});

test('a process that reads all of them grows by less than 200 MB', async () => {
  expect(written.length).toBeGreaterThan(30);
  const { stdout } = await promisify(execFile)(process.execPath, [REFUSE, ...written]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(200);
});
