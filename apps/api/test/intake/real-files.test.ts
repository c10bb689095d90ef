import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { parsePackageFileName } from '@portal/rules';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

// Every file goes through the front door and is looked for in the tables: over HTTP, as programs write files.
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;

beforeAll(async () => {
  portal = await startPortal();
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
});
afterAll(() => portal.close());
let number = 0;
beforeEach(async () => {
  number += 1;
  pharmacy = await seedPharmacy(portal.database, number);
});
afterEach(async () => {
  // the master is shared by all lists
  await portal.database.pool.query('TRUNCATE price_update, price_update_item, product CASCADE');
});

// the second begins with a zero, which spreadsheets drop: 2·1 + 3·2 + 4·3 + 5·4 + 6·5 + 7·6 = 112, mod 11 = 2
const [a, b, c] = [testPzn(1), '01234562', testPzn(2)];
const seven = '1234562';
const send = (content: string | Buffer, name = 'x.csv') =>
  upload(portal, engine, `/api/intake/lzd/${pharmacy.crmCompanyId}/OTC`, { name, content });
/** The rows as stored: PZN, name, price in euros. */
const stored = async () => {
  const { rows } = await portal.database.pool.query(
    `SELECT i.pzn, p.name, i.true_price::text AS price FROM price_update_item i JOIN product p USING (pzn)
      JOIN price_update u ON u.apo_id = i.apo_id AND u.id = i.update_id WHERE u.apo_id = $1 ORDER BY i.position`,
    [pharmacy.apoId],
  );
  return rows.map(({ pzn, name, price }) => [pzn, name, price]);
};
const nothing = { packages: 0, rows: 0, products: 0, history: 0 };
const found = async () => {
  const { rows } = await portal.database.pool.query(
    `SELECT (SELECT count(*)::int FROM price_update) AS packages, (SELECT count(*)::int FROM price_update_item) AS rows,
            (SELECT count(*)::int FROM product) AS products,
            (SELECT count(*)::int FROM history_entry WHERE apo_id = $1) AS history`,
    [pharmacy.apoId],
  );
  return rows[0];
};

const HEADING = 'PZN;Produkt;TruePrice neu';
const ROWS = [`${a};Hägör® Größe;1234,50`, `${b};Zweites;4,9`];
const EXPECTED = [
  [a, 'Hägör® Größe', '1234.50'],
  [b, 'Zweites', '4.90'],
];
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const plain = lines(HEADING, ...ROWS);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const withBom = (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);

// Rule 6.3.
describe('a file as programs write it is taken in as it is meant', () => {
  test.each<[string, string | Buffer]>([
    ['UTF-8 without byte order mark', plain],
    ['UTF-8 with byte order mark', withBom(plain)],
    ['Windows-1252', latin1(plain)],
    ['LF', plain.replaceAll('\r\n', '\n')],
    ['CR', plain.replaceAll('\r\n', '\r')],
    // '4,9' could be the start of '4,95' then (rule 10.50)
    ['no line break at the end', `${plain.trimEnd()}0`],
    ['commas, prices quoted', lines('PZN,Produkt,TruePrice neu', `${a},Hägör® Größe,"1.234,50"`, `${b},Zweites,"4,9"`)],
    ['commas, English prices', lines('PZN,Produkt,TruePrice neu', `${a},Hägör® Größe,1234.50`, `${b},Zweites,4.9`)],
    ['tabs', plain.replaceAll(';', '\t')],
    ['thousands points and the euro sign', lines(HEADING, `${a};Hägör® Größe;1.234,50 €`, `${b};Zweites;EUR 4,90`)],
    ['the line sep=; of Excel', `sep=;\r\n${plain}`],
    ['the line sep=; after a byte order mark', withBom(`sep=;\r\n${plain}`)],
    ['PZN with seven digits', lines(HEADING, ROWS[0] as string, `${seven};Zweites;4,9`)],
    ["'PZN-' before the number", lines(HEADING, `PZN-${a};Hägör® Größe;1234,50`, `pzn ${b};Zweites;4,9`)],
    [
      'empty lines before, between and after',
      `\r\n${lines(HEADING, '', ROWS[0] as string, ';;', ROWS[1] as string, '', '')}`,
    ],
    [
      'unknown columns, in another order',
      lines('Lager;truePrice NEU;PZN;;Produkt', `3;1234,50;${a};;Hägör® Größe`, `;4,9;${b};;Zweites`),
    ],
    ['a row twice', lines(HEADING, ...ROWS, ROWS[0] as string)],
    [
      'everything quoted',
      lines('"PZN";"Produkt";"TruePrice neu"', `"${a}";"Hägör® Größe";"1234,50"`, `"${b}";"Zweites";"4,9"`),
    ],
  ])('%s', async (_name, content) => {
    const { status, body } = await send(content);
    expect([status, body.reason ?? body.rows]).toEqual([200, 2]);
    expect(await stored()).toEqual(EXPECTED);
  });

  test('a quoted field with line breaks, separators and quotes is one field on one line', async () => {
    const { body } = await send(
      lines(HEADING, `${a};"Erste Zeile\r\nzweite; ""groß""";1,00`, `${b};Zweites;2,00`, `${c};Drittes;viel`),
    );
    // the broken field takes two lines, so that the issue stands on the fifth
    expect(body.errors).toEqual([expect.objectContaining({ line: 5, column: 'TruePrice neu', value: 'viel' })]);
    await send(lines(HEADING, `${a};"Erste Zeile\r\nzweite; ""groß""";1,00`));
    expect(await stored()).toEqual([[a, 'Erste Zeile zweite; "groß"', '1.00']]);
  });

  test('an umlaut far down a Windows-1252 file is read like the first', async () => {
    const many = Array.from({ length: 4_000 }, (_, i) => `${testPzn(100 + i)};Plain product number ${i};1,00`);
    const { body } = await send(latin1(lines(HEADING, ...many, `${a};Größe;1,00`)));
    expect(body.rows).toBe(4_001);
    expect((await stored()).at(-1)).toEqual([a, 'Größe', '1.00']);
  });
});

