import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCents, MAX_PRICE_CENTS, parsePriceInput, readTypedPrice } from '../src/index.ts';

const price = (cents: number) => ({ kind: 'price', cents, rounded: false });
const rounded = (cents: number) => ({ kind: 'price', cents, rounded: true });
const issue = (reason: string) => ({ kind: 'issue', reason });

// Rule 3.11.
describe('a price as a person types it', () => {
  test.each([
    ['4,99', 499],
    ['4.99', 499],
    ['4,9', 490],
    ['12', 1200],
    ['04,90', 490],
    ['.5', 50],
    [',5', 50],
    ['5.', 500],
    ['4,', 400],
    ['1.234,5', 123_450],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1234.56', 123_456],
    ['1 234,56', 123_456],
    ['1\u202f234,56', 123_456],
    ['€ 4,90', 490],
    ['4,90 €', 490],
    ['\u00a04,90\u00a0€\u00a0', 490],
    ['eur 4,99', 499],
    ['12,-', 1200],
    ['1.234,-', 123_400],
    ['1.234,--', 123_400],
    ['0,01', 1],
    ['99.999,99', 9_999_999],
    // zeros beyond the cents lose nothing
    ['4,900', 490],
    ['99.999,990', 9_999_999],
  ])('%p', (text, cents) => {
    expect(readTypedPrice(text)).toEqual(price(cents));
  });

  test.each([
    ['12,345', 1235],
    ['4,999', 500],
    ['4,994', 499],
    ['4,995', 500],
    ['4,9949', 499],
    ['999,999', 100_000],
    // 1,005 lies below the half in binary, not as a decimal number
    ['1,005', 101],
    ['8,345', 835],
    ['1.234,565', 123_457],
    ['1,234.565', 123_457],
    ['0.999', 100],
    ['.999', 100],
    ['01.234', 123],
    ['1234.567', 123_457],
    ['1.2345', 123],
    ['1 234.567', 123_457],
    ['0,005', 1],
    ['99.999,994', 9_999_999],
  ])('%p is rounded', (text, cents) => {
    expect(readTypedPrice(text)).toEqual(rounded(cents));
  });

  test.each([
    ['1.234', 123, 123_400],
    ['12.345', 1235, 1_234_500],
    ['4.999', 500, 499_900],
    ['1.000', 100, 100_000],
    ['99.999', 10_000, 9_999_900],
    ['€ 1.234', 123, 123_400],
    ['100.000', 10_000, null],
    ['999.999', 100_000, null],
  ])('%p asks which is meant', (text, decimals, thousands) => {
    expect(readTypedPrice(text)).toEqual({ kind: 'question', decimals, thousands });
  });

  test.each(['', ' ', '\u00a0', '\t'])('%p is empty', (text) => {
    expect(readTypedPrice(text)).toEqual({ kind: 'empty' });
  });

  test.each([
    ['0', 'notPositive'],
    ['0,00', 'notPositive'],
    ['0,004', 'notPositive'],
    ['.004', 'notPositive'],
    ['-4,99', 'notPositive'],
    ['−4,99', 'notPositive'],
    ['-1.234', 'notPositive'],
    ['100000', 'tooHigh'],
    ['99.999,995', 'tooHigh'],
    ['1.234.567', 'tooHigh'],
    ['1,234,567', 'tooHigh'],
    ['100.000,-', 'tooHigh'],
    ['9'.repeat(400), 'tooHigh'],
    ['abc', 'notANumber'],
    ['1e3', 'notANumber'],
    ['=4+1', 'notANumber'],
    ['+4,99', 'notANumber'],
    ['4,,9', 'notANumber'],
    ['4..9', 'notANumber'],
    ['4,99,99', 'notANumber'],
    ['12.34,56', 'notANumber'],
    ['1.234.56', 'notANumber'],
    ['4 99', 'notANumber'],
    ['4,50,-', 'notANumber'],
    ['4,5,-', 'notANumber'],
    ['4.5,--', 'notANumber'],
    ['4,999,-', 'notANumber'],
    ['４，９９', 'notANumber'],
    [',', 'notANumber'],
    ['.', 'notANumber'],
    ['€', 'notANumber'],
    ['-', 'notANumber'],
    ['4,99 $', 'notANumber'],
    ['Infinity', 'notANumber'],
  ])('%p is refused: %s', (text, reason) => {
    expect(readTypedPrice(text)).toEqual(issue(reason));
  });

  test('what the portal shows can be typed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_PRICE_CENTS }), (cents) => {
        expect(readTypedPrice(formatCents(cents))).toEqual(price(cents));
        expect(readTypedPrice((cents / 100).toFixed(2))).toEqual(price(cents));
      }),
    );
  });

  test('any decimals after a comma are rounded to the nearest cent, halves away from zero', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_998 }), fc.stringMatching(/^\d{1,12}$/), (euros, digits) => {
        const answer = readTypedPrice(`${euros},${digits}`);
        // in exact integers: the amount in 10^-12 €, half a cent added, whole cents taken
        const amount = BigInt(euros) * 10n ** 12n + BigInt(digits.padEnd(12, '0'));
        const cents = Number((amount + 5n * 10n ** 9n) / 10n ** 10n);
        const lossless = amount % 10n ** 10n === 0n;
        expect(answer).toEqual(cents === 0 ? issue('notPositive') : { kind: 'price', cents, rounded: !lossless });
      }),
    );
  });

  test('a question is asked of a dot before exactly three digits and of nothing else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.,]{0,9}$/), (text) => {
        const asks = /^[1-9]\d{0,2}\.\d{3}$/.test(text);
        expect(readTypedPrice(text).kind === 'question').toBe(asks);
      }),
    );
  });

  test('a text that a file may hold means the same when it is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9., €]{0,12}$/), (text) => {
        const read = parsePriceInput(text);
        const typed = readTypedPrice(text);
        return read.kind !== 'price' || (typed.kind === 'price' && typed.cents === read.cents);
      }),
    );
  });

  test('any text gives an allowed price, emptiness, a question or an issue', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9., €eE]{0,12}$/)), (text) => {
        const typed = readTypedPrice(text);
        const amounts =
          typed.kind === 'price' ? [typed.cents] : typed.kind === 'question' ? [typed.decimals, typed.thousands] : [];
        return amounts.every(
          (cents) => cents === null || (Number.isInteger(cents) && cents >= 1 && cents <= MAX_PRICE_CENTS),
        );
      }),
    );
  });
});
