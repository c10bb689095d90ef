import { describe, expect, test } from '@jest/globals';
import { restoreCsvCell } from '@portal/list-view';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { readAll } from './sources.ts';

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
        const file = stringify([header, ...records], { delimiter, record_delimiter: lineEnd, quoted: true, bom: true });
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
