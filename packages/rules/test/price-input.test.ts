import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCents, MAX_PRICE_CENTS, parsePriceInput } from '../src/index.ts';

const price = (cents: number) => ({ kind: 'price', cents });
const issue = (reason: string) => ({ kind: 'issue', reason });

describe('a price as a file holds it', () => {
  test.each([
    ['4,99', 499],
    ['4.99', 499],
    ['4,9', 490],
    ['12', 1200],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1234.56', 123_456],
    ['1234,56', 123_456],
    ['1 234,56', 123_456],
    ['1\u202f234,56', 123_456],
    [' 4,99 € ', 499],
    ['€4,99', 499],
    ['4,99\u00a0EUR', 499],
    ['eur 4,99', 499],
    ['12,-', 1200],
    ['1.234,-', 123_400],
    ['0,01', 1],
    ['99.999,99', 9_999_999],
    ['04,50', 450],
    ['4,9900', 499],
    ['12.5000', 1_250],
    ['1.234,5600', 123_456],
    ['1,234.5600 €', 123_456],
    ['0,1000', 10],
    ['10,990000', 1_099],
  ])('%p', (text, cents) => {
    expect(parsePriceInput(text)).toEqual(price(cents));
  });

  test.each(['', ' ', '\u00a0'])('%p is empty', (text) => {
    expect(parsePriceInput(text)).toEqual({ kind: 'empty' });
  });

  test.each([
    ['4,999', 'ambiguous'],
    ['1.234', 'ambiguous'],
    ['99.999', 'ambiguous'],
    ['999,999', 'ambiguous'],
    ['0', 'notPositive'],
    ['0,00', 'notPositive'],
    ['-4,99', 'notPositive'],
    ['−4,99', 'notPositive'],
    ['100000', 'tooHigh'],
    ['1.234.567', 'tooHigh'],
    ['9'.repeat(400), 'tooHigh'],
    ['4,9949', 'tooManyDecimals'],
    ['4,9950', 'tooManyDecimals'],
    ['4,9901', 'tooManyDecimals'],
    ['4,990', 'ambiguous'],
    ['0,990', 'tooManyDecimals'],
    ['0,999', 'tooManyDecimals'],
    ['0,004', 'tooManyDecimals'],
    ['1234,567', 'tooManyDecimals'],
    ['1.234,565', 'tooManyDecimals'],
    ['99999,995', 'tooManyDecimals'],
    ['4,', 'notANumber'],
    ['4,5,-', 'notANumber'],
    ['4,50,-', 'notANumber'],
    ['4,999,-', 'notANumber'],
    ['4,,-', 'notANumber'],
    [',5', 'notANumber'],
    ['abc', 'notANumber'],
    ['1e3', 'notANumber'],
    ['=4+1', 'notANumber'],
    ['+4,99', 'notANumber'],
    ['4,99,99', 'notANumber'],
    ['12.34,56', 'notANumber'],
    ['1.234.56', 'notANumber'],
    ['0.001.234', 'notANumber'],
    ['4 99', 'notANumber'],
    [',', 'notANumber'],
    ['€', 'notANumber'],
    ['-', 'notANumber'],
    ['4,99 $', 'notANumber'],
    ['0x10', 'notANumber'],
    ['Infinity', 'notANumber'],
  ])('%p is an issue: %s', (text, reason) => {
    expect(parsePriceInput(text)).toEqual(issue(reason));
  });

  test('what the portal writes can be read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_PRICE_CENTS }), (cents) => {
        expect(parsePriceInput(formatCents(cents))).toEqual(price(cents));
        expect(parsePriceInput(`${formatCents(cents)} €`)).toEqual(price(cents));
        expect(parsePriceInput((cents / 100).toFixed(2))).toEqual(price(cents));
      }),
    );
  });

  test('any text gives an allowed price, emptiness or an issue', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9., €eE]{0,12}$/)), (text) => {
        const input = parsePriceInput(text);
        if (input.kind !== 'price') return true;
        return Number.isInteger(input.cents) && input.cents >= 1 && input.cents <= MAX_PRICE_CENTS;
      }),
    );
  });
});
