import { describe, expect, test } from '@jest/globals';
import { parsePriceInput } from '@portal/rules';
import fc from 'fast-check';
import { readElasticityCell, readIntegerCell, readPriceCell, readTextCell } from '../../src/files/cells.ts';

// Rule 10.3.
describe('price cells', () => {
  test.each([
    ['4,99', 499],
    ['4.99', 499],
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['1234.56', 123456],
    ['4,9', 490],
    ['12', 1200],
    ['12,50 €', 1250],
    ['EUR 3,00', 300],
    ['99999,99', 9999999],
    ['', null],
    [' ', null],
    ['4,999', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['0,00', 'notPositive'],
    ['0', 'notPositive'],
    ['-1,00', 'notPositive'],
    ['100000,00', 'tooHigh'],
    ['1e3', 'notANumber'],
    ['=1+1', 'notANumber'],
    ['---', 'notANumber'],
    ['12345,678', 'tooManyDecimals'],
  ])('%j is %j', (text, expected) => {
    expect(readPriceCell(text)).toBe(expected);
  });

  test('the short way reads as the general reader does', () => {
    const part = fc.constantFrom('0', '1', '9', ',', '.', ' ', '-', '€', 'x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const text = parts.join('');
        const input = parsePriceInput(text);
        const expected = input.kind === 'price' ? input.cents : input.kind === 'empty' ? null : input.reason;
        expect(readPriceCell(text)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});

test.each([
  ['nicht elastisch', 0],
  ['Mittel  Elastisch', 1],
  [' HOCH ELASTISCH ', 2],
  ['hoch', 2],
  ['0', 0],
  ['1', 1],
  ['2', 2],
  ['', null],
  ['3', undefined],
  ['elastisch', undefined],
])('cluster %j is %j', (text, expected) => {
  expect(readElasticityCell(text)).toBe(expected);
});

test.each([
  ['12', 12],
  ['1.234', 1234],
  ['1.234.567', 1234567],
  ['12,00', 12],
  ['0', 0],
  ['2147483647', 2147483647],
  ['', null],
  ['2147483648', undefined],
  ['1,5', undefined],
  ['12.34', undefined],
  ['-1', undefined],
  ['viele', undefined],
])('count %j is %j', (text, expected) => {
  expect(readIntegerCell(text)).toBe(expected);
});

test('texts come on one line, up to 500 characters', () => {
  expect(readTextCell('  Salbe \r\n  20 g ')).toBe('Salbe 20 g');
  expect(readTextCell(' ')).toBeNull();
  expect(readTextCell('x'.repeat(500))).toHaveLength(500);
  expect(readTextCell('x'.repeat(501))).toBeUndefined();
});
