import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ImportAnswer } from '@portal/contracts';
import { guessImportColumns } from '@portal/list-view';
import { addDays, formatIsoDay, isoDay } from '@portal/rules';
import { windows1252 } from '../files/sources.ts';
import { book, bookParts, HEADER, sheetXml, textRow, zip } from '@portal/dev/workbooks/make-workbook.ts';
import { upload } from '../intake/support.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';

const META = '/api/price/csvMetaData';
const IMPORT = '/api/price/import';
const [a, b, c, unknown] = [1, 2, 3, 90].map(testPzn) as [string, string, string, string];
const PRICES = { type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'Preis' };
const EXPERT = { type: 'expertimport', pzncolumn: 'PZN', pricecolumn: 'Preis', negativecolumn: 'Preistyp' };

let portal: TestPortal;
let owner: Client;
let sales: Client;

beforeAll(async () => {
  portal = await startPortal();
  const product = {
    producer: 'Muster Pharma GmbH',
    content: '20 St',
    brand: 'Musterin',
    normSize: 'N1',
    atc: 'N02BE01',
  };
  await portal.database.prisma.product.createMany({
    data: [
      { pzn: a, name: 'Salbe für Füße', productGroup: 'OTC', ...product },
      { pzn: b, name: 'Creme', productGroup: 'FREIWAHL', producer: 'Muster' },
      { pzn: c, name: 'Ohne Gruppe', producer: 'Muster' },
    ],
  });
  owner = await portal.as('Anna Berger', ['TP_admin_700001']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

const send = (
  path: string,
  content: string | Buffer | undefined,
  fields: Record<string, string> = PRICES,
  client = owner,
) => upload(portal, client, path, content === undefined ? undefined : { name: 'Preise.csv', content }, fields);
const read = async (content: string | Buffer, fields?: Record<string, string>, client?: Client) => {
  const response = await send(IMPORT, content, fields, client);
  expect(response.body.message).toBeUndefined();
  expect(response.status).toBe(200);
  return response.body as ImportAnswer;
};
const short = ({ data }: ImportAnswer) => data.map(({ pzn, price }) => [pzn, price]);
const named = ({ faulty }: ImportAnswer) =>
  faulty.map(({ line, pzn, column, message }) => [line, pzn, column, message]);

// Rule 10.4.
describe('a file that ends without a line break (rule 10.50)', () => {
  test.each(['6,3', '6', ''])("names and leaves out a last price of '%s', the other rows come in", async (price) => {
    const answer = await read(`PZN;Preis\n${a};11,04\n${b};${price}`);
    expect(short(answer)).toEqual([[a, 11.04]]);
    expect(named(answer)).toEqual([[3, b, 'Preis', FILE_TEXT.cutCell]]);
  });

  test.each([`${b};6,34`, `${b};"6,3"`, `${b};6 €`])('takes in a last price that is whole: %s', async (row) => {
    const answer = await read(`PZN;Preis\n${a};11,04\n${row}`);
    expect([answer.data.length, answer.faultyTotal]).toEqual([2, 0]);
  });

  test('leaves out a last PZN that lacks a digit, which would be another article', async () => {
    const fields = { type: 'negativeimport', pzncolumn: 'PZN' };
    const answer = await read(`PZN\n${a}\n${b.slice(0, -1)}`, fields);
    expect(answer.data.map(({ pzn }) => pzn)).toEqual([a]);
    expect(named(answer)).toEqual([[3, null, 'PZN', FILE_TEXT.cutCell]]);
  });
});

describe('csvMetaData (rule 5.2)', () => {
  test('names the columns, each once and without empty ones', async () => {
    const { status, body } = await send(META, 'PZN; Artikel ;Preis;;Preis;\n1;a;2\n', { type: 'negativeimport' });
    expect([status, body]).toEqual([200, { columns: ['PZN', 'Artikel', 'Preis'] }]);
  });

  test.each([
    ['a tab', `PZN\tGröße\n${a}\t1\n`],
    ['a comma', `PZN,Größe\n${a},1\n`],
    ['sep=', `sep=,\r\nPZN,Größe\r\n${a},1\r\n`],
    ['a byte order mark', `\ufeffPZN;Größe\n${a};1\n`],
    ['quotes', `"PZN";"Größe"\n"${a}";"1"\n`],
    ['Windows-1252', windows1252(`PZN;Größe\n${a};1\n`)],
    ['old Mac line ends', `PZN;Größe\r${a};1\r`],
  ])('reads headings with %s', async (_, content) => {
    expect((await send(META, content)).body).toEqual({ columns: ['PZN', 'Größe'] });
  });
});

describe('titles above the headings (rule 10.27)', () => {
  const line = (n: number, cells: readonly string[]) => textRow(n, cells);
  const TITLED = [
    ['a title in its own line', `Preisliste Rosen-Apotheke\n\nPZN;Artikel;Preis\n${a};Saft, mild;12,49\n`, 3],
    ['a title with empty cells', `Preisliste Rosen-Apotheke;;\nPZN;Artikel;Preis\n${a};Saft;12,49\n`, 2],
    [
      'titles with other separators',
      `Stand, 01.12.2025, Nord\nalle; Preise; in Euro; brutto\nPZN\tPreis\n${a}\t12,49\n`,
      3,
    ],
    ['a title with a quotation mark', `Salben 4" und mehr\nPZN;Preis\n${a};12,49\n`, 2],
    [
      'a workbook',
      book(
        [
          line(1, ['Preisliste', 'Stand 01.12.']),
          line(3, ['PZN', 'Artikel', 'Preis']),
          line(4, [a, 'Saft', '12,49']),
        ].join(''),
      ),
      3,
    ],
  ] as const;
  test.each(TITLED)('%s', async (_, content, headingLine) => {
    const meta = await send(META, content, { type: 'priceimport' });
    expect(meta.body).toMatchObject({ columns: expect.arrayContaining(['PZN', 'Preis']), headingLine });
    expect(short(await read(content))).toEqual([[a, 12.49]]);
  });

  test('without headings below it is refused with the reason', async () => {
    for (const content of [`Preisliste\n${a};1,00\n`, book([line(1, ['Preisliste']), line(2, [a, '1,00'])].join(''))])
      expect((await send(META, content)).body.message).toBe(
        'Der Datei fehlt die Kopfzeile: Über der ersten PZN stehen keine Spaltenüberschriften.',
      );
  });
});

describe('a file that is no such file is refused with a sentence', () => {
  const MB = 2 ** 20;
  test.each<[string, string | Buffer, number, string]>([
    ['empty', '', 422, 'Die Datei ist leer.'],
    ['blank', ' \n\n', 422, 'Die Datei ist leer.'],
    ['without rows', 'PZN;Preis\n', 422, 'Die Datei enthält unter der Kopfzeile keine Daten.'],
    [
      'without a header row',
      `${a};1,00\n${b};2,00\n`,
      422,
      'Der Datei fehlt die Kopfzeile: Schon die erste Zeile enthält eine PZN.',
    ],
    [
      'binary',
      Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7) % 256)),
      422,
      'Die Datei ist keine Textdatei und kann nicht als CSV gelesen werden.',
    ],
    [
      'a broken workbook',
      Buffer.from('PK\u0003\u0004 and the rest of it'),
      422,
      'Die Arbeitsmappe ist beschädigt oder unvollständig. Bitte in Excel öffnen, neu speichern und erneut hochladen.',
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeffPZN;Preis\n${a};1\n`, 'utf16le'),
      422,
      'Die Datei ist als UTF-16 („Unicode-Text“) gespeichert. Bitte speichern Sie sie als „CSV UTF-8“ und laden Sie sie erneut hoch.',
    ],
    [
      'over 20 MB',
      Buffer.alloc(20 * MB + 1, 'PZN;Preis\n'),
      413,
      'Die Datei ist zu groß. Erlaubt sind höchstens 20 MB.',
    ],
    [
      'with a heading beyond measure',
      `PZN;${'x'.repeat(501)}\n${a};1\n`,
      422,
      'Eine Spaltenüberschrift ist zu lang. Erlaubt sind höchstens 500 Zeichen. Ist die erste Zeile der Datei die Kopfzeile?',
    ],
    [
      'with sep= and another sign',
      `sep=|\nPZN|Preis\n${a}|1\n`,
      422,
      'Das Trennzeichen der Zeile „sep=“ wird nicht unterstützt. Erlaubt sind Semikolon, Komma und Tabulator.',
    ],
  ])('%s', async (_, content, status, message) => {
    for (const path of [META, IMPORT]) {
      const response = await send(path, content);
      expect([response.status, response.body.message]).toEqual([status, message]);
      expect(response.body.status).toBe('ERROR');
    }
  });

  test('without a file, with two, and as JSON', async () => {
    expect((await send(IMPORT, undefined)).body.message).toBe('Es wurde keine Datei gesendet (Feld csv).');
    const two = await send(IMPORT, 'PZN;Preis\n1;1\n').attach('csv', Buffer.from('x'), 'b.csv');
    expect([two.status, two.body.message]).toEqual([422, 'Sie können nur eine Datei hochladen.']);
    expect((await owner.post(IMPORT, PRICES)).status).toBe(415);
  });

  test('with more than 100,000 rows', async () => {
    const response = await send(IMPORT, `PZN;Preis\n${`${a};1\n`.repeat(100_001)}`);
    expect([response.status, response.body.message]).toEqual([
      422,
      'Die Datei hat zu viele Zeilen. Erlaubt sind höchstens 100.000.',
    ]);
  });

  test.each([
    [{ ...PRICES, pricecolumn: 'VK' }, 'Spalte „VK“: Die Spalte fehlt in der Kopfzeile.'],
    [{ ...PRICES, pricecolumn: 'Doppelt' }, 'Spalte „Doppelt“: Die Spalte steht mehrfach in der Kopfzeile.'],
    [
      { ...PRICES, pzncolumn: 'Artikel' },
      'In der Spalte „Artikel“ steht keine einzige PZN. Bitte wählen Sie die Spalte mit der PZN.',
    ],
    [
      { ...PRICES, pricecolumn: 'Artikel' },
      'In der Spalte „Artikel“ steht kein einziger Preis. Bitte wählen Sie die Spalte mit dem Preis.',
    ],
  ])('when the chosen columns are wrong: %j', async (fields, message) => {
    const response = await send(IMPORT, `PZN;Preis;Artikel;Doppelt;Doppelt\n${a};1,00;Salbe;x;y\n`, fields);
    expect([response.status, response.body.message]).toEqual([422, message]);
    expect(response.body.errors.length).toBeGreaterThan(0);
  });

  test.each([
    [{ type: 'priceimport', pzncolumn: 'PZN' }, 'pricecolumn'],
    [{ type: 'negativeimport' }, 'pzncolumn'],
    [{ type: 'expertimport', pzncolumn: 'PZN', pricecolumn: 'Preis' }, 'negativecolumn'],
    [{ type: 'pricelist', pzncolumn: 'PZN', pricecolumn: 'Preis' }, 'type'],
  ])('when the choice is incomplete: %j', async (fields, missing) => {
    const response = await send(IMPORT, `PZN;Preis\n${a};1\n`, fields as Record<string, string>, sales);
    expect([response.status, response.body.issues[0].path]).toEqual([422, missing]);
  });
});

describe('import (rule 5.7)', () => {
  test('answers the rows with the product data of the master', async () => {
    const answer = await read(
      `Artikel;Preis;PZN\nx;1.234,56;PZN: ${a}\ny;4,9;04150${b}0\nz; ;${c}\nw;3 €;${unknown}\n`,
    );
    const product = { content: null, brand: null, normSize: null, atc: null, producer: 'Muster' };
    expect(answer).toEqual({
      data: [
        {
          line: 2,
          pzn: a,
          price: 1234.56,
          negative: null,
          productGroup: 'OTC',
          product: {
            name: 'Salbe für Füße',
            producer: 'Muster Pharma GmbH',
            content: '20 St',
            brand: 'Musterin',
            normSize: 'N1',
            atc: 'N02BE01',
          },
        },
        {
          line: 3,
          pzn: b,
          price: 4.9,
          negative: null,
          productGroup: 'FREIWAHL',
          product: { ...product, name: 'Creme' },
        },
        {
          line: 4,
          pzn: c,
          price: null,
          negative: null,
          productGroup: null,
          product: { ...product, name: 'Ohne Gruppe' },
        },
        { line: 5, pzn: unknown, price: 3, negative: null, productGroup: null, product: null },
      ],
      faulty: [],
      faultyTotal: 0,
      repeated: 0,
    });
  });

  test('restores leading zeros and takes the letters PZN off', async () => {
    const sevenDigits = '1126111'; // 01126111 without its zero
    expect(short(await read(`PZN;Preis\n${sevenDigits};1,00\n`))).toEqual([['01126111', 1]]);
    expect(short(await read(`PZN;Preis\nPZN 1126111;1,00\n`))).toEqual([['01126111', 1]]);
  });

  test('names invalid rows and takes the others', async () => {
    const wrongDigit = `${a.slice(0, 7)}${(Number(a[7]) + 1) % 10}`;
    const rows = [
      `${wrongDigit};1,00`, // 2
      '00000000;1,00', // 3
      'Salbe;1,00', // 4
      ';1,00', // 5
      `${a};4,999`, // 6
      `${a};-1`, // 7
      `${a};100000`, // 8
      `${a};1e3`, // 9
      `${b};2,00;zu viel`, // 10
      `"${b};2,00`, // 11: an unclosed quote gives up its line alone
      `${c};3,00`, // 12
      `${b};${'9'.repeat(600)}`, // 13
    ];
    const answer = await read(`PZN;Preis\n${rows.join('\n')}\n`);
    expect(short(answer)).toEqual([[c, 3]]);
    expect(answer.faultyTotal).toBe(11);
    expect(named(answer)).toEqual([
      [2, wrongDigit, 'PZN', 'Die Prüfziffer der PZN ist falsch.'],
      [3, '00000000', 'PZN', 'Die PZN 00000000 gibt es nicht.'],
      [4, null, 'PZN', 'Das ist keine PZN.'],
      [5, null, 'PZN', 'Die PZN fehlt.'],
      [
        6,
        a,
        'Preis',
        'Der Preis ist nicht eindeutig: Der Punkt oder das Komma kann Tausender oder Nachkommastellen trennen.',
      ],
      [7, a, 'Preis', 'Der Preis muss größer als 0 sein.'],
      [8, a, 'Preis', 'Der Preis darf höchstens 99.999,99 € betragen.'],
      [
        9,
        a,
        'Preis',
        'Das ist kein Preis. Erlaubt sind Preise von 0,01 bis 99.999,99 € mit höchstens zwei Nachkommastellen.',
      ],
      [
        10,
        null,
        'Spalte 3',
        'Die Zeile hat mehr Felder als die Kopfzeile. Steht ein Trennzeichen in einem Feld ohne Anführungszeichen?',
      ],
      [11, null, 'PZN', 'Ein Feld beginnt mit einem Anführungszeichen, das nicht geschlossen wird.'],
      [13, b, 'Preis', 'Der Text ist zu lang. Erlaubt sind höchstens 500 Zeichen.'],
    ]);
  });

  test('counts the same row once and leaves contradicting ones out', async () => {
    const answer = await read(`PZN;Preis\n${a};1,00\n${b};2,00\n${a};1.00\n${b};2,01\n${c};3,00\n`);
    expect(short(answer)).toEqual([
      [a, 1],
      [c, 3],
    ]);
    expect(answer.repeated).toBe(1);
    const message = 'Die PZN steht mehrfach in der Datei, mit verschiedenen Angaben (Zeilen 3, 5).';
    expect(named(answer)).toEqual([
      [3, b, 'PZN', message],
      [5, b, 'PZN', message],
    ]);
  });

  test('a negative import reads the PZN only', async () => {
    const fields = { type: 'negativeimport', pzncolumn: 'pzn' };
    const answer = await read(`PZN;Preis\n${a};Unsinn\n${a};1,00\n${b};\n`, fields);
    expect(short(answer)).toEqual([
      [a, null],
      [b, null],
    ]);
    expect(answer.faulty).toEqual([]);
  });

  test('an expert import reads codes and the words of the exports', async () => {
    const rows = [
      `${a};2,00;2`,
      `${b};;Ausschlussartikel`,
      `${c};3,00;Dauerpreis`,
      `${unknown};4,00;Berechneter TruePrice`,
    ];
    const answer = await read(`PZN;Preis;Preistyp\n${rows.join('\n')}\n`, EXPERT, sales);
    expect(answer.data.map(({ pzn, price, negative }) => [pzn, price, negative])).toEqual([
      [a, 2, 2],
      [b, null, 1],
      [c, 3, 3],
      [unknown, 4, 0],
    ]);
  });

  test('an expert import names rows whose code is missing, unknown, or lacks its price', async () => {
    const rows = [`${a};2,00;`, `${b};2,00;7`, `${c};;3`, `${unknown};nichts;1`];
    const answer = await read(`PZN;Preis;Preistyp\n${rows.join('\n')}\n`, EXPERT, sales);
    expect(answer.data.map(({ pzn, price, negative }) => [pzn, price, negative])).toEqual([[unknown, null, 1]]);
    expect(named(answer)).toEqual([
      [2, a, 'Preistyp', 'Der Preistyp fehlt.'],
      [
        3,
        b,
        'Preistyp',
        'Das ist kein Preistyp. Erlaubt sind 0 (Berechneter TruePrice), 1 (Ausschlussartikel), 2 (Eigener Preis) und 3 (Dauerpreis).',
      ],
      [4, c, 'Preis', 'Der Preis fehlt.'],
    ]);
  });

  test('names the first 1,000 invalid rows and counts all', async () => {
    const answer = await read(`PZN;Preis\n${a};1,00\n${'Unsinn;1\n'.repeat(1500)}`);
    expect([answer.data.length, answer.faulty.length, answer.faultyTotal]).toEqual([1, 1000, 1500]);
  });

  test('stores nothing', async () => {
    const { prisma } = portal.database;
    const counts = () => Promise.all([prisma.priceItem.count(), prisma.historyEntry.count(), prisma.product.count()]);
    const before = await counts();
    await read(`PZN;Preis\n${a};1,00\n${unknown};2,00\n`);
    expect(await counts()).toEqual(before);
  });
});

