import { describe, expect, test } from '@jest/globals';
import { readTypedNumber } from '../src/index.ts';

describe('a typed number is read like a typed price (rule 3.11)', () => {
  test.each([
    ['12', 12],
    ['-3', -3],
    ['4,5 %', 4.5],
    ['1,000', 1],
    ['1.234,5', 1234.5],
    ['1.000,00', 1000],
    ['1.000.000', 1_000_000],
    ['1000', 1000],
    ['0.999', 0.999],
    ['1.5', 1.5],
    ['€ 12,-', 12],
    ['1.234,-', 1234],
  ])('%p', (text, value) => {
    expect(readTypedNumber(text)).toEqual({ kind: 'number', value });
  });

  test.each([
    ['1.000', 1, 1000],
    ['-1.234', -1.234, -1234],
    ['99.999 €', 99.999, 99_999],
    ['2.500 %', 2.5, 2500],
  ])('%p asks', (text, decimals, thousands) => {
    expect(readTypedNumber(text)).toEqual({ kind: 'question', decimals, thousands });
  });

  test.each(['x', '1e3', '4,5,-', '1..2', '--3', '4,50,-'])('%p is not a number', (text) => {
    expect(readTypedNumber(text)).toEqual({ kind: 'issue' });
  });

  test('blanks are empty', () => {
    expect(readTypedNumber(' ')).toEqual({ kind: 'empty' });
  });
});
