import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, joinPieces } from '@portal/contracts';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { approvalFile, buildApprovalModel, csvText, type UpdateColumns } from '@portal/list-view';
import { parsePackageFileName, UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

describe('real files', () => {
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
      [
        'commas, prices quoted',
        lines('PZN,Produkt,TruePrice neu', `${a},Hägör® Größe,"1.234,50"`, `${b},Zweites,"4,9"`),
      ],
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
});

describe('half files', () => {
  // What a delivery says of itself has to agree with its file (rule 10.51).
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
  const FILE = `PZN;TruePrice neu\n${a};8,49\n${b};9,49\n${c};6,34\n`;
  const digest = (content: string, algorithm = 'sha256', as: 'hex' | 'base64' = 'hex') =>
    createHash(algorithm).update(content).digest(as);

  beforeAll(async () => {
    portal = await startPortal();
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
  });
  afterAll(() => portal?.close());
  let number = 0;
  beforeEach(async () => {
    number += 1;
    pharmacy = await seedPharmacy(portal.database, number);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }, { pzn: c }]);
  });

  async function deliver(content: string, headers: Record<string, string> = {}) {
    const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
    const call = upload(portal, engine, path, { name: 'monthly.csv', content });
    for (const [name, value] of Object.entries(headers)) void call.set(name, value);
    const { status, body } = await call;
    const stored = await portal.database.prisma.priceUpdate.count({ where: { apoId: pharmacy.apoId } });
    expect(stored).toBe(status === 200 ? 1 : 0);
    return status === 200 ? body.rows : [status, body.message];
  }
  const trailed = (content: string, rows = 3, sum = digest(content)) => `${content}#ZEILEN;${rows};${sum}\n`;

  // Rule 10.50.
  test('a last price that may be cut off refuses the package and names the line', async () => {
    const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
    const { status, body } = await upload(portal, engine, path, { name: 'monthly.csv', content: FILE.slice(0, -2) });
    expect([status, body.errors]).toEqual([
      422,
      [{ line: 4, column: 'TruePrice neu', value: '6,3', message: FILE_TEXT.cutCell }],
    ]);
  });

  describe('a last line with rows and digest', () => {
    test.each([
      ['as it should be', trailed(FILE)],
      ['without a line break behind it', trailed(FILE).trimEnd()],
      ['without a digest', `${FILE}#ZEILEN;3\n`],
      ['in capitals', `${FILE}#ZEILEN;3;${digest(FILE).toUpperCase()}\r\n`],
      ['in quotes', `${FILE}"#ZEILEN";"3";"${digest(FILE)}"\n`],
      ['with blank lines around', trailed(`${FILE}\n`) + '\n\n'],
    ])('%s', async (_, content) => {
      expect(await deliver(content)).toBe(3);
    });

    test('counts rows that repeat and rows that are left out', async () => {
      const more = `${FILE}${a};8,49\n${testPzn(90)};5,00\n`;
      expect(await deliver(trailed(more, 5))).toBe(3);
    });

    test.each([
      ['other rows', trailed(FILE, 4), FILE_TEXT.rowsDiffer('4', '3')],
      ['another digest', trailed(FILE, 3, digest('other')), FILE_TEXT.digestDiffers],
      ['a price that was changed', trailed(FILE).replace('9,49', '9,94'), FILE_TEXT.digestDiffers],
      ['half a digest', trailed(FILE).slice(0, -10), FILE_TEXT.badTrailer],
      ['rows behind it', `${trailed(FILE)}${testPzn(4)};1,00\n`, FILE_TEXT.badTrailer],
      ['no number', `${FILE}#ZEILEN;viele\n`, FILE_TEXT.badTrailer],
    ])('with %s refuses the file', async (_, content, message) => {
      expect(await deliver(content)).toEqual([422, message]);
    });
  });

  describe('headers with rows and digest', () => {
    const content = `sha-256=:${digest(FILE, 'sha256', 'base64')}:`;

    test.each<[string, Record<string, string>]>([
      ['both', { 'Delivery-Rows': '3', 'Content-Digest': content }],
      ['SHA-512', { 'Content-Digest': `sha-512=:${digest(FILE, 'sha512', 'base64')}:` }],
      [
        'two digests, and one that is not known',
        { 'Content-Digest': `md5=:${digest(FILE, 'md5', 'base64')}:, ${content}` },
      ],
    ])('that agree: %s', async (_, headers) => {
      expect(await deliver(FILE, headers)).toBe(3);
    });

    test('are about all bytes, those of a last line too', async () => {
      const file = trailed(FILE);
      expect(await deliver(file, { 'Content-Digest': `sha-256=:${digest(file, 'sha256', 'base64')}:` })).toBe(3);
    });

    test.each<[string, Record<string, string>, number, string]>([
      ['other rows', { 'Delivery-Rows': '1500' }, 422, FILE_TEXT.rowsDiffer('1.500', '3')],
      [
        'another digest',
        { 'Content-Digest': `sha-256=:${digest('other', 'sha256', 'base64')}:` },
        422,
        FILE_TEXT.digestDiffers,
      ],
      ['no number', { 'Delivery-Rows': 'viele' }, 400, 'Die Kopfzeile Delivery-Rows muss eine ganze Zahl sein.'],
      [
        'half a digest',
        { 'Content-Digest': 'sha-256=:abcd:' },
        400,
        'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
      ],
      [
        'half a digest beside a whole one',
        { 'Content-Digest': `${content}, sha-512=:abcd:` },
        400,
        'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
      ],
      [
        'a digest that is not known',
        { 'Content-Digest': 'md5=:XrY7u+Ae7tCTyyK7j1rNww==:' },
        400,
        'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
      ],
    ])('that do not: %s', async (_, headers, status, message) => {
      expect(await deliver(FILE, headers)).toEqual([status, message]);
    });
  });
});

