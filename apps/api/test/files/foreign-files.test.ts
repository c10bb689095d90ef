import { describe, expect, test } from '@jest/globals';
import { restoreCsvCell } from '@portal/list-view';
import type { UpdateKind } from '@portal/rules';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { parsePackage } from '../support/parse-package.ts';
import { chunksOf, PZN, readAll, refusal, windows1252 } from './sources.ts';

describe('encodings of others', () => {
  /** Bytes of the German letters by the tables of Apple (ROMAN.TXT) and IBM (code page 850). */
  const MAC: Record<string, number> = {
    ä: 0x8a,
    ö: 0x9a,
    ü: 0x9f,
    Ä: 0x80,
    Ö: 0x85,
    Ü: 0x86,
    ß: 0xa7,
    é: 0x8e,
    è: 0x8f,
  };
  const DOS: Record<string, number> = {
    ä: 0x84,
    ö: 0x94,
    ü: 0x81,
    Ä: 0x8e,
    Ö: 0x99,
    Ü: 0x9a,
    ß: 0xe1,
    é: 0x82,
    è: 0x8a,
  };
  const encode = (text: string, table: Record<string, number>) =>
    Buffer.from(Array.from(text, (letter) => table[letter] ?? letter.charCodeAt(0)));
  const decoder = new TextDecoder('windows-1252');
  const WINDOWS = Object.fromEntries(
    Array.from({ length: 128 }, (_, n) => [decoder.decode(Buffer.from([n + 128])), n + 128] as const),
  );
  const windows1252 = (text: string) => encode(text, WINDOWS);
  const twice = (text: string) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)));

  const NAMES = [
    'Müller Fußbutter',
    'Ölbad für Säuglinge',
    'Übergangshilfe Süß',
    'Großmann Ärztehaus GmbH',
    'Döhler & Söhne',
    'Nasenspülung',
    'Hustenlöser',
    'Blütenträume',
    'MÜLLER',
    'LÖSUNG',
    'Gänseblümchen',
    'Weißdorn',
  ];
  const file = (names: readonly string[]) =>
    `PZN;Normgröße;Name\r\n${names.map((name) => `1;N1;${name}\r\n`).join('')}`;

  describe('a text in another encoding is refused with its name (rule 10.29)', () => {
    test.each([
      ['Mac Roman', (text: string) => encode(text, MAC)],
      ['CP850 (DOS)', (text: string) => encode(text, DOS)],
      ['UTF-8, doppelt kodiert', twice],
    ])('%s', async (name, write) => {
      expect((await refusal(write(file(NAMES)))).issue.message).toContain(`Kodierung ${name} gespeichert`);
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(NAMES.slice(0, 4), { minLength: 3 }), fc.nat(20), async (names, plain) => {
          const content = write(file([...Array.from({ length: plain }, () => 'Tee'), ...names]));
          expect((await refusal(content)).issue.message).toContain(name);
        }),
        { numRuns: 20 },
      );
    });

    test('what another program has broken already is refused in UTF-8 too', async () => {
      const broken = file(NAMES.slice(0, 4)).replace(/[äöüÄÖÜß]/g, (letter) =>
        new TextDecoder('windows-1252').decode(Buffer.from([MAC[letter] as number])),
      );
      expect((await refusal(Buffer.from(broken))).issue.message).toContain('Mac Roman');
    });

    test('of a package nothing is taken in', async () => {
      const header = 'PZN;Produkt;Normgröße;TruePrice neu\r\n';
      const rows = '18123789;Müller Fußbutter;N1;8,90\r\n18123861;Ölbad für Säuglinge;N2;8,91\r\n';
      const outcome = await parsePackage('MDP', chunksOf(encode(header + rows, MAC)));
      expect(outcome).toMatchObject({ ok: false, total: 1, packageRows: [] });
      expect(outcome.ok || outcome.reason).toContain('Mac Roman');
    });
  });

  describe('what Windows-1252 and UTF-8 write passes', () => {
    const FINE = [
      "L'Oréal",
      'Crème – sensitive',
      'Lefax® extra',
      'Škoda',
      'Dušan',
      'Málaga',
      '„Gute Nacht“',
      'gemäß § 3',
      '5 € je Stück',
      'und so…',
      'Živa',
      'Ibáñez',
      'HYALURÓN',
      'naïve',
      'Curaçao',
      'Ångström',
      'Œuvre',
      'Aleš Šimek',
      '”Zoll”',
      'Brand™ plus',
      'Größe',
      'Müller',
    ];
    test.each([
      ['Windows-1252', windows1252],
      ['UTF-8', (text: string) => Buffer.from(text)],
    ])('%s', async (_, write) => {
      expect((await readAll(write(file(FINE)))).records).toHaveLength(FINE.length);
      for (const name of FINE) {
        const rows = Array.from({ length: 30 }, () => name);
        expect((await readAll(write(file(rows)))).records).toHaveLength(30);
      }
    });

    test('a few broken names among thousands of right ones do not refuse a file', async () => {
      const names = [...Array.from({ length: 2_000 }, () => 'Müller für Süßes'), 'MŸller', 'Fu§butter', 'SŠuglinge'];
      expect((await readAll(Buffer.from(file(names)))).records).toHaveLength(2_003);
    });

    test('one word alone never decides', async () => {
      const one = FILE_TEXT.foreignEncoding('Mac Roman', 'MŸller');
      expect(one).toContain('MŸller');
      expect((await readAll(windows1252('PZN;Name\r\n1;MŸller\r\n'))).records).toHaveLength(1);
    });
  });
});

