import { describe, expect, test } from '@jest/globals';
import { UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import fc from 'fast-check';
import { packageColumns } from '../../src/files/package-columns.ts';
import { createPackageReport, packageRows } from '../../src/files/package-rows.ts';
import { parsePackage } from '../support/parse-package.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { testPzn } from '../support/seed.ts';
import { chunksOf, PZN, windows1252 } from './sources.ts';

const parse = (content: Buffer | string, kind: UpdateKind = 'MDP') => parsePackage(kind, chunksOf(content));

async function issuesOf(content: Buffer | string, kind: UpdateKind = 'MDP') {
  const outcome = await parse(content, kind);
  if (outcome.ok) throw new Error('the file was not refused');
  expect(outcome.packageRows).toEqual([]);
  return outcome;
}

/** A file of the two required columns. */
const short = (...rows: string[]) => `PZN;TruePrice neu\n${rows.map((row) => `${row}\n`).join('')}`;

const MDP_HEADER = 'PZN;Produkt;Inhalt;Hersteller;Marke;Normgröße;AVP alt;AVP neu;TruePrice alt;TruePrice neu;Preistyp';
const MARKET_HEADER = 'ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Aktueller Preis';

/** Of deliveries; no export has them. */
const UMFELD_HEADER = 'MwSt;Umfeld Min;Umfeld Max';

// Rules 6.3 and 10.2.
describe('columns', () => {
  test.each([
    ['MDP', MDP_HEADER],
    ['QDP', `${MDP_HEADER};${MARKET_HEADER}`],
    ['LZD', `Prüfungsgrund;${MDP_HEADER};${MARKET_HEADER}`],
  ] as const)('of %s in the order of its export', (kind, header) => {
    expect(packageColumns(kind).map(({ heading }) => heading)).toEqual(`${header};${UMFELD_HEADER}`.split(';'));
    expect(
      packageColumns(kind)
        .filter(({ required }) => required)
        .map(({ heading }) => heading),
    ).toEqual(['PZN', 'TruePrice neu']);
  });

  test('an LZD row fills every field; of Preistyp only "Inaktiv" is read', async () => {
    const row = `Neuer Artikel;${PZN.paracetamol};Paracetamol;20 St;Käsmann;"Hausmarke; rot";N2;2,50;2,60;2,39;2,49;Dauerpreis;N02BE01;mittel elastisch;2;1.234;2,60;1,10;1,99;2,45;1.002,40;2,55;7;2,31;2,67`;
    const outcome = await parse(`Prüfungsgrund;${MDP_HEADER};${MARKET_HEADER};${UMFELD_HEADER}\r\n${row}\r\n`, 'LZD');
    expect(outcome).toEqual({
      ok: true,
      records: 1,
      rows: 1,
      repeated: 0,
      leftOut: [],
      notes: [],
      headings: { known: expect.arrayContaining(['PZN', 'TruePrice neu', 'Umfeld Max']), unknown: [] },
      isOpen: false,
      packageRows: [
        {
          line: 2,
          pzn: '01126111',
          name: 'Paracetamol',
          content: '20 St',
          producer: 'Käsmann',
          brand: 'Hausmarke; rot',
          normSize: 'N2',
          atc: 'N02BE01',
          avpOld: 250,
          avp: 260,
          formerCalculatedPrice: 239,
          calculatedPrice: 249,
          peCluster: 1,
          vhCluster: 2,
          units: 1234,
          ravp: 255,
          aep: 110,
          vhp: 199,
          ravpRegio: 245,
          ravpNational: 100240,
          priceMin: 231,
          priceMax: 267,
          vatPercent: 7,
          checkReason: 'Neuer Artikel',
          inactive: false,
        },
      ],
    });
  });

  test('any order, case and blanks; unknown columns, even twice, are ignored', async () => {
    const content = `Notiz; TRUEPRICE  NEU ;Notiz;NORMGRÖSSE;"pzn"\nx;4,99;y;N1;PZN-1126111\n`;
    expect((await parse(content)).packageRows).toMatchObject([
      { pzn: '01126111', calculatedPrice: 499, normSize: 'N1', name: null },
    ]);
  });

  test('columns of another kind are unknown ones', async () => {
    expect((await parse(`PZN;TruePrice neu;AEP\n${PZN.paracetamol};1,00;kein Preis\n`)).packageRows).toMatchObject([
      { aep: null },
    ]);
  });

  test('missing and doubled columns are named, all at once', async () => {
    const { issues, total } = await issuesOf('pzn;Produkt;PZN;Produkt\n1;2;3;4\n');
    expect(total).toBe(3);
    expect(issues).toEqual([
      { line: 1, column: 'PZN', value: 'pzn', message: FILE_TEXT.doubledColumn },
      { line: 1, column: 'Produkt', value: 'Produkt', message: FILE_TEXT.doubledColumn },
      { line: 1, column: 'TruePrice neu', value: null, message: FILE_TEXT.missingColumn },
    ]);
  });

  test('a PZN is read as spreadsheets write it, or its form is named (rule 5.10)', async () => {
    const { packageRows } = await parse(short('="01126111";1,00'));
    expect(packageRows).toMatchObject([{ pzn: '01126111' }]);
    const { issues } = await issuesOf(short('1,57E+07;1,00', '4006381333931;2,00'));
    expect(issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('„1,57E+07“ ist eine gekürzte Zahl'),
      expect.stringContaining('„4006381333931“ ist eine EAN'),
    ]);
    expect((await issuesOf('="01126111";4,99\n')).issues).toMatchObject([{ message: FILE_TEXT.noHeader }]);
  });

  test('a first row with a PZN is no header', async () => {
    const { issues } = await issuesOf(`${PZN.paracetamol};4,99\n${PZN.ibuprofen};5,99\n`);
    expect(issues).toEqual([{ line: 1, column: null, value: '01126111', message: FILE_TEXT.noHeader }]);
  });
});

