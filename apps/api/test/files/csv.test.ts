import { describe, expect, test } from '@jest/globals';
import { writeCsvCell } from '@portal/list-view';
import fc from 'fast-check';
import { readCsv } from '../../src/files/csv-reader.ts';
import { type CsvColumn, csvTexts } from '../../src/files/csv-writer.ts';
import { FileRefusal } from '../../src/files/issues.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { csvText } from '../support/csv-text.ts';
import { cells, chunksOf, issues, readAll, refusal, windows1252 } from './sources.ts';

describe('reading', () => {
  // Rule 10.1.
  describe('separators and line breaks', () => {
    test.each([
      [';', ';'],
      [',', ','],
      ['tab', '\t'],
    ])('%s from the header line', async (_name, separator) => {
      const line = (...texts: string[]) => `${texts.join(separator)}\n`;
      const found = await readAll(line('PZN', 'Preis') + line('1', '"4,9"') + line('2', '7'));
      expect(found.separator).toBe(separator);
      expect(found.records.map((record) => record.cells)).toEqual([
        ['1', '4,9'],
        ['2', '7'],
      ]);
    });

    test('separators between quotes do not count', async () => {
      expect((await readAll('"PZN, lang, mit, Komma";Preis\n1;2\n')).header).toEqual([
        'PZN, lang, mit, Komma',
        'Preis',
      ]);
    });

    test('decimal commas do not make a comma file', async () => {
      expect(await cells('PZN;A;B\n1;2,5;3,5\n')).toEqual([['1', '2,5', '3,5']]);
    });

    test.each(['sep=;', '"sep=;"', 'SEP=;'])('the line %s is honoured and counts as a line', async (line) => {
      const { header, headerLine, records } = await readAll(`\ufeff${line}\r\nPZN;a,b,c\r\n1;2\r\n`);
      expect({ header, headerLine }).toEqual({ header: ['PZN', 'a,b,c'], headerLine: 2 });
      expect(records).toEqual([{ line: 3, cells: ['1', '2'], issues: [] }]);
    });

    test("another separator in 'sep=' is refused", async () => {
      const { issue } = await refusal('sep=#\nPZN#Preis\n1#2\n');
      expect(issue).toEqual({ line: 1, column: null, value: 'sep=#', message: FILE_TEXT.badSeparatorLine });
    });

    test.each([
      ['LF', '\n'],
      ['CRLF', '\r\n'],
      ['CR', '\r'],
    ])('lines are counted with %s, blank ones and those between quotes included', async (_name, eol) => {
      const text = ['', 'PZN;Name', '', '1;"a', '', 'b"', ';;', '2;c', '', ''].join(eol);
      const { headerLine, records } = await readAll(text);
      expect(headerLine).toBe(2);
      expect(records).toEqual([
        { line: 4, cells: ['1', `a${eol}${eol}b`], issues: [] },
        { line: 8, cells: ['2', 'c'], issues: [] },
      ]);
    });

    test('mixed line breaks, and none at the end', async () => {
      expect((await readAll('a;b\r\n1;2\n3;4\r5;6')).records.map(({ line, cells }) => [line, ...cells])).toEqual([
        [2, '1', '2'],
        [3, '3', '4'],
        [4, '5', '6'],
      ]);
    });

    test('blanks around cells and around quotes are taken off, doubled quotes halved', async () => {
      expect(await cells('a,b,c\n 1 , "x "" y" ,"",\n')).toEqual([['1', 'x " y', '', '']]);
    });
  });

  describe('the separator is the one by which a heading is the PZN', () => {
    test.each([
      ['commas in a heading', 'Produkt, Inhalt, Hersteller, Marke;PZN;TruePrice neu\na;1;2\n', ';'],
      ['commas in a quoted heading', '"Produkt, Inhalt, Marke, ATC";PZN;TruePrice neu\na;1;2\n', ';'],
      ['semicolons in a quoted heading', '"Produkt; Inhalt; Marke",PZN\na,1\n', ','],
      ['semicolons in a heading', 'Produkt; Inhalt; Marke\tPZN\na\t1\n', '\t'],
      ['any case and blanks', 'Name, Menge, Preis, Art;  pzn ;Preis\na;1;2\n', ';'],
      ['quotes around it', 'Name, Menge, Preis, Art;"PZN";Preis\na;1;2\n', ';'],
      ['a byte order mark before quotes', '\ufeff"PZN";"a,b,c,d"\n1;2\n', ';'],
      ['a line break in a heading', '"Preis\r\nalt, neu, ganz";PZN\n2;1\n', ';'],
      ['a doubled quote in a heading', '"Länge ("", cm, mm)";PZN\n2;1\n', ';'],
      ['empty columns at the end', 'PZN;a,b,c,d,e;;;\n1;2;;;\n', ';'],
      ['only the PZN', 'PZN\n1\n2\n', ';'],
      ['a longer heading', 'PZN-Nr.;Name (a, b, c)\n1;2\n', ';'],
      ['no PZN at all', 'Nummer;Name;Preis\n1;2;3\n', ';'],
    ])('%s', async (_name, content, separator) => {
      expect((await readAll(content)).separator).toBe(separator);
    });

    test('the line sep= stands over it', async () => {
      expect((await readAll('sep=,\nPZN;x,b\n1,2\n')).header).toEqual(['PZN;x', 'b']);
    });
  });

  describe('streaming', () => {
    test('the source is read no further than the consumer asks, and let go when it stops', async () => {
      let read = 0;
      let released = false;
      async function* source() {
        try {
          yield Buffer.from('PZN;Name\n');
          for (; read < 1000; read++) yield Buffer.from('1;a\n'.repeat(4096));
        } finally {
          released = true;
        }
      }
      const file = await readCsv(source());
      await file.batches.next();
      await file.batches.next();
      expect(read).toBeLessThan(40);
      await file.close();
      expect(released).toBe(true);
    });

    test('a source that fails is not a refusal', async () => {
      async function* source() {
        yield Buffer.from('PZN;Name\n1;a\n');
        throw new Error('connection lost');
      }
      await expect(readCsv(source())).rejects.toThrow('connection lost');
    });

    test('chunks cut at every byte, through characters, CRLF and quotes, change nothing', async () => {
      const content = Buffer.from('\ufeffsep=;\r\nPZN;Größe 💊\r\n1;"Ä""ö\r\nß"\r\n2;"x"y\r\n\r\n3;€;\r\n4;ü');
      const whole = await readAll(content);
      expect(whole.records).toHaveLength(4);
      for (let size = 1; size < content.length; size++) expect(await readAll(content, size)).toEqual(whole);
    });

    test('blocks cut anywhere, through characters, CRLF and quotes, change nothing', async () => {
      const rows = '1;"Ä""ö\r\nß💊"\r\n2;ü\r\n';
      for (let shift = 0; shift < Buffer.byteLength(rows); shift++) {
        const { records } = await readAll(`PZN;${'n'.repeat(shift + 1)}\r\n${rows.repeat(3000)}`);
        expect(records).toHaveLength(6000);
        for (const [index, record] of records.entries()) {
          const line = 2 + Math.floor(index / 2) * 3 + (index % 2) * 2;
          const expected = index % 2 === 0 ? ['1', 'Ä"ö\r\nß💊'] : ['2', 'ü'];
          if (record.line !== line || record.cells.join() !== expected.join() || record.issues.length > 0)
            expect({ shift, ...record }).toEqual({ shift, line, cells: expected, issues: [] });
        }
      }
    });

    test('random bytes are read or clearly refused', async () => {
      const nasty = fc.constantFrom(
        '"',
        ';',
        ',',
        '\n',
        '\r',
        '\t',
        'a',
        '1',
        '\0',
        'ä',
        "'",
        '=',
        ' ',
        'sep=',
        '\ufeff',
      );
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
        fc.array(nasty, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''))),
        fc.array(nasty, { maxLength: 60 }).map((parts) => Buffer.from(parts.join(''), 'latin1')),
      );
      const outcome = (content: Buffer, size: number) =>
        readAll(content, size).catch((error: unknown) => {
          if (!(error instanceof FileRefusal)) throw error;
          return error.issue;
        });
      await fc.assert(
        fc.asyncProperty(bytes, fc.integer({ min: 1, max: 7 }), async (content, size) => {
          const found = await outcome(content, 64 * 1024);
          expect(await outcome(content, size)).toEqual(found);
          if ('message' in found) expect(found.message).not.toBe('');
        }),
        { numRuns: 1000 },
      );
    });
  });
});

