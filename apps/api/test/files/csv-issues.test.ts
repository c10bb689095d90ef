import { describe, expect, test } from '@jest/globals';
import { readCsv } from '../../src/files/csv-reader.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { chunksOf, issues, readAll, refusal } from './sources.ts';

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
  test('a file of nothing else is no text', async () =>
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
