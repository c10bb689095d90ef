import { describe, expect, test } from '@jest/globals';
import { describePznForm, readPznCell } from '../src/index.ts';

// Rule 5.10. 00208568: 0·1+0·2+2·3+0·4+8·5+5·6+6·7 = 118 = 10·11 + 8; 15714099: 1+10+21+4+20+0+63 = 119 = 10·11 + 9.
describe('a PZN as spreadsheets write it', () => {
  test.each([
    '208568',
    '00208568',
    'PZN - 00208568',
    '="00208568"',
    '=208568',
    "'00208568",
    '’208568',
    '208568,00',
    '208568.0',
    '208.568',
    '208,568',
    '2,08568E+05',
    '2.08568e5',
    ' 208 568 ',
    '-00208568',
  ])('%j is read', (cell) => {
    expect(readPznCell(cell)).toEqual({ pzn: '00208568' });
  });

  test.each([
    ['15.714.099', '15714099'],
    ["15'714'099", '15714099'],
    ['1,5714099E+07', '15714099'],
    ['04150157140997', '15714099'],
  ])('%j is %s', (cell, pzn) => {
    expect(readPznCell(cell)).toEqual({ pzn });
  });

  test.each([
    ['1,57E+07', 'exponent'],
    ['1.57141E+07', 'exponent'],
    ['8,53E+06', 'exponent'],
    ['4006381333931', 'ean'],
    ['208.569', 'number'],
    ['208569,00', 'number'],
    ['15.714,099', 'other'],
    ['208568,50', 'other'],
    ['A-17', 'other'],
    ['="A-17"', 'other'],
    ['9'.repeat(500), 'other'],
  ])('%j cannot be read: %s', (cell, form) => {
    expect(readPznCell(cell)).toEqual({ form });
  });

  test.each(['', ' ', '\u00a0'])('%j is empty', (cell) => {
    expect(readPznCell(cell)).toBeUndefined();
  });

  test('a form is named with its remedy', () => {
    expect(describePznForm('exponent', '1,57E+07')).toMatch(/^„1,57E\+07“ .* breiter oder stellen Sie sie auf „Text“/);
    expect(describePznForm('ean', '4006381333931')).toContain('ist eine EAN');
  });
});