describe('files of other kinds are known by their content (rules 10.20 to 10.24)', () => {
  const rows = `${HEADER}<row r="3"><c r="A3"><v>${Number(a)}</v></c><c r="B3"><v>4.949999999999999</v></c></row>`;
  const sendAs = (name: string, content: string | Buffer) =>
    upload(portal, owner, IMPORT, { name, content }, PRICES).then(({ body }) => body as ImportAnswer);

  test.each(['Preise.xlsx', 'Preise.csv', 'Preise.txt', 'Preise'])('a workbook named %s', async (name) => {
    const answer = await sendAs(name, book(rows));
    expect(answer.data).toMatchObject([{ line: 3, pzn: a, price: 4.95, productGroup: 'OTC' }]);
  });
  test.each(['Preise.xlsx', 'Preise.txt'])('text parted by semicolons or tabs and named %s', async (name) => {
    for (const separator of [';', '\t'])
      expect(short(await sendAs(name, `PZN${separator}Preis\r\n${a}${separator}4,95\r\n`))).toEqual([[a, 4.95]]);
  });

  test('issues name the cell of a workbook', async () => {
    const line = (n: number, pzn: string, price: string) =>
      `<row r="${n}"><c r="B${n}" t="str"><v>${pzn}</v></c>${price}</row>`;
    const content = book(
      `<row r="3"><c r="B3" t="str"><v>PZN</v></c><c r="D3" t="str"><v>Preis</v></c></row>${[
        line(4, a, '<c r="D4"><v>4.999</v></c>'),
        line(5, 'Salbe', '<c r="D5"><v>1</v></c>'),
        line(7, b, '<c r="D7"><f>D4*2</f></c>'),
        line(8, c, '<c r="D8" t="e"><v>#N/A</v></c>'),
        line(9, unknown, '<c r="D9" s="0"/>'),
        line(10, testPzn(91), '<c r="D10"><v>1</v></c>'),
        line(12, testPzn(91), '<c r="D12"><v>2</v></c>'),
        line(14, testPzn(92), '<c r="D14" s="1"><v>46121</v></c>'),
      ].join('')}`,
      { styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>' },
    );
    const answer = await read(content);
    expect(short(answer)).toEqual([[unknown, null]]);
    expect(
      answer.faulty.map(({ line: at, cell, column, value, message }) => [at, cell, column, value, message]),
    ).toEqual([
      [4, 'D4', 'Preis', '4,999', expect.stringContaining('mehr als zwei Nachkommastellen')],
      [5, 'B5', 'PZN', 'Salbe', 'Das ist keine PZN.'],
      [7, 'D7', 'Preis', null, expect.stringContaining('kein gespeichertes Ergebnis')],
      [8, 'D8', 'Preis', '#NV', 'In der Zelle steht ein Fehlerwert.'],
      [10, 'B10', 'PZN', testPzn(91), expect.stringContaining('Zeilen 10, 12')],
      [12, 'B12', 'PZN', testPzn(91), expect.stringContaining('Zeilen 10, 12')],
      // what a German spreadsheet makes of a typed 9.4
      [14, 'D14', 'Preis', '09.04.2026', expect.stringContaining('Das ist kein Preis.')],
    ]);
  });

  test('a number of a workbook is never ambiguous: results of formulas are rounded and say so (rule 10.22)', async () => {
    const cell = (n: number, pzn: string, value: string, formula = '') =>
      `<row r="${n}"><c r="A${n}"><v>${Number(pzn)}</v></c><c r="B${n}">${formula}<v>${value}</v></c></row>`;
    const computed = '<f>C1*1.19</f>';
    const content = book(
      [
        HEADER,
        cell(3, a, '4.999', computed),
        cell(4, b, '1234.567', computed),
        // 15 digits of it are 4,995, which a spreadsheet shows as 5,00
        cell(5, c, '4.9949999999999992', computed),
        cell(6, unknown, '12.345'),
        cell(7, testPzn(91), '4.949999999999999', computed),
        cell(8, testPzn(92), '0.001', computed),
      ].join(''),
    );
    const answer = await read(content);
    expect(answer.data.map(({ pzn, price, roundedFrom }) => [pzn, price, roundedFrom])).toEqual([
      [a, 5, '4,999'],
      [b, 1234.57, '1234,567'],
      [c, 5, '4,995'],
      [testPzn(91), 4.95, undefined],
    ]);
    expect(answer.faulty.map(({ line, message }) => [line, message])).toEqual([
      [6, expect.stringContaining('mehr als zwei Nachkommastellen')],
      [8, 'Der Preis muss größer als 0 sein.'],
    ]);
  });

  test('hidden rows and columns are counted and named, and left out unless wanted (rule 10.28)', async () => {
    const row = (n: number, cells: readonly string[], more = '') => textRow(n, cells).replace('<row', `<row ${more}`);
    const rows = [
      row(1, ['PZN', 'VK alt', 'Preis']),
      row(2, [a, '1,00', '4,95']),
      row(3, [b, '2,00', '5,95'], 'hidden="1"'),
      row(4, [c, '3,00', '6,95'], 'ht="0" customHeight="1"'),
      row(5, ['', '', ''], 'hidden="1"'),
    ].join('');
    const columns = '<cols><col min="1" max="1" width="9"/><col min="2" max="2" width="9" hidden="1"/></cols>';
    const content = zip(bookParts({ OTC: sheetXml(rows).replace('<sheetData>', `${columns}<sheetData>`) }));
    const take = { hidden: 'take' };
    expect((await send(META, content, { type: 'priceimport' })).body).toEqual({
      columns: ['PZN', 'Preis'],
      hiddenColumns: ['VK alt'],
    });
    expect((await send(META, content, { type: 'priceimport', ...take })).body).toEqual({
      columns: ['PZN', 'VK alt', 'Preis'],
      hiddenColumns: ['VK alt'],
    });
    const hiddenRows = { total: 2, lines: [3, 4] };
    const left = await read(content);
    expect([short(left), left.hiddenRows]).toEqual([[[a, 4.95]], hiddenRows]);
    const taken = await read(content, { ...PRICES, ...take });
    expect([short(taken), taken.hiddenRows]).toEqual([
      [
        [a, 4.95],
        [b, 5.95],
        [c, 6.95],
      ],
      hiddenRows,
    ]);
    const old = await send(IMPORT, content, { ...PRICES, pricecolumn: 'VK alt' });
    expect([old.status, old.body.message]).toEqual([422, 'Spalte „VK alt“: Die Spalte fehlt in der Kopfzeile.']);
    const all = book([row(1, ['PZN', 'Preis']), row(2, [a, '1,00'], 'hidden="1"')].join(''));
    expect((await send(IMPORT, all)).body.message).toMatch(/^Alle Zeilen des Tabellenblatts sind ausgeblendet/);
  });

  test('a cell that is not needed may be an error', async () => {
    const content = book(
      `${textRow(1, ['PZN', 'Preis', 'Preistyp', 'Notiz'])}<row><c><v>${Number(a)}</v></c><c t="e"><v>#REF!</v></c><c><v>1</v></c><c><f>A1</f></c></row>`,
    );
    expect((await read(content, EXPERT, sales)).data).toMatchObject([{ pzn: a, price: null, negative: 1 }]);
  });

  test('the sheets are named where there is a choice, and the chosen one is read', async () => {
    const sheet = (pzn: string) => sheetXml(`${HEADER}${textRow(2, [pzn, '1,00'])}`);
    const content = zip(bookParts({ OTC: sheet(a), Freiwahl: sheet(b) }));
    const meta = (fields: Record<string, string>) => send(META, content, { type: 'priceimport', ...fields });
    expect((await meta({})).body).toEqual({ columns: ['PZN', 'Preis'], sheets: ['OTC', 'Freiwahl'] });
    expect((await meta({ sheet: 'Freiwahl' })).status).toBe(200);
    expect(short(await read(content))).toEqual([[a, 1]]);
    expect(short(await read(content, { ...PRICES, sheet: 'Freiwahl' }))).toEqual([[b, 1]]);
    const { status, body } = await meta({ sheet: 'Hilfsmittel' });
    expect([status, body.message]).toEqual([
      422,
      'Das Tabellenblatt „Hilfsmittel“ gibt es in der Datei nicht, oder es ist leer.',
    ]);
  });
});

describe('rights', () => {
  const file = `PZN;Preis;Preistyp\n${a};1,00;2\n`;

  test('the expert import is for admin or sales (rule 5.1)', async () => {
    for (const path of [META, IMPORT]) {
      expect((await send(path, file, EXPERT, owner)).status).toBe(403);
      expect((await send(path, file, EXPERT, sales)).status).toBe(200);
    }
  });

  test('without a role no file can be read', async () => {
    const stranger = await portal.as('Niemand', []);
    expect((await send(IMPORT, file, PRICES, stranger)).status).toBe(403);
    expect((await send(IMPORT, file, PRICES, portal.anonymous)).status).toBe(401);
  });
});

// Rule 17.2.
describe('columns of days (rule 5.11)', () => {
  const columns = async (content: string, fields?: Record<string, string>) => (await read(content, fields)).dayColumns;

  test('are named where the heading speaks of validity and the cells are days', async () => {
    const content = `PZN;Preis;von;Ende;Aktion;MHD\n${a};11,49;01.12.2099;14.12.2099;ja;01.12.2099\n${b};5,19;;31.12.9999;;\n`;
    expect(await columns(content)).toEqual([
      { heading: 'von', side: 'from', example: '01.12.2099' },
      { heading: 'Ende', side: 'to', example: '14.12.2099' },
    ]);
    expect(await columns(content, { ...PRICES, validfromcolumn: 'von', validtocolumn: 'Ende' })).toBeUndefined();
    expect(await columns(content, { type: 'negativeimport', pzncolumn: 'PZN' })).toBeUndefined();
  });

  test('also where the first day stands far below, or in a form that rule 10.60 refuses', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => `${testPzn(n + 100)};1,00;`);
    expect(await columns(`PZN;Preis;bis\n${lines.join('\n')}\n${a};2,00;12/31/2099\n`)).toEqual([
      { heading: 'bis', side: 'to', example: '12/31/2099' },
    ]);
  });

  test('a range in one cell is asked for, and refused by row where its column is read', async () => {
    const content = `PZN;Preis;Zeitraum\n${a};2,00;01.12.–14.12.2099\n${b};2,00;bis 14.12.\n`;
    expect(await columns(content)).toEqual([{ heading: 'Zeitraum', side: 'either', example: '01.12.–14.12.2099' }]);
    expect(named(await read(content, { ...PRICES, validtocolumn: 'Zeitraum' }))).toEqual([
      [2, a, 'Zeitraum', expect.stringContaining('zwei Tage in einer Zelle')],
      [3, b, 'Zeitraum', 'Das ist kein Tag. Erlaubt ist zum Beispiel 15.12.2026.'],
    ]);
  });

  test('a moment is its day', async () => {
    const fields = { ...PRICES, validtocolumn: 'bis' };
    const { data } = await read(`PZN;Preis;bis\n${a};2,00;15.12.2099 23:59\n${b};2,00;2099-12-15T23:59:59\n`, fields);
    expect(data.map(({ validTo }) => validTo)).toEqual(['2099-12-15', '2099-12-15']);
  });
});