// Rule 10.36: 'AVP' is the AVP, the current price of the pharmacy is 'Aktueller Preis'.
describe('the AVP', () => {
  const file = (columns: string, ...rows: string[]) =>
    [
      'PZN;TruePrice neu;' + columns,
      ...rows.map((row, at) => `${[PZN.paracetamol, PZN.ibuprofen, PZN.nasenspray][at]};5,00;${row}`),
      '',
    ].join('\n');
  const read = async (content: string, kind: UpdateKind = 'QDP') => {
    const outcome = await parse(content, kind);
    if (!outcome.ok) throw new Error(outcome.reason);
    return { prices: outcome.packageRows.map(({ avp, ravp }) => [avp, ravp]), notes: outcome.notes };
  };

  test.each(['QDP', 'LZD'] as const)(
    'of a %s is in both of its columns; the current price has one of its own',
    async (kind) => {
      expect(await read(file('AVP neu;AVP;Aktueller Preis', '12,95;12,95;9,99', ';8,00;', '7,00;;6,50'), kind)).toEqual(
        {
          prices: [
            [1295, 999],
            [800, null],
            [700, 650],
          ],
          notes: [],
        },
      );
    },
  );

  test('stands alone in a file without the other column', async () => {
    expect(await read(file('AVP', '12,95', ''))).toEqual({
      prices: [
        [1295, null],
        [null, null],
      ],
      notes: [],
    });
    expect(await read(file('AVP neu', '12,95'))).toEqual({ prices: [[1295, null]], notes: [] });
  });

  test('is not what a file of the former form says in "AVP"; that is named', async () => {
    const { prices, notes } = await read(file('AVP neu;AVP', ';3,33', '12,95;9,99', '7,00;7,00'));
    // nothing says what 3,33 is but the other rows, in which the column is not the AVP
    expect(prices).toEqual([
      [null, 333],
      [1295, 999],
      [700, null],
    ]);
    expect(notes).toEqual([
      `In einer Zeile nennen „AVP“ und „AVP neu“ verschiedene Preise (Zeile 3, PZN ${PZN.ibuprofen}: 9,99 € statt 12,95 €). Als AVP gilt „AVP neu“. Der andere zählt als aktueller Preis der Apotheke. Eine Zeile ohne „AVP neu“ bleibt ohne AVP.`,
    ]);
  });

  test('is "AVP neu" where a file with the current price contradicts itself', async () => {
    const { prices, notes } = await read(
      file('AVP neu;AVP;Aktueller Preis', '12,95;9,99;4,00', '7,00;6,00;', ';3,33;'),
    );
    expect(prices).toEqual([
      [1295, 400],
      [700, null],
      [333, null],
    ]);
    expect(notes).toEqual([
      `In 2 Zeilen nennen „AVP“ und „AVP neu“ verschiedene Preise (zuerst Zeile 2, PZN ${PZN.paracetamol}: 9,99 € statt 12,95 €). Als AVP gilt „AVP neu“. „AVP“ zählt dort nicht.`,
    ]);
  });

  test('that is no price is an issue, in either column', async () => {
    const { issues } = await issuesOf(file('AVP;Aktueller Preis', 'x;1,00', '1,00;0,00'), 'QDP');
    expect(issues.map(({ line, column }) => [line, column])).toEqual([
      [2, 'AVP'],
      [3, 'Aktueller Preis'],
    ]);
  });
});

