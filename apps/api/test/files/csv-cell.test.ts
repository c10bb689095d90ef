import { describe, expect, test } from '@jest/globals';
import { writeCsvCell } from '@portal/list-view';
import fc from 'fast-check';
import { readAll } from './sources.ts';

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
