import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decodeTillText,
  PRODUCT_GROUPS,
  readTillFile,
  TILL_DATES,
  TILL_DECIMALS,
  TILL_ENCODINGS,
  TILL_FIELDS,
  TILL_SEPARATORS,
  TILL_WITHDRAWN,
  type TillField,
  type TillFileRow,
  type TillProfile,
  tillColumnMinimum,
  tillProfileIssues,
  writeTillFile,
} from '../../src/index.ts';

/** The umlauts of CP850, by hand; Node reads the other encodings itself. */
const CP850 = new Map(
  Array.from('äöüÄÖÜß').map((letter, index) => [[0x84, 0x94, 0x81, 0x8e, 0x99, 0x9a, 0xe1][index], letter]),
);

const MARKER = 'weg';
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const cents = fc.integer({ min: 1, max: 9_999_999 });
const name = fc.string({ unit: fc.constantFrom(...Array.from('aZ5äöüÄÖÜß ;,|\t"\'=+-@.')), maxLength: 12 });
const row: fc.Arbitrary<TillFileRow> = fc.record({
  pzn: digits(8),
  productGroup: fc.constantFrom(...PRODUCT_GROUPS),
  price: fc.option(cents),
  avp: fc.option(cents),
  type: fc.option(fc.integer({ min: 0, max: 3 })),
  name,
  validFrom: fc.option(
    fc
      .date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
});

/** Any profile without an issue: further columns in any order, widths of the minimum or more. */
const profile: fc.Arbitrary<TillProfile> = fc
  .record({
    more: fc.subarray(TILL_FIELDS.filter((field) => !['pzn', 'price', 'marker'].includes(field))),
    order: fc.array(fc.nat(), { minLength: TILL_FIELDS.length, maxLength: TILL_FIELDS.length }),
    spare: fc.nat({ max: 3 }),
    separator: fc.constantFrom(...TILL_SEPARATORS, null),
    heading: fc.boolean(),
    pzn: fc.constantFrom('eight' as const, 'short' as const),
    decimals: fc.constantFrom(...TILL_DECIMALS),
    dates: fc.constantFrom(...TILL_DATES),
    encoding: fc.constantFrom(...TILL_ENCODINGS),
    lineEnd: fc.constantFrom('crlf' as const, 'lf' as const),
    withdrawn: fc.constantFrom(...TILL_WITHDRAWN),
  })
  .map(({ more, order, spare, ...rest }): TillProfile => {
    const fields: TillField[] = ['pzn', 'price', ...more, ...(rest.withdrawn === 'marker' ? ['marker' as const] : [])];
    const keys = new Map(fields.map((field, index) => [field, order[index] ?? 0]));
    const columns = fields
      .toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
      .map((field) => {
        const least = Math.max(tillColumnMinimum(field, rest), field.length, MARKER.length);
        return { field, heading: field, width: rest.separator === null ? least + spare : null };
      });
    return { ...rest, extension: '.txt', columns, marker: rest.withdrawn === 'marker' ? MARKER : '' };
  })
  .filter((each) => tillProfileIssues(each).length === 0);

/** Reads a file as a till would that knows the profile: the texts of each line by their field. */
function read(form: TillProfile, bytes: Uint8Array): Record<string, string>[] {
  const text =
    form.encoding === 'cp850'
      ? Array.from(bytes, (byte) => CP850.get(byte) ?? String.fromCharCode(byte)).join('')
      : new TextDecoder(form.encoding.replace('-bom', ''), { ignoreBOM: form.encoding !== 'utf-8-bom' }).decode(bytes);
  const lines = text.split(form.lineEnd === 'crlf' ? '\r\n' : '\n');
  expect(lines.pop()).toBe('');
  const cells = lines.map((line) =>
    form.separator === null ? byWidth(form, line) : bySeparator(form.separator, line),
  );
  const heading = form.heading ? cells.shift() : undefined;
  if (heading) expect(heading.map((each) => each.trim())).toEqual(form.columns.map(({ field }) => field));
  return cells.map((line) => {
    expect(line).toHaveLength(form.columns.length);
    return Object.fromEntries(form.columns.map(({ field }, index) => [field, line[index] ?? '']));
  });
}

function byWidth({ columns }: TillProfile, line: string): string[] {
  let at = 0;
  const cells = columns.map(({ width }) => line.slice(at, (at += width ?? 0)));
  expect(line).toHaveLength(at);
  return cells;
}

function bySeparator(separator: string, line: string): string[] {
  const cells: string[] = [];
  for (let rest: string | undefined = line; rest !== undefined; ) {
    const quoted: RegExpExecArray | null = /^"((?:[^"]|"")*)"/.exec(rest);
    const end: number = quoted ? quoted[0].length : (rest + separator).indexOf(separator);
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : rest.slice(0, end));
    rest = end < rest.length ? rest.slice(end + 1) : undefined;
  }
  return cells;
}

