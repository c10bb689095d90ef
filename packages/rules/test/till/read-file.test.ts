import { expect, test } from '@jest/globals';
import { fitsTillProfile, readTillFile, TILL_PROFILES, type TillProfile } from '../../src/index.ts';

// Rule 9.24.

const { csv, fixed } = TILL_PROFILES;
const read = (profile: TillProfile, text: string) => [...readTillFile(profile, text)];
const priceOf = (cell: string, profile: TillProfile = csv) => {
  const [found] = read({ ...profile, heading: false }, `00200495;${cell}\n`);
  return found && 'row' in found ? found.row.cents : 'none';
};

test.each([
  ['', null],
  ['0', 0],
  ['0,00', 0],
  ['12', 1200],
  ['12,5', 1250],
  [' 12,50 ', 1250],
  ['99999,99', 9_999_999],
  ['100000,00', 'none'],
  ['1.234,50', 'none'],
  ['12.50', 'none'],
  ['12,505', 'none'],
  ['10,9900', 1099],
  ['10,9950', 'none'],
  ['10,990', 'none'],
  ['-1,00', 'none'],
  ['1e3', 'none'],
] as const)('%j is a price of %p', (cell, cents) => expect(priceOf(cell)).toBe(cents));

test('each form of decimals has its own', () => {
  expect(priceOf('12.5', { ...csv, decimals: 'point' })).toBe(1250);
  expect(priceOf('12,5', { ...csv, decimals: 'point' })).toBe('none');
  expect(priceOf('1250', { ...csv, decimals: 'cents' })).toBe(1250);
});

test('lines end as they like, blank ones and trailing separators are nothing', () => {
  expect(read(csv, 'PZN;VK\n200495;1,00;;\r\n\r\n00200880;2,00\r00000011;')).toEqual([
    { line: 2, row: { pzn: '00200495', cents: 100 } },
    { line: 4, row: { pzn: '00200880', cents: 200 } },
    { line: 5, row: { pzn: '00000011', cents: null } },
  ]);
});

test('what is no row is named with its line', () => {
  const named = { ...csv, columns: [...csv.columns, { field: 'name', heading: 'Name', width: null }] } as TillProfile;
  expect(read(named, 'PZN;VK\n1;1;"a\n1;1;"a"b\n1;1;"a;""b"\n1;1;a;x\n0;1;a\nX;1;a\n')).toEqual([
    { line: 1, issue: 'cells', field: null, value: 'PZN;VK' },
    { line: 2, issue: 'cells', field: null, value: '1;1;"a' },
    { line: 3, issue: 'cells', field: null, value: '1;1;"a"b' },
    { line: 4, row: { pzn: '00000001', cents: 100 } },
    { line: 5, issue: 'cells', field: null, value: '1;1;a;x' },
    { line: 6, issue: 'pzn', field: 'pzn', value: '0' },
    { line: 7, issue: 'pzn', field: 'pzn', value: 'X' },
  ]);
});

test('fixed widths may lack blanks at the end, and hold nothing beyond', () => {
  expect(read(fixed, '002004950001149\n00200880\n002008800000001x\n')).toEqual([
    { line: 1, row: { pzn: '00200495', cents: 1149 } },
    { line: 2, row: { pzn: '00200880', cents: null } },
    { line: 3, issue: 'cells', field: null, value: '002008800000001x' },
  ]);
});

// Rule 9.37.
test.each([
  ['its own form', fixed, '002004950001099\r\n00200880       \r\n', true],
  ['cents where the file has euros', { ...csv, heading: false, decimals: 'cents' }, '00200495;10,99\n', false],
  ['other headings', csv, 'PZN;AVP;VK\n00200495;1,00;2,00\n', false],
  ['no price at all', csv, 'PZN;VK\n00200495;\n00200880;\n', false],
  ['numbers that are no PZN', { ...csv, heading: false }, '00200496;1,00\n00200881;1,00\n', false],
  ['nothing', csv, '', false],
] as const)('a file fits a profile: %s', (_, profile, text, fits) => expect(fitsTillProfile(profile, text)).toBe(fits));

test('one line of ten may be unreadable, never the first', () => {
  const rows = '00200495;1,00\n'.repeat(9);
  const bare = { ...csv, heading: false };
  expect(fitsTillProfile(bare, `${rows}x\n`)).toBe(true);
  expect(fitsTillProfile(bare, `${rows}x\nx\n`)).toBe(false);
  expect(fitsTillProfile(bare, `x\n${rows}`)).toBe(false);
});
