import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { restoreCsvCell, writeCsvCell } from '../../src/index.ts';

// Rule 10.10.
describe('writeCsvCell', () => {
  test.each([
    ['Aspirin', 'Aspirin'],
    ['01126111', '01126111'],
    ['4,99', '"4,99"'],
    ['-3,5', '"-3,5"'],
    ['a;b', '"a;b"'],
    ['5" Kanüle', '"5"" Kanüle"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    ["'=1", "''=1"],
    ["'n Abend", "'n Abend"],
    ['\t=1', '"\'\t=1"'],
  ])('%j is written %j', (text, written) => {
    expect(writeCsvCell(text)).toBe(written);
  });

  test('no written cell starts a formula, and the reader takes the apostrophe off again', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '1', ',', 'a', '"'), { maxLength: 6 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        const written = writeCsvCell(value);
        const bare = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect(restoreCsvCell(bare)).toBe(value);
        if (!/^-?\d+([.,]\d+)*$/.test(bare)) expect(bare).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  // Blanks at the ends would be trimmed by readers, hard ones too.
  ['Aspirin ', '"Aspirin "'],
  [' Aspirin', '" Aspirin"'],
  ['Aspirin\u00a0', '"Aspirin\u00a0"'],
  ['Ä', 'Ä'],
  ['a,b', '"a,b"'],
  ['a\tb', '"a\tb"'],
  ['(Öl)', '(Öl)'],
  ['-12', '-12'],
  ['-12.5', '-12.5'],
  ['-1.234,56', '"-1.234,56"'],
  ['--1', "'--1"],
  ['=12', "'=12"],
  ["''=1", "'''=1"],
  ['a=1', 'a=1'],
  ['', ''],
])('the cell %j is written %j', (text, written) => {
  expect(writeCsvCell(text)).toBe(written);
});
