import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { cells, issues, readAll, refusal, windows1252 } from './sources.ts';

// Rule 10.1.
describe('encodings', () => {
  const text = 'PZN;Größe\r\n1;Äpfel für 4 €\r\n';
  const expected = [['1', 'Äpfel für 4 €']];

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with byte order mark', Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', windows1252(text)],
  ])('%s', async (_name, content) => {
    const { header, records } = await readAll(content);
    expect(header).toEqual(['PZN', 'Größe']);
    expect(records.map((record) => record.cells)).toEqual(expected);
  });

  test('the first umlaut decides, even when it comes after a megabyte of ASCII', async () => {
    const plain = `PZN;Name\n${'1;a\n'.repeat(50_000)}`;
    expect((await readAll(Buffer.concat([Buffer.from(plain), windows1252('2;ä\n')]))).records.at(-1)?.cells).toEqual([
      '2',
      'ä',
    ]);
    expect((await readAll(`${plain}2;ä\n`)).records.at(-1)?.cells).toEqual(['2', 'ä']);
  });

  test('a UTF-8 file with a Windows-1252 byte further on names its line', async () => {
    const content = Buffer.concat([Buffer.from(`PZN;Name\n1;ä\n${'1;a\n'.repeat(50_000)}`), windows1252('2;ö\n')]);
    expect(await issues(content)).toEqual([
      { line: 50_003, column: 'Name', value: '\ufffd', message: FILE_TEXT.unreadableCharacter },
    ]);
  });

  test('a file cut off within a character is truncated UTF-8, not Windows-1252', async () => {
    const { records } = await readAll(Buffer.from('PZN;Name;Preis\n1;für;2\n2;fü').subarray(0, -1));
    expect(records[0]?.cells).toEqual(['1', 'für', '2']);
    expect(records[1]?.issues.map((issue) => issue.message)).toEqual([FILE_TEXT.truncated]);
  });

  test.each([
    ['UTF-16 little endian with mark', Buffer.from('\ufeffPZN;Name\n1;a\n', 'utf16le'), FILE_TEXT.utf16],
    ['UTF-16 big endian with mark', Buffer.from('\ufeffPZN;Name\n1;a\n', 'utf16le').swap16(), FILE_TEXT.utf16],
    ['UTF-16 without mark', Buffer.from('PZN;Name\n1;a\n', 'utf16le'), FILE_TEXT.utf16],
    ['a workbook', Buffer.from('PK\x03\x04 [Content_Types].xml'), FILE_TEXT.spreadsheet],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), FILE_TEXT.binary],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0', 'latin1'), FILE_TEXT.binary],
  ])('%s is refused', async (_name, content, message) => {
    expect((await refusal(content)).issue).toEqual({ line: null, column: null, value: null, message });
  });
});

describe('both encodings in one file', () => {
  const line = (n: number, name: string) => `${n};${name}\r\n`;
  const umlauts = Array.from({ length: 5 }, (_, n) => line(n + 1, 'Größe für Füße'));
  const latin = (text: string) => windows1252(text);
  const place = ({ line, column, message }: { line: number | null; column: string | null; message: string }) => [
    line,
    column,
    message,
  ];
  const named = [[7, 'Name', FILE_TEXT.unreadableCharacter]];

  test.each(['ö', 'ß', 'é', '®', 'GRÖßE', 'Öl'])('UTF-8 with one Windows-1252 %s', async (text) => {
    const content = [Buffer.from(`PZN;Name\r\n${umlauts.join('')}`), latin(line(6, text)), Buffer.from(line(7, 'Tee'))];
    expect((await issues(Buffer.concat(content))).map(place)).toEqual(named);
  });

  test.each(['ö', 'ß', 'é', '®', '–', '„', '€', '™', 'µ', 'β', 'š', 'č', '½'])(
    'Windows-1252 with one UTF-8 %s',
    async (text) => {
      const content = [latin(`PZN;Name\r\n${umlauts.join('')}`), Buffer.from(line(6, text)), latin(line(7, 'Tee'))];
      const found = await readAll(Buffer.concat(content));
      expect(found.records.flatMap((record) => record.issues).map(place)).toEqual(named);
      expect(found.records[0]?.cells).toEqual(['1', 'Größe für Füße']);
    },
  );

  test('in one line, and beyond the first 64 KB of either', async () => {
    const both = Buffer.concat([Buffer.from('PZN;Name\n1;Größe '), latin('für\n2;Tee\n')]);
    expect((await issues(both)).map(place)).toEqual([[2, 'Name', FILE_TEXT.unreadableCharacter]]);
    const much = `PZN;Name\r\n${'1;Größe\r\n'.repeat(20_000)}`;
    const late = [20_002, 'Name', FILE_TEXT.unreadableCharacter];
    expect((await issues(Buffer.concat([latin(much), Buffer.from('2;für\r\n')]))).map(place)).toEqual([late]);
    expect((await issues(Buffer.concat([Buffer.from(much), latin('2;für\r\n')]))).map(place)).toEqual([late]);
  });

  test('in the header', async () => {
    const content = Buffer.concat([Buffer.from('PZN;Größe;Stück;'), latin('Länge\n'), Buffer.from('1;2;3;4\n')]);
    expect((await refusal(content)).issue).toMatchObject({ line: 1, message: FILE_TEXT.unreadableCharacter });
  });

  test('German Windows-1252 that only looks like it is read: signs behind capitals and letters', async () => {
    const bytes = Buffer.from([
      ...latin('PZN;Name\n1;'),
      0x84,
      ...latin('MEN'),
      0xdc,
      0x93,
      ...latin(' CAF'),
      0xc9,
      0xae,
      ...latin(' Ma'),
      0xdf,
      0x94,
      0x0a,
    ]);
    expect(await cells(bytes)).toEqual([['1', '„MENÜ“ CAFÉ® Maß”']]);
  });

  test('any German text is the same from either encoding, and never from both', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abcÄÖÜäöüßé -,.µ²®')),
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 8 }), async (names) => {
        const text = `PZN;Größe\n${names.map((name, n) => `${n + 1};x${name}x\n`).join('')}`;
        const expected = names.map((name, n) => [String(n + 1), `x${name}x`]);
        expect(await cells(Buffer.from(text))).toEqual(expected);
        expect(await cells(latin(text))).toEqual(expected);
      }),
    );
  });
});
