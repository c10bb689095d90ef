import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePackage } from '../support/parse-package.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { chunksOf, readAll, refusal } from './sources.ts';

/** Bytes of the German letters by the tables of Apple (ROMAN.TXT) and IBM (code page 850). */
const MAC: Record<string, number> = { ä: 0x8a, ö: 0x9a, ü: 0x9f, Ä: 0x80, Ö: 0x85, Ü: 0x86, ß: 0xa7, é: 0x8e, è: 0x8f };
const DOS: Record<string, number> = { ä: 0x84, ö: 0x94, ü: 0x81, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1, é: 0x82, è: 0x8a };
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
const file = (names: readonly string[]) => `PZN;Normgröße;Name\r\n${names.map((name) => `1;N1;${name}\r\n`).join('')}`;

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
