import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsv } from '../../src/files/csv-reader.ts';
import { FileRefusal } from '../../src/files/issues.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { cells, readAll, refusal } from './sources.ts';

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
    expect((await readAll('"PZN, lang, mit, Komma";Preis\n1;2\n')).header).toEqual(['PZN, lang, mit, Komma', 'Preis']);
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

  test('a source that fails is no refusal', async () => {
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