describe('value added tax and products off the market', () => {
  test.each(UPDATE_KINDS)('%s may bring 7 or 19 percent, and nothing else', async (kind) => {
    const rows = (...cells: string[]) =>
      `PZN;TruePrice neu;MwSt\n${cells.map((cell, at) => `${testPzn(at + 1)};1,00;${cell}\n`).join('')}`;
    const { packageRows: read } = await parse(rows('7', '19', ' 19 % ', '7,00', ''), kind);
    expect(read.map(({ vatPercent }) => vatPercent)).toEqual([7, 19, 19, 7, null]);
    const { issues } = await issuesOf(rows('16', '0', '0,19', '1,9', '7%%', 'voll'), kind);
    expect(issues.map(({ message }) => message)).toEqual(Array.from({ length: 6 }, () => FILE_TEXT.notAVat));
  });

  const VAT_ALIASES = ['MwSt.', 'mwst-satz', 'MwSt.-Satz', 'MwSt %', 'USt', 'UST.', 'USt-Satz', 'USt.-Satz', 'USt %'];
  test.each(VAT_ALIASES)('%s is the column MwSt (rule 10.2)', async (heading) => {
    const { packageRows } = await parse(`PZN;TruePrice neu;${heading}\n${testPzn(1)};1,00;7\n`, 'MDP');
    expect(packageRows.map(({ vatPercent }) => vatPercent)).toEqual([7]);
  });

  test('two columns of value added tax are refused, whatever their names', async () => {
    const { issues } = await issuesOf(`PZN;TruePrice neu;MwSt;USt.\n${testPzn(1)};1,00;7;19\n`, 'MDP');
    expect(issues).toEqual([{ line: 1, column: 'MwSt', value: 'MwSt, USt.', message: FILE_TEXT.doubledColumn }]);
  });

  test('headings with other words are not value added tax', async () => {
    const content = `PZN;TruePrice neu;MwSt-Betrag;Ust-IdNr\n${testPzn(1)};1,00;0,16;DE1\n`;
    expect((await parse(content, 'MDP')).packageRows.map(({ vatPercent }) => vatPercent)).toEqual([null]);
  });

  test.each(UPDATE_KINDS)('a %s row whose price type says so is inactive', async (kind) => {
    const content = `PZN;TruePrice neu;Preistyp\n${testPzn(1)};1,00;inaktiv \n${testPzn(2)};1,00;Dauerpreis\n`;
    expect((await parse(content, kind)).packageRows.map(({ inactive }) => inactive)).toEqual([true, false]);
  });
});