describe('an invalid file is refused with line, column and value of every issue, and nothing of it is stored', () => {
  test.each<[string, string | Buffer, object[]]>([
    [
      'a PZN twice with different prices',
      lines(HEADING, ...ROWS, `${a};Hägör® Größe;9,99`),
      [{ line: 4, column: 'PZN', value: a }],
    ],
    [
      'a price that could be read in two ways',
      lines(HEADING, `${a};A;4,999`),
      [{ line: 2, column: 'TruePrice neu', value: '4,999' }],
    ],
    ['no price', lines(HEADING, `${a};A;`, ROWS[1] as string), [{ line: 2, column: 'TruePrice neu', value: null }]],
    [
      'no PZN',
      lines(HEADING, ';A;1,00', 'unbekannt;B;2,00'),
      [
        { line: 2, column: 'PZN', value: null },
        { line: 3, column: 'PZN', value: 'unbekannt' },
      ],
    ],
    [
      'a required column that is missing',
      lines('PZN;Produkt', `${a};A`),
      [{ line: 1, column: 'TruePrice neu', value: null }],
    ],
    ['no heading', lines(...ROWS), [{ line: 1, value: a }]],
    [
      'more fields than headings',
      lines(HEADING, `${a};A;1,00;zu viel`),
      [{ line: 2, column: 'Spalte 4', value: 'zu viel' }],
    ],
    ['a last line that broke off', lines(HEADING, ...ROWS) + c, [{ line: 4 }]],
    ['a quote that is not closed', lines(HEADING, `${a};"A;1,00`, ROWS[1] as string), [{ line: 2 }]],
    ['a zero byte', lines(HEADING, `${a};A\0;1,00`), [{ line: 2, column: 'Produkt' }]],
    ['UTF-16', Buffer.from(`\ufeff${plain}`, 'utf16le'), [{ line: null, column: null, value: null }]],
    ['an Excel workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), [{ line: null }]],
    ['nothing', '', [{ line: null }]],
    ['only a heading', lines(HEADING), [{ line: null }]],
  ])('%s', async (_name, content, errors) => {
    const { status, body } = await send(content);
    expect([status, body.status, body.total]).toEqual([422, 'fail', errors.length]);
    expect(body.errors).toEqual(errors.map((issue) => expect.objectContaining(issue)));
    for (const { message } of body.errors) expect(message).toMatch(/^\p{Lu}.*[.?]$/u);
    expect(await found()).toEqual(nothing);
  });

  test('the first fifty are named, with the total; good rows do not come in', async () => {
    const bad = Array.from({ length: 1_234 }, (_, i) => `${testPzn(100 + i)};A;viel`);
    const { body } = await send(lines(HEADING, ...ROWS, ...bad));
    expect([body.errors.length, body.total, body.reason]).toEqual([
      50,
      1_234,
      'Die Datei enthält 1.234 Fehler. Es wurde nichts übernommen.',
    ]);
    expect(body.errors.at(-1).line).toBe(53);
    expect(await found()).toEqual(nothing);
  });
});

test('the demo files are taken in whole, by the name they have', async () => {
  const folder = join(import.meta.dirname, '../../../../dev/demo-files');
  const { apoId, crmCompanyId } = OWNER_PHARMACY;
  await seedPharmacy(portal.database, 1_000, { apoId, crmCompanyId });
  for (const name of readdirSync(folder).filter((file) => !file.startsWith('MDP'))) {
    const { kind, productGroup } = parsePackageFileName(name) as { kind: string; productGroup: string };
    const path = `/api/intake/${kind.toLowerCase()}/${apoId}/${productGroup}`;
    const { status, body } = await upload(portal, engine, path, { name, content: readFileSync(join(folder, name)) });
    expect([name, status, body.rows, body.leftOut]).toEqual([name, 200, 200, []]);
  }
});
