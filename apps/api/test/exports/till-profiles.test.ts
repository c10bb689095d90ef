import { describe, expect, test } from '@jest/globals';
import { isTillProfile, TILL_PROFILES } from '../../src/modules/exports/till-profiles.ts';

const prices = [
  { pzn: '00000001', effectivePrice: 5 },
  { pzn: '01234562', effectivePrice: null },
  { pzn: '09999999', effectivePrice: 9_999_999 },
];

describe('the till profiles (rule 9.2)', () => {
  test('the default is PZN;VK with decimal comma and CRLF, an exclusion has an empty VK', async () => {
    const { extension, write } = TILL_PROFILES.csv;
    expect(extension).toBe('.csv');
    expect(await write(prices)).toBe('PZN;VK\r\n00000001;0,05\r\n01234562;\r\n09999999;99999,99\r\n');
  });

  test('the fixed-width profile has lines of 15 characters', () => {
    const { extension, write } = TILL_PROFILES.fixed;
    expect(extension).toBe('.txt');
    expect(write(prices)).toBe('000000010000005\r\n01234562       \r\n099999999999999\r\n');
  });

  test('knows the names of its profiles only', () => {
    expect(isTillProfile('csv')).toBe(true);
    expect(isTillProfile('toString')).toBe(false);
  });
});