describe('real files', () => {
  const expected = [
    { pzn: '01126111', name: 'Hühneraugen-Pflaster', calculatedPrice: 123456 },
    { pzn: '06313728', name: 'Öl, 5 ml "Käsmann"', calculatedPrice: 490 },
  ];
  const lines = (separator: string, ...rows: string[][]) =>
    rows.map((row) =>
      row.map((cell) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    );
  const table = [
    ['PZN', 'Produkt', 'TruePrice neu'],
    ['1126111', 'Hühneraugen-Pflaster', '1.234,56'],
    ['PZN-06313728', 'Öl, 5 ml "Käsmann"', '4,9 €'],
  ];

  for (const separator of [';', ',', '\t'])
    for (const eol of ['\n', '\r\n', '\r'])
      for (const [name, encode] of [
        ['UTF-8', (text: string) => Buffer.from(text)],
        ['UTF-8 with mark', (text: string) => Buffer.from(`\ufeff${text}`)],
        ['Windows-1252', windows1252],
        ['sep=', (text: string) => Buffer.from(`sep=${separator}${eol}${text}${eol}${eol}`)],
      ] as const)
        test(`separator ${JSON.stringify(separator)}, line break ${JSON.stringify(eol)}, ${name}`, async () => {
          const outcome = await parse(encode(lines(separator, ...table).join(eol)));
          expect(outcome).toMatchObject({ ok: true, rows: 2, packageRows: expected });
        });

  test('quoted line breaks, empty and trailing lines', async () => {
    const content = `\nPZN;Produkt;TruePrice neu\r\n\r\n${PZN.paracetamol};"Salbe\r\n20 g";1,00\r\n;;\r\n${PZN.ibuprofen};Tee;2,00\r\n\r\n \r\n`;
    expect((await parse(content)).packageRows).toMatchObject([
      { line: 4, name: 'Salbe 20 g', calculatedPrice: 100 },
      { line: 7, name: 'Tee', calculatedPrice: 200 },
    ]);
  });
});

describe('rows', () => {
  test('a wrong check digit and 00000000 are named and left out, with anything in the rest of the row', async () => {
    const outcome = await parse(short('01126112;1,00', '0;kein Preis', `${PZN.ibuprofen};2,00`));
    expect(outcome).toMatchObject({ ok: true, rows: 1, packageRows: [{ pzn: '06313728' }] });
    expect(outcome.ok && outcome.leftOut).toEqual([
      { line: 2, pzn: '01126112', reason: FILE_TEXT.pznCheckDigit },
      { line: 3, pzn: '00000000', reason: FILE_TEXT.pznZero },
    ]);
  });

  test('a file with no other rows is refused', async () => {
    expect((await issuesOf(short('01126112;1,00'))).reason).toBe(FILE_TEXT.noUsableRows);
  });

  test('a row that stands there twice with the same values counts once', async () => {
    const outcome = await parse(short(`${PZN.paracetamol};4,90`, `${PZN.ibuprofen};1`, '1126111;4.9 EUR'));
    expect(outcome).toMatchObject({ ok: true, rows: 2, repeated: 1 });
  });

  test('with other values it is an issue naming both lines', async () => {
    const { issues } = await issuesOf(short(`${PZN.paracetamol};4,90`, '1126111;4,91'));
    expect(issues).toEqual([
      {
        line: 3,
        column: 'PZN',
        value: '01126111',
        message: 'Die PZN steht schon in Zeile 2, dort mit anderen Angaben.',
      },
    ]);
  });

  test('every kind of issue is named with line, column and value, all at once', async () => {
    const { issues, total, reason } = await issuesOf(
      [
        'PZN;Produkt;TruePrice neu;AVP;Cluster;Absatz',
        `${PZN.paracetamol};Salbe;4,999;;;`,
        ';Salbe;1,00;;;',
        'Summe;;12,00;;;',
        `${PZN.ibuprofen};${'x'.repeat(501)};;0,00;stark;1,5`,
        `${PZN.nasenspray};Spray;1,00;2,00;1;3;zu viel`,
        `${PZN.nasenspray};"Spray;1,00;2,00;1;3`,
        `${PZN.nasenspray};Spray`,
        '',
      ].join('\n'),
      'QDP',
    );
    const x = `${'x'.repeat(60)}…`;
    expect(issues).toEqual([
      { line: 2, column: 'TruePrice neu', value: '4,999', message: FILE_TEXT.price.ambiguous },
      { line: 3, column: 'PZN', value: null, message: FILE_TEXT.pznMissing },
      { line: 4, column: 'PZN', value: 'Summe', message: 'Das ist keine PZN.' },
      { line: 5, column: 'Produkt', value: x, message: 'Der Text ist zu lang. Erlaubt sind höchstens 500 Zeichen.' },
      { line: 5, column: 'TruePrice neu', value: null, message: FILE_TEXT.cellMissing },
      { line: 5, column: 'Cluster', value: 'stark', message: FILE_TEXT.notACluster },
      { line: 5, column: 'Absatz', value: '1,5', message: FILE_TEXT.notAnInteger },
      { line: 5, column: 'AVP', value: '0,00', message: FILE_TEXT.price.notPositive },
      { line: 6, column: 'Spalte 7', value: 'zu viel', message: FILE_TEXT.extraCell },
      { line: 7, column: 'Produkt', value: '04114918;"Spray;1,00;2,00;1;3', message: FILE_TEXT.unclosedQuote },
      { line: 8, column: 'TruePrice neu', value: null, message: FILE_TEXT.cellMissing },
    ]);
    expect(total).toBe(11);
    expect(reason).toBe('Die Datei enthält 11 Fehler. Es wurde nichts übernommen.');
  });

  test('the first 50 issues are named, all are counted', async () => {
    const { issues, total, reason } = await issuesOf(short(...Array.from({ length: 1234 }, () => 'x;1,00')));
    expect(issues).toHaveLength(50);
    expect(issues.at(-1)?.line).toBe(51);
    expect(total).toBe(1234);
    expect(reason).toBe('Die Datei enthält 1.234 Fehler. Es wurde nichts übernommen.');
  });

  test('a file that is no text gives its sentence as the reason', async () => {
    const { reason, issues, total } = await issuesOf(Buffer.from('\ufeffPZN;TruePrice neu\n', 'utf16le'));
    expect({ reason, total }).toEqual({ reason: FILE_TEXT.utf16, total: 1 });
    expect(issues).toEqual([{ line: null, column: null, value: null, message: FILE_TEXT.utf16 }]);
  });
});

describe('packageRows', () => {
  test('hands out nothing more once an issue is known, but reads to the end', async () => {
    const good = (from: number) => Array.from({ length: 20_000 }, (_, i) => `0;${from + i}`).join('\n');
    const report = createPackageReport();
    const handedOut: string[] = [];
    const content = `PZN;TruePrice neu\n${PZN.paracetamol};1\n${good(1)}\nfalsch;1\n${good(1)}\n${PZN.ibuprofen};1\nfalsch;2\n`;
    for await (const batch of packageRows('MDP', chunksOf(content), report))
      handedOut.push(...batch.map((row) => row.pzn));
    expect(handedOut).toEqual([PZN.paracetamol]);
    expect(report.issues.named.map(({ line, value }) => [line, value])).toEqual([
      [20_003, 'falsch'],
      [40_005, 'falsch'],
    ]);
  });

  test('lets go of the source when the consumer stops', async () => {
    let released = false;
    async function* source() {
      try {
        yield Buffer.from(`PZN;TruePrice neu\n${PZN.paracetamol};1\n`);
        for (;;) yield Buffer.from('0;1\n'.repeat(4096));
      } finally {
        released = true;
      }
    }
    for await (const _batch of packageRows('MDP', source(), createPackageReport())) break;
    expect(released).toBe(true);
  });

  test('passes on what the source throws', async () => {
    async function* source() {
      yield Buffer.from(short(`${PZN.paracetamol};1,00`));
      throw new Error('connection lost');
    }
    await expect(parsePackage('MDP', source())).rejects.toThrow('connection lost');
  });

  test('every line below the header becomes a row, an issue, a repetition or is left out', async () => {
    const cell = fc.constantFrom(
      PZN.paracetamol,
      PZN.ibuprofen,
      '01126112',
      '0',
      '1,00',
      '4,999',
      '"',
      '""',
      '',
      'x',
      "'=1",
    );
    const line = fc.array(cell, { minLength: 2, maxLength: 3 }).map((cells) => cells.join(';'));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (rows) => {
        const outcome = await parse(short(...rows));
        const filled = rows.filter((row) => /[^;"]/.test(row)).length;
        if (outcome.ok) expect(outcome.rows + outcome.repeated + outcome.leftOut.length).toBe(filled);
        else expect(outcome.total).toBeGreaterThanOrEqual(outcome.issues.length);
        expect(
          outcome.packageRows.every((row) => Number.isInteger(row.calculatedPrice) && row.calculatedPrice > 0),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