const amount = (text: string, { decimals }: TillProfile) => {
  const bare = text.trim();
  if (bare === '') return null;
  return decimals === 'cents' ? Number(bare) : Number(bare.replace(/[.,]/, ''));
};
const day = (text: string, { dates }: TillProfile) => {
  const found = text.match(/\d+/g)?.join('') ?? '';
  if (found === '') return null;
  const [year, month, date] =
    dates === 'dd.MM.yyyy'
      ? [found.slice(4), found.slice(2, 4), found.slice(0, 2)]
      : [found.slice(0, 4), found.slice(4, 6), found.slice(6)];
  return `${year}-${month}-${date}`;
};

// Rule 9.24.
test('the portal reads what it has written itself, in every profile', () => {
  fc.assert(
    fc.property(profile, fc.array(row, { maxLength: 6 }), (form, given) => {
      const rows = given.filter(({ pzn }) => pzn !== '00000000');
      const text = decodeTillText(writeTillFile(form, rows), form.encoding);
      const found = Array.from(readTillFile(form, text), (line) => ('row' in line ? line.row : line));
      const expected = rows.filter(({ price }) => price !== null || form.withdrawn !== 'omit');
      expect(found).toEqual(expected.map(({ pzn, price }) => ({ pzn, cents: price })));
    }),
    { numRuns: 300 },
  );
});

describe('what a till reads back (rules 9.8 to 9.11)', () => {
  test('is what was written, in every profile', () => {
    fc.assert(
      fc.property(profile, fc.array(row, { maxLength: 6 }), (form, rows) => {
        const found = read(form, writeTillFile(form, rows));
        const expected = rows.filter(({ price }) => price !== null || form.withdrawn !== 'omit');
        expect(found).toHaveLength(expected.length);
        for (const [index, { name: written, productGroup, ...numbers }] of expected.entries()) {
          const cells = found[index] ?? {};
          expect((cells.pzn ?? '').trim().padStart(8, '0')).toBe(numbers.pzn);
          if (form.pzn === 'eight') expect((cells.pzn ?? '').trim()).toHaveLength(8);
          expect(amount(cells.price ?? '', form)).toBe(numbers.price);
          if ('avp' in cells) expect(amount(cells.avp ?? '', form)).toBe(numbers.avp);
          if ('type' in cells) expect(cells.type?.trim()).toBe(numbers.type === null ? '' : String(numbers.type));
          if ('group' in cells) expect(cells.group?.trim()).toBe(productGroup);
          if ('validFrom' in cells) expect(day(cells.validFrom ?? '', form)).toBe(numbers.validFrom);
          if ('marker' in cells) expect(cells.marker?.trim()).toBe(numbers.price === null ? MARKER : '');
          if (!('name' in cells)) continue;
          const text = written.replaceAll(/\t+/g, ' ');
          const width = form.columns.find(({ field }) => field === 'name')?.width ?? null;
          if (width === null) expect(cells.name).toBe(text);
          else expect(cells.name).toBe(text.slice(0, width).padEnd(width));
        }
      }),
      { numRuns: 300 },
    );
  });
});