describe('encodings', () => {
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
      const content = [
        Buffer.from(`PZN;Name\r\n${umlauts.join('')}`),
        latin(line(6, text)),
        Buffer.from(line(7, 'Tee')),
      ];
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
});

describe('issues', () => {
  // Rule 10.4.
  describe('structural issues', () => {
    test('a missing quote gives up its line alone: what follows is read and validated', async () => {
      const { records } = await readAll('PZN;Name;Preis\n1;"Salbe;2\n2;"Tee";3\n3;"a" b;4\n4;"x"y;5\n5;ok;6\n');
      expect(records.map(({ line, cells, issues }) => [line, cells.join('|'), issues[0]?.message])).toEqual([
        [2, '', FILE_TEXT.strayQuote],
        [3, '2|Tee|3', undefined],
        [4, '', FILE_TEXT.strayQuote],
        [5, '', FILE_TEXT.strayQuote],
        [6, '5|ok|6', undefined],
      ]);
      expect(records[0]?.issues).toEqual([
        { line: 2, column: 'Name', value: '1;"Salbe;2', message: FILE_TEXT.strayQuote },
      ]);
    });

    test('a quote that is never closed does not hide the rest of the file', async () => {
      const { records } = await readAll(`PZN;Name;Preis\n1;"Salbe;2\n${'2;Tee;3\n'.repeat(30_000)}`);
      expect(records).toHaveLength(30_001);
      expect(records[0]?.issues).toEqual([
        { line: 2, column: 'Name', value: '1;"Salbe;2', message: FILE_TEXT.unclosedQuote },
      ]);
      expect(records.at(-1)).toEqual({ line: 30_002, cells: ['2', 'Tee', '3'], issues: [] });
    });

    test('two rows joined by a missing quote are an issue although their cells fit', async () => {
      const found = await issues('PZN;Name;Preis\n1;"Salbe;2\n2;Tee";3\n');
      expect(found.map(({ line, message }) => [line, message])).toEqual([[2, FILE_TEXT.unclosedQuote]]);
    });

    test.each([
      [
        'a filled cell too many',
        'PZN;Preis\n1;2;3\n',
        { line: 2, column: 'Spalte 3', value: '3', message: FILE_TEXT.extraCell },
      ],
      [
        'a decimal comma without quotes',
        'PZN,Preis,\n1,4,99\n',
        { line: 2, column: 'Spalte 3', value: '99', message: FILE_TEXT.extraCell },
      ],
      [
        'a cut off last line',
        'PZN;Name;Preis\n1;a;2\n2;b',
        { line: 3, column: null, value: '2;b', message: FILE_TEXT.truncated },
      ],
      [
        'a cut off last line between quotes',
        'PZN;Name\n1;"a',
        { line: 2, column: 'Name', value: '1;"a', message: FILE_TEXT.unclosedQuote },
      ],
      [
        'NUL',
        `PZN;Name\n${'1;a\n'.repeat(20)}2;b\0c\n`,
        { line: 22, column: 'Name', value: 'b\ufffdc', message: FILE_TEXT.unreadableCharacter },
      ],
      [
        'a line without end',
        `PZN;Name\n1;${'x'.repeat(150_000)}\n2;a\n`,
        { line: 2, column: 'Name', value: `1;${'x'.repeat(58)}…`, message: FILE_TEXT.recordTooLong },
      ],
    ])('%s', async (_name, content, issue) => {
      expect(await issues(content)).toEqual([issue]);
    });

    test('empty cells too many, short rows and a short row before the last are none', async () => {
      expect(await issues('PZN;Name;Preis\n1;2;3;;\n1;2\n3\n')).toEqual([]);
      expect(await issues('PZN;N\n1;2\n1\n2;3')).toEqual([]);
    });

    test('lines made to keep a reader busy are read at once', async () => {
      // Processor time: others may be at work on this machine.
      const before = process.cpuUsage();
      await refusal(';'.repeat(90_000));
      await refusal('"'.repeat(90_001));
      await issues(`PZN;N\n${`1;"${' '.repeat(40_000)}x\n`.repeat(20)}`);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(3000);
    });

    test('a thousand unreadable lines end the reading', async () => {
      const { issue } = await refusal(`PZN;Name\n${'1;"a"b\n'.repeat(5_000)}`);
      expect(issue).toMatchObject({ line: 1001, message: FILE_TEXT.tooManyUnreadable });
    });
  });

  describe('NULs at the end', () => {
    const text = 'PZN;Name;Preis\r\n1;a;2\r\n2;b;3';
    test.each([1, 20, 5_000, 70_000, 300_000])('%i of them name the line they stand in', async (count) => {
      const behindRow = await issues(text + '\0'.repeat(count));
      expect(behindRow.map(({ line }) => line)).toEqual([3]);
      const ownLine = await issues(`${text}\r\n${'\0'.repeat(count)}`);
      expect(ownLine.map(({ line }) => line)).toEqual([4]);
      if (count > 100_000) expect(ownLine[0]?.message).toBe(FILE_TEXT.unreadableCharacter);
    });
    test('a file of nothing else is not a text', async () =>
      expect((await refusal('\0'.repeat(500))).issue.message).toBe(FILE_TEXT.binary));
  });

  describe('a quote inside an unquoted field is text', () => {
    test.each([
      ['inches', 'PZN;Name;Preis\n1;Mullbinde 4" elastisch;2\n', ['1', 'Mullbinde 4" elastisch', '2']],
      ['at the end of a field', 'PZN;Name;Preis\n1;Mullbinde 4";2\n', ['1', 'Mullbinde 4"', '2']],
      ['at the end of a line', 'PZN;Preis;Name\r\n1;2;Mullbinde 4"\r\n', ['1', '2', 'Mullbinde 4"']],
      ['at the end of the file', 'PZN;Preis;Name\r\n1;2;Mullbinde 4"', ['1', '2', 'Mullbinde 4"']],
      ['twice', 'PZN;Name;Preis\n1;Binde 4"" x 5";2\n', ['1', 'Binde 4"" x 5"', '2']],
      ['in several columns', 'PZN;A;B;C\n1;4";5"x6";7"\n', ['1', '4"', '5"x6"', '7"']],
      ['beside quoted fields', 'PZN;A;B;C\n1;"a;b";4" c;"5"" d"\n', ['1', 'a;b', '4" c', '5" d']],
      ['with commas', 'PZN,A,B\n1,4" a,"b, 5"" c"\n', ['1', '4" a', 'b, 5" c']],
      ['with tabs', 'PZN\tA\tB\n1\t4" a\t"b\t5"" c"\n', ['1', '4" a', 'b\t5" c']],
      ['behind blanks', 'PZN;A\n1;  4" a \n', ['1', '4" a']],
      ['behind quotes with a line break', 'PZN;A;B\r\n1;"a\r\nb";4"\r\n', ['1', 'a\r\nb', '4"']],
      ['in a heading', 'PZN;Länge (");Preis\n1;2;3\n', ['1', '2', '3']],
    ])('%s', async (_name, content, expected) => {
      const { records } = await readAll(content);
      expect(records.map((record) => [record.cells, record.issues])).toEqual([[expected, []]]);
    });

    test('wherever the blocks of the file end', async () => {
      const row = (n: number) => `${n};Binde ${n}" breit;"a ""b""; c"\r\n`;
      const content = `PZN;Name;Art\r\n${Array.from({ length: 9_000 }, (_, n) => row(n)).join('')}`;
      const { records } = await readAll(content, 1_000);
      expect(records.map((record) => record.cells)).toEqual(
        Array.from({ length: 9_000 }, (_, n) => [String(n), `Binde ${n}" breit`, 'a "b"; c']),
      );
      expect(records.flatMap((record) => record.issues)).toEqual([]);
    });

    test('but not in a quoted one, where it must be doubled; the lines around are read', async () => {
      const { records } = await readAll('PZN;Name;Preis\n1;Binde 4";2\n2;"Binde 4" breit";3\n3;Binde 5";4\n');
      expect(records.map(({ line, cells, issues }) => [line, cells, issues[0]?.message])).toEqual([
        [2, ['1', 'Binde 4"', '2'], undefined],
        [3, [], FILE_TEXT.strayQuote],
        [4, ['3', 'Binde 5"', '4'], undefined],
      ]);
    });
  });

  describe('refusals', () => {
    test.each([
      ['no byte', '', FILE_TEXT.empty],
      ['a byte order mark only', '\ufeff', FILE_TEXT.empty],
      ['blank lines only', '\r\n \r\n;;\r\n', FILE_TEXT.empty],
      ['a header only', 'PZN;Preis', FILE_TEXT.noRows],
      ['a header and blank lines', 'PZN;Preis\n\n;\n', FILE_TEXT.noRows],
    ])('%s', async (_name, content, message) => {
      expect((await refusal(content)).message).toBe(message);
    });

    test('more than 20 MB, said with the limit', async () => {
      const { message } = await refusal(Buffer.concat([Buffer.from('PZN;Name\n'), Buffer.alloc(20 * 2 ** 20, 'x')]));
      expect(message).toBe('Die Datei ist zu groß. Erlaubt sind höchstens 20 MB.');
    });

    test('more rows than allowed, exactly as many pass', async () => {
      const limits = { bytes: 1000, rows: 3 };
      expect((await refusal('PZN;N\n1;1\n\n2;2\n3;3\n4;4\n', limits)).message).toBe(
        'Die Datei hat zu viele Zeilen. Erlaubt sind höchstens 3.',
      );
      const file = await readCsv(chunksOf('PZN;N\n1;1\n\n2;2\n3;3\n'), { limits });
      let rows = 0;
      for await (const batch of file.batches) rows += batch.length;
      expect(rows).toBe(3);
      expect((await refusal(`PZN;N\n${'1;1\n'.repeat(100_001)}`)).message).toBe(
        'Die Datei hat zu viele Zeilen. Erlaubt sind höchstens 100.000.',
      );
    });
  });
});

describe('writing', () => {
  type Row = { text: string; price: number | null; at: Date | null };
  const COLUMNS: readonly CsvColumn<Row>[] = [
    { heading: 'Text', cell: ({ text }) => text },
    { heading: 'Preis', cell: ({ price }) => price },
    { heading: 'Zeitpunkt', cell: ({ at }) => at },
  ];
  const MARK = '\ufeff';

  describe('a CSV file of the server (rule 10.10)', () => {
    test('has mark, heading, semicolons, CRLF, prices with a comma and moments in Berlin', async () => {
      const rows = [
        { text: 'Salbe', price: 123_450, at: new Date('2026-03-29T01:30:00Z') },
        { text: '', price: null, at: null },
      ];
      expect(await csvText(COLUMNS, rows)).toBe(
        `${MARK}Text;Preis;Zeitpunkt\r\nSalbe;1234,50;29.03.2026 03:30\r\n;;\r\n`,
      );
      expect(await csvText(COLUMNS, [], { mark: false })).toBe('Text;Preis;Zeitpunkt\r\n');
    });

    test('writes a text as the browser does, formulas guarded', async () => {
      const special = fc
        .array(
          fc.constantFrom("'", '=', '-', '+', '@', '"', ';', ',', '\t', '\n', '\r\n', ' ', '\u00a0', 'ß', '1', '＝'),
          {
            maxLength: 5,
          },
        )
        .map((parts) => parts.join(''));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(special, fc.string({ unit: 'grapheme', maxLength: 8 }))), async (texts) => {
          const rows = texts.map((text) => ({ text, price: null, at: null }));
          const expected = texts.map((text) => `${writeCsvCell(text)};;\r\n`).join('');
          expect(await csvText(COLUMNS, rows, { mark: false })).toBe(`Text;Preis;Zeitpunkt\r\n${expected}`);
        }),
        { numRuns: 1000 },
      );
    });

    test('comes in slices, between which others have their turn', async () => {
      const rows = Array.from({ length: 20_000 }, (_, n) => ({ text: `Salbe ${n}`, price: n, at: new Date(n) }));
      let turns = 0;
      let waiting = true;
      const others = () => {
        turns += 1;
        if (waiting) setImmediate(others);
      };
      setImmediate(others);
      let slices = 0;
      for await (const { rows: written } of csvTexts(COLUMNS, [rows])) {
        expect(written).toBeLessThanOrEqual(250);
        slices += 1;
      }
      waiting = false;
      expect(slices).toBe(80);
      expect(turns).toBeGreaterThanOrEqual(slices - 1);
    });
  });
});

describe('a cell', () => {
  // Rule 10.10.
  describe('a written CSV cell', () => {
    test('is read as it was, with any separator', async () => {
      // control characters are issues, and a blank row is none
      const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/\p{Cc}|\ufffd/gu, ''));
      const special = fc
        .array(fc.constantFrom("'", '=', '-', '"', ';', ',', '\t', '\r\n', ' ', 'ß', '1'), { maxLength: 5 })
        .map((parts) => parts.join(''));
      const row = fc.array(fc.oneof(cell, special), { minLength: 6, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 1, maxLength: 5 }),
          fc.constantFrom(';', ',', '\t'),
          async (rows, separator) => {
            const table = [['PZN', 'b', 'c', 'd', 'e', 'f', 'g'], ...rows.map((cells) => ['x', ...cells])];
            const text = table.map((cells) => `${cells.map(writeCsvCell).join(separator)}\r\n`).join('');
            const { records } = await readAll(text);
            expect(records.map((record) => record.cells)).toEqual(table.slice(1));
            expect(records.flatMap((record) => record.issues)).toEqual([]);
          },
        ),
        { numRuns: 500 },
      );
    });
  });
});