describe('values', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;
  let owner: Client;
  const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    // 9,99 € each, AEP 8,50 €
    await seedList(portal.database, pharmacy, 'OTC', [
      { pzn: a, aep: '8.50' },
      { pzn: b, aep: '8.50' },
    ]);
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  });
  afterEach(() => portal.close());

  let files = 0;
  async function deliver(kind: UpdateKind, content: string, client = engine) {
    files += 1;
    const path = `/api/intake/${kind.toLowerCase()}/${pharmacy.crmCompanyId}/OTC`;
    const file = { name: `${kind}_${files}.csv`, content };
    return (await upload(portal, client, path, file)).body as {
      id: number;
      rows: number;
      notes: string[];
      reason?: string;
    };
  }
  const file = (heading: string, ...rows: string[]) => [heading, ...rows, ''].join('\r\n');
  const items = async (id: number) => {
    const { rows } = await portal.database.pool.query(
      'SELECT * FROM price_update_item WHERE update_id = $1 ORDER BY pzn',
      [id],
    );
    return rows.map(({ update_id: _id, position: _line, ...row }) => row);
  };
  const approve = (kind: UpdateKind, id: number) =>
    owner.put(`/api/price/approve/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`, { products: [] });

  describe('the AVP of a package (rule 10.36)', () => {
    const FORMER = file('PZN;AVP neu;TruePrice neu;AVP', `${a};12,95;9,99;11,50`, `${c};7,00;6,50;7,00`);

    test.each(['QDP', 'LZD'] as const)(
      'of a %s of the former form is "AVP neu"; the other price is named',
      async (kind) => {
        const { id, notes } = await deliver(kind, FORMER);
        expect((await items(id)).map(({ avp, ravp }) => [avp, ravp])).toEqual([
          ['12.95', '11.50'],
          ['7.00', null],
        ]);
        expect(notes).toEqual([
          `In einer Zeile nennen „AVP“ und „AVP neu“ verschiedene Preise (Zeile 2, PZN ${a}: 11,50 € statt 12,95 €). Als AVP gilt „AVP neu“. Der andere zählt als aktueller Preis der Apotheke.`,
        ]);
      },
    );

    test('reaches the list, the current price does not', async () => {
      const { id } = await deliver('QDP', FORMER);
      await approve('QDP', id).expect(200);
      const { rows } = await portal.database.pool.query(
        'SELECT pzn, avp::text FROM price_item WHERE avp > 6 ORDER BY pzn',
      );
      expect(rows.filter(({ pzn }) => pzn !== b)).toEqual([
        { pzn: a, avp: '12.95' },
        { pzn: c, avp: '7.00' },
      ]);
    });

    test('that only other rows make no AVP is taken from no row', async () => {
      const { id, notes } = await deliver(
        'QDP',
        file('PZN;AVP neu;TruePrice neu;AVP', `${a};;9,99;8,88`, `${c};7,00;6,50;6,60`),
      );
      expect((await items(id)).map(({ avp, ravp }) => [avp, ravp])).toEqual([
        [null, '8.88'],
        ['7.00', '6.60'],
      ]);
      expect(notes[0]).toMatch(/Eine Zeile ohne „AVP neu“ bleibt ohne AVP\.$/);
    });
  });

  // What leaves as CSV and is uploaded unchanged is the same package again.
  test.each(UPDATE_KINDS)('an approved %s, exported and uploaded again, has the same values', async (kind) => {
    const heading =
      kind === 'MDP'
        ? 'PZN;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp'
        : 'PZN;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp;ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Aktueller Preis';
    const market = kind === 'MDP' ? '' : ';R05;1;2;7;12,95;8,00;9,10;9,20;9,30;9,40';
    const { id } = await deliver(
      kind,
      file(
        heading,
        `${a};12,50;12,95;9,80;9,99;${market && 'Dauerpreis'}${market}`,
        `${b};1,00;2,00;3,00;4,00;Inaktiv${market.replace('12,95', '2,00')}`,
      ),
    );
    await portal.database.pool.query('UPDATE price_update SET ready_for_approval = true WHERE id = $1', [id]);
    const products = kind === 'LZD' ? [{ pzn: a, editedPrice: null }] : [];
    await owner.put(`/api/price/approve/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`, { products }).expect(200);

    const answer = await sales
      .get(`/api/price/${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`)
      .set('Accept', COLUMNS_MEDIA_TYPE);
    const { columns } = joinPieces(JSON.parse(answer.text ?? String(answer.body)) as never) as {
      columns: UpdateColumns;
    };
    const model = buildApprovalModel(kind, columns, { editable: false, approved: true });
    const text = csvText(
      approvalFile(
        model,
        columns.pzn.map((_, row) => row),
      ),
    );
    expect(text.split('\r\n')).toHaveLength(4); // heading, as many rows as the screen counts, nothing

    const again = await deliver(kind, text);
    expect(again).toMatchObject({ rows: 2, notes: [] });
    const first = await items(id);
    expect(await items(again.id)).toEqual(first);
    expect(first.map(({ inactive }) => inactive)).toEqual([false, true]);
  });

  test('a package of rows off the market alone is refused (rule 6.3)', async () => {
    const { reason } = await deliver(
      'QDP',
      file('PZN;TruePrice neu;Preistyp', `${a};9,99;Inaktiv`, `${c};9,99;inaktiv`),
    );
    expect(reason).toBe('Keine Zeile der Datei kann übernommen werden.');
  });

  describe('value added tax (rule 14.1)', () => {
    const MDP = file('PZN;TruePrice neu;MwSt', `${a};9,50;7`, `${b};9,50;`);
    const vat = async () =>
      (await portal.database.pool.query('SELECT pzn, vat_percent AS vat FROM product ORDER BY pzn')).rows.map(
        (row) => row.vat,
      );

    test('comes from the pricing engine alone, stays where a file says nothing, and raises the version of the block', async () => {
      await deliver('MDP', MDP, sales);
      expect(await vat()).toEqual([null, null]);
      await deliver('MDP', MDP);
      expect(await vat()).toEqual([7, null]);
      const { rows: before } = await portal.database.pool.query('SELECT max(version) AS version FROM product_block');
      await deliver('MDP', file('PZN;TruePrice neu', `${a};9,60`));
      expect(await vat()).toEqual([7, null]);
      await deliver('MDP', file('PZN;TruePrice neu;MwSt', `${a};9,60;19`));
      expect(await vat()).toEqual([19, null]);
      const { rows: after } = await portal.database.pool.query('SELECT max(version) AS version FROM product_block');
      expect(Number(after[0].version)).toBeGreaterThan(Number(before[0].version));
    });

    test('decides whether a package waits for a person: 9,50 € are 8,88 € net at 7 %, 7,98 € at 19 %', async () => {
      await sales
        .put(`/api/pharmacy/guardrails/${pharmacy.path}/OTC`, {
          minMarginPercent: null,
          maxChangePercent: null,
          maxAboveAvpPercent: null,
          minAboveAepPercent: 0,
          maxAboveUmfeldPercent: null,
          maxBelowUmfeldPercent: null,
          holdOnBreach: true,
        })
        .expect(200);
      await owner.post(`/api/pharmacy/approvalflag/${pharmacy.path}/OTC/1`, {}).expect(200);
      const { id } = await deliver('MDP', MDP);
      const { rows } = await portal.database.pool.query('SELECT status, held_rows FROM price_update WHERE id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ status: 0, held_rows: 1 }]); // b, whose 19 % are assumed
    });

    test('goes into what an approval was worth', async () => {
      await portal.database.pool.query('UPDATE price_item SET units = 107');
      const { id } = await deliver('MDP', file('PZN;TruePrice neu;MwSt', `${a};10,99;7`));
      await approve('MDP', id).expect(200);
      // 1,00 € more on 107 packs: 107 / 1,07
      const { rows } = await portal.database.pool.query(
        'SELECT effect_cents::int AS cents FROM price_update WHERE id = $1',
        [id],
      );
      expect(rows).toEqual([{ cents: 10_000 }]);
    });

    test('travels with lists and packages', async () => {
      const { id } = await deliver('MDP', MDP);
      for (const path of [`/api/price/${pharmacy.path}/OTC`, `/api/price/mdp/${pharmacy.path}/${id}/OTC`]) {
        const answer = await owner.get(path).set('Accept', COLUMNS_MEDIA_TYPE);
        const { columns } = joinPieces(JSON.parse(answer.text ?? String(answer.body)) as never) as {
          columns: UpdateColumns;
        };
        expect([path, columns.vatPercent]).toEqual([path, [7, null]]);
      }
    });
  });
});
