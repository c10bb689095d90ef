import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blockHtml, blockText, readBlock } from '../../src/index.ts';

describe('cells from a spreadsheet (rule 3.28)', () => {
  test.each([
    ['1,11\r\n2,22\r\n3,33\r\n', [['1,11'], ['2,22'], ['3,33']]],
    [
      'a\tb\n\tc',
      [
        ['a', 'b'],
        ['', 'c'],
      ],
    ],
    ['"two\nlines"\t"say ""hi"""\r\n', [['two\nlines', 'say "hi"']]],
    ['5" Pflaster\t"offen', [['5" Pflaster', '"offen']]],
    ['1\n\n2', [['1'], [''], ['2']]],
    ['a\t', [['a', '']]],
    ['', []],
  ])('%j', (text, cells) => {
    expect(readBlock(text)).toEqual(cells);
  });

  test('come back as they were written, whatever stands in them', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r\n', ',', '0', ' ', 'ß') });
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(block, (rows) => {
        // what would be a formula gets an apostrophe on the way
        const written = rows.map((row) => row.map((text) => text.replace(/^[\s]+/, '')));
        const text = blockText(written.map((row) => row.map((each) => ({ text: each }))));
        // the end of the last line is none
        if (text !== '') expect(readBlock(`${text}\r\n`)).toEqual(written);
      }),
    );
  });

  test('are written as text and as a table that keeps zeros of a PZN and runs no formula', () => {
    const rows = [
      [{ text: '00012345' }, { text: '=A1' }, { text: '1234,56', number: 1234.56 }, { text: 'A & "B"\nC' }],
    ];
    expect(blockText(rows)).toBe('00012345\t\'=A1\t1234,56\t"A & ""B""\nC"');
    expect(blockHtml(rows)).toBe(
      '<meta charset="utf-8"><table lang="de"><tr>' +
        `<td style="mso-number-format:'\\@'" sdnum="1031;0;@">00012345</td>` +
        `<td style="mso-number-format:'\\@'" sdnum="1031;0;@">=A1</td>` +
        '<td sdval="1234,56" sdnum="1031;">1234,56</td>' +
        `<td style="mso-number-format:'\\@'" sdnum="1031;0;@">A &amp; &quot;B&quot;<br>C</td>` +
        '</tr></table>',
    );
  });
});