describe('writers of others', () => {
  /** Without '€' beside a letter: 'Z€Z' is what an umlaut of Mac Roman looks like (rule 10.29). */
  const parted = (text: string) => text.replaceAll(/(?<=\p{L})€|€(?=\p{L})/gu, '-');

  /**
   * What any text field of a spreadsheet may hold: quotes, separators and line breaks among it. Not the last two together:
   * the reader takes a field with a line break and as many separators as a row for one that has swallowed the next row.
   */
  const cell = fc
    .string({
      unit: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...Array.from('aZ09äöüßÄ€é,.-')) },
        { weight: 3, arbitrary: fc.constantFrom('"', ';', ',', '\t', '\n', '\r\n', "'", '=', ' ') },
      ),
      maxLength: 12,
    })
    .map((text) => (/[\r\n]/.test(text) ? text.replaceAll(/[;,\t]/g, '-') : text))
    .map(parted);
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
    );

  // Rule 10.1.
  describe('files of another writer', () => {
    test.each([
      [';', '\r\n'],
      [';', '\n'],
      [',', '\r\n'],
      ['\t', '\n'],
    ])('quoted, separated by %j, with line end %j: every cell is read as it was', async (delimiter, lineEnd) => {
      await fc.assert(
        fc.asyncProperty(table, async (rows) => {
          const header = ['PZN', ...(rows[0] as string[]).map((_, index) => `Spalte ${index + 1}`)];
          const records = rows.map((row, index) => [String(index + 1), ...row]);
          const file = stringify([header, ...records], {
            delimiter,
            record_delimiter: lineEnd,
            quoted: true,
            bom: true,
          });
          const read = await readAll(file);
          expect(read.header).toEqual(header);
          expect(read.records.flatMap(({ issues }) => issues)).toEqual([]);
          expect(read.records.map(({ cells }) => cells)).toEqual(records.map((row) => row.map(restoreCsvCell)));
        }),
        { numRuns: 150 },
      );
    });

    /** A writer that knows no quotes: fields hold them as they come, but none begins with one. */
    const bare = fc
      .string({ unit: fc.constantFrom(...Array.from('aZ09äß€.-"\' ')), maxLength: 12 })
      .map((text) => text.replace(/^["\s]+/, '').trimEnd())
      .map(parted);
    const bareTable = fc
      .integer({ min: 1, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(bare, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 6 }),
      );
    test.each([
      [';', '\r\n'],
      [',', '\n'],
      ['\t', '\r\n'],
    ])(
      'without quotes, separated by %j, with line end %j: a quote inside a field is text',
      async (delimiter, lineEnd) => {
        await fc.assert(
          fc.asyncProperty(bareTable, fc.boolean(), async (rows, mixed) => {
            const header = ['PZN', ...(rows[0] as string[]).map((_, index) => `Spalte ${index + 1}`)];
            const records = rows.map((row, index) => [String(index + 1), ...row]);
            const plain = { delimiter, record_delimiter: lineEnd };
            // every other line may come from a writer that quotes
            const file = [header, ...records]
              .map((record, index) =>
                stringify([record], mixed && index % 2 ? { ...plain, quoted: true } : { ...plain, quote: false }),
              )
              .join('');
            const read = await readAll(file);
            expect(read.records.flatMap(({ issues }) => issues)).toEqual([]);
            expect(read.records.map(({ cells }) => cells)).toEqual(records.map((row) => row.map(restoreCsvCell)));
          }),
          { numRuns: 150 },
        );
      },
    );
  });
});

describe('files that are cut', () => {
  // Files that end without a line break, perhaps before their end (rule 10.50).
  const outcomeOf = async (content: string | Buffer, kind: UpdateKind = 'MDP') => {
    const outcome = await parsePackage(kind, chunksOf(content));
    return outcome.ok
      ? outcome.packageRows.length
      : outcome.issues.map(({ line, column, message }) => [line, column, message]);
  };
  const HEAD = `PZN;TruePrice neu\n00208568;11,04\n`;
  const CUT = FILE_TEXT.cutCell;

  describe('a price at the very end', () => {
    test.each(['6,3', '6', '6,', '', '1.23', '12.34'])(
      "'%s' may lack its end, and refuses the file with its line",
      async (price) => {
        const found = await outcomeOf(`${HEAD}${PZN.paracetamol};${price}`);
        const message = price === '' ? FILE_TEXT.cellMissing : CUT;
        expect(found).toEqual([[3, 'TruePrice neu', message]]);
      },
    );

    test.each(['6,34', '6,34 €', '6 €', '12,-', '6,30 EUR', '"6,3"', '1.234,56'])("'%s' is whole", async (price) => {
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}`)).toBe(2);
    });

    test.each(['6,3', '6', '6,34'])("'%s' with a line break is as it is written", async (price) => {
      for (const lineBreak of ['\n', '\r\n', '\r']) {
        expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}${lineBreak}`)).toBe(2);
      }
    });

    test.each(['6,3', '6', '6,34', '6,34\r\n'])("'%s' before the end mark of DOS is whole", async (price) => {
      for (const mark of ['\x1a', '\x1a\x1a'])
        expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}${mark}`)).toBe(2);
      const umlaut = windows1252(`PZN;Produkt;TruePrice neu\n00208568;Dörr;11,04\n${PZN.paracetamol};Öl;${price}\x1a`);
      expect(await outcomeOf(umlaut)).toBe(2);
    });

    test('an end mark within the text is a control character', async () => {
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol};6,34\x1a\n`)).toEqual([
        [3, 'TruePrice neu', FILE_TEXT.unreadableCharacter],
      ]);
    });

    test('with decimal points: the file says how it writes them', async () => {
      const head = `PZN;TruePrice neu\n00208568;11.04\n`;
      expect(await outcomeOf(`${head}${PZN.paracetamol};6.34`)).toBe(2);
      // of '1,234.56'
      expect(await outcomeOf(`${head}${PZN.paracetamol};1,23`)).toEqual([[3, 'TruePrice neu', CUT]]);
    });

    test('followed by another column is whole', async () => {
      const head = 'PZN;TruePrice neu;Produkt\n';
      expect(await outcomeOf(`${head}00208568;6,3;Salbe`)).toBe(1);
      expect(await outcomeOf(`${head}00208568;6,3;`)).toBe(1);
      expect(await outcomeOf('PZN;TruePrice neu;\n00208568;6,3;')).toBe(1);
    });
  });

  describe('other cells at the very end', () => {
    test('a price that a package may leave out', async () => {
      const head = 'PZN;TruePrice neu;Umfeld Max\n';
      expect(await outcomeOf(`${head}00208568;6,34;12,9`)).toEqual([[2, 'Umfeld Max', CUT]]);
      expect(await outcomeOf(`${head}00208568;6,34;12,90`)).toBe(1);
      expect(await outcomeOf(`${head}00208568;6,34;`)).toBe(1);
    });

    test('an empty one stands out where the column is filled in all other rows', async () => {
      const rows = (last: string) => `00208568;6,34;12,90\n${PZN.paracetamol};6,34;${last}`;
      const head = 'PZN;TruePrice neu;Umfeld Max\n';
      expect(await outcomeOf(head + rows(''))).toEqual([[3, 'Umfeld Max', CUT]]);
      expect(await outcomeOf(`${head}${rows('')}\n`)).toBe(2);
      expect(await outcomeOf(`PZN;TruePrice neu;MwSt\n${rows('').replace('12,90', '19')}`)).toEqual([[3, 'MwSt', CUT]]);
      expect(await outcomeOf(`PZN;TruePrice neu;Absatz\n${rows('').replace('12,90', '4')}`, 'QDP')).toEqual([
        [3, 'Absatz', CUT],
      ]);
      // Another row has none either.
      expect(await outcomeOf(`${head}05541462;1,00;\n${rows('')}`)).toBe(3);
    });

    test('a PZN that lacks digits would be another one', async () => {
      expect(await outcomeOf('TruePrice neu;PZN\n6,34;00208568')).toBe(1);
      expect(await outcomeOf('TruePrice neu;PZN\n6,34;0020856')).toEqual([[2, 'PZN', CUT]]);
    });

    test('sales lack digits without showing it', async () => {
      expect(await outcomeOf('PZN;TruePrice neu;Absatz\n00208568;6,34;12', 'QDP')).toEqual([[2, 'Absatz', CUT]]);
      expect(await outcomeOf('PZN;TruePrice neu;Absatz\n00208568;6,34;12\n', 'QDP')).toBe(1);
    });

    test('a line that lacks columns, and a quote that is not closed', async () => {
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol}`)).toEqual([[3, null, FILE_TEXT.truncated]]);
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol};"6,3`)).toEqual([
        [3, expect.anything(), FILE_TEXT.unclosedQuote],
      ]);
    });

    test('a letter of two bytes that lacks the second, in a file that has no other such letter', async () => {
      const whole = Buffer.from('PZN;TruePrice neu;Produkt\n00208568;6,34;Creme f\u00fc');
      expect(await outcomeOf(whole)).toBe(1);
      expect(await outcomeOf(whole.subarray(0, -1))).toEqual([[2, null, FILE_TEXT.truncated]]);
      const euro = Buffer.from('PZN;Produkt;TruePrice neu\n00208568;Creme;6,34 €');
      expect(await outcomeOf(euro)).toBe(1);
      for (const missing of [1, 2]) {
        expect(await outcomeOf(euro.subarray(0, -missing))).toEqual([[2, null, FILE_TEXT.truncated]]);
      }
      expect(await outcomeOf(windows1252('PZN;TruePrice neu;Produkt\n00208568;6,34;Salbe f\u00fcr den Fu\u00df'))).toBe(
        1,
      );
    });
  });

  test('a file cut anywhere in its last price is refused, or its last price is the one that was written', async () => {
    const euros = fc.integer({ min: 1, max: 9_999_999 });
    await fc.assert(
      fc.asyncProperty(euros, fc.boolean(), fc.nat(9), async (cents, grouped, missing) => {
        const whole = Math.floor(cents / 100).toLocaleString('de-DE', { useGrouping: grouped });
        const price = `${whole},${String(cents % 100).padStart(2, '0')}`;
        const left = price.slice(0, Math.max(0, price.length - missing));
        const outcome = await parsePackage('MDP', chunksOf(`${HEAD}${PZN.paracetamol};${left}`));
        return !outcome.ok || outcome.packageRows.at(-1)?.calculatedPrice === cents;
      }),
      { numRuns: 200 },
    );
  });
});