describe('days of a price', () => {
  const DATED = { ...PRICES, validfromcolumn: 'gültig ab', validtocolumn: 'gültig bis' };
  const day = (ahead: number) => formatIsoDay(addDays(isoDay(portal.clock.now()), ahead));

  test('come with it, and are chosen by their headings; without any it is a price as always', async () => {
    const answer = await read(`PZN;Preis;gültig ab;gültig bis\n${a};3,00;${day(1)};${day(15)}\n${b};4,00;;`, DATED);
    const iso = (ahead: number) => addDays(isoDay(portal.clock.now()), ahead);
    expect(answer.data.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual([
      [iso(1), iso(15)],
      [undefined, undefined],
    ]);
    expect(guessImportColumns(['PZN', 'Preis', 'gültig ab', 'gültig bis'], 'priceimport')).toEqual({
      pzncolumn: 'PZN',
      pricecolumn: 'Preis',
      validfromcolumn: 'gültig ab',
      validtocolumn: 'gültig bis',
    });
  });

  // Rule 17.13.
  test('several ranges of one article come in; the same twice is one', async () => {
    const lines = [
      `${a};3,00;${day(1)};${day(14)}`,
      `${b};4,00;;`,
      `${a};2,50;${day(15)};${day(30)}`,
      `${b};3,50;${day(5)};${day(9)}`,
      `${a};2,50;${day(15)};${day(30)}`,
      `${a};2,00;${day(31)};31.12.9999`,
    ];
    const answer = await read(`PZN;Preis;gültig ab;gültig bis\n${lines.join('\n')}`, DATED);
    expect(answer.faulty).toEqual([]);
    expect([answer.repeated, answer.data.map(({ line, pzn, price }) => [line, pzn, price])]).toEqual([
      1,
      [
        [2, a, 3],
        [4, a, 2.5],
        [7, a, 2],
        [3, b, 4],
        [5, b, 3.5],
      ],
    ]);
  });

  test('ranges that overlap, and more than twelve, are left out, each row named with the others', async () => {
    const d = testPzn(4);
    const lines = [
      `${a};3,00;${day(1)};${day(14)}`,
      `${a};2,50;${day(14)};${day(30)}`,
      `${b};4,00;;`,
      `${b};3,50;${day(0)};${day(9)}`,
      `${c};5,00;;${day(9)}`,
      `${c};;${day(10)};${day(12)}`,
      `${c};4,00;${day(10)};${day(12)}`,
      ...Array.from({ length: 13 }, (_, n) => `${d};1,00;${day(n)};${day(n)}`),
      `${testPzn(5)};5,00;${day(-9)};${day(-1)}`,
      `${testPzn(5)};4,00;${day(1)};${day(2)}`,
    ];
    const answer = await read(`PZN;Preis;gültig ab;gültig bis\n${lines.join('\n')}`, DATED);
    const overlaps = (at: string) =>
      `Die Zeiträume dieses Artikels überschneiden sich (Zeilen ${at}). Ein Preis ohne ersten Tag gilt ab heute.`;
    const tooMany =
      'Die PZN steht mit mehr als 12 Zeiträumen in der Datei (Zeilen 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 …).';
    expect(named(answer)).toEqual([
      [2, a, 'PZN', overlaps('2, 3')],
      [3, a, 'PZN', overlaps('2, 3')],
      [4, b, 'PZN', overlaps('4, 5')],
      [5, b, 'PZN', overlaps('4, 5')],
      [7, c, 'gültig bis', 'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.'],
      ...Array.from({ length: 13 }, (_, n) => [9 + n, d, 'PZN', tooMany]),
      [22, testPzn(5), 'gültig ab', 'Der Zeitraum beginnt oder endet an einem vergangenen Tag.'],
    ]);
    expect(short(answer)).toEqual([
      [c, 5],
      [c, 4],
      [testPzn(5), 4],
    ]);
  });

  test('prices of one article without days contradict each other, also an empty one beside a range', async () => {
    const answer = await read(`PZN;Preis;gültig ab;gültig bis\n${a};;;\n${a};2,50;${day(14)};`, DATED);
    const message = 'Die PZN steht mehrfach in der Datei, mit verschiedenen Angaben (Zeilen 2, 3).';
    expect(named(answer)).toEqual([
      [2, a, 'PZN', message],
      [3, a, 'PZN', message],
    ]);
  });

  test('that cannot be are named by row, the others come in', async () => {
    const lines = [
      `${a};3,00;${day(5)};${day(4)}`,
      `${b};4,00;;${day(-1)}`,
      `${c};5,00;bald;`,
      `${unknown};;;${day(3)}`,
      `${testPzn(4)};6,00;;${day(0)} 00:00:00`,
    ];
    const answer = await read(`PZN;Preis;gültig ab;gültig bis\n${lines.join('\n')}`, DATED);
    expect(named(answer)).toEqual([
      [2, a, 'gültig bis', '‚gültig bis‘ liegt vor ‚gültig ab‘.'],
      [3, b, 'gültig bis', 'Der Zeitraum beginnt oder endet an einem vergangenen Tag.'],
      [4, c, 'gültig ab', 'Das ist kein Tag. Erlaubt ist zum Beispiel 15.12.2026.'],
      [5, unknown, 'gültig bis', 'Ein Zeitraum braucht einen Preis und ist bei einem Ausschluss nicht möglich.'],
    ]);
    expect(short(answer)).toEqual([[testPzn(4), 6]]);
  });
});
