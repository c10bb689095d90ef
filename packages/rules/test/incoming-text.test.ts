import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { boundText, hasManyMarks, textIssue, type TextForm } from '../src/incoming-text.ts';

const FORMS: readonly TextForm[] = ['NFC', 'NFD', 'NFKC', 'NFKD'];
const RUN = /[\p{M}\uff9e\uff9f]{9}/u;
/** Above and below a letter: sorted one by one. */
const MARKS = '\u0301\u0323';
const MEGABYTE = 2 ** 20;

/** Letters, marks of several classes, what becomes marks, Hangul, halves of characters. */
const SIGNS = [
  'a',
  'ß',
  'Ä',
  ' ',
  '\u0301',
  '\u0323',
  '\u0344',
  '\u0f77',
  '\u3099',
  '\u20dd',
  '\u200d',
  '\u{1d165}',
].concat([
  '\u{1e8d0}',
  '\uff9e',
  '\uff9f',
  '\ufb2c',
  '\u1100',
  '\u1161',
  '\u11a8',
  '\ufdfa',
  '\u0e33',
  '\ud800',
  '\udc00',
]);
const sign = fc.constantFrom(...SIGNS);
const text = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(''));

describe('rule 13.15: text that comes in', () => {
  test('is its own normal form where no letter has more than eight marks', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), (given, form) => {
        fc.pre(!RUN.test(given) && !RUN.test(given.normalize(form)));
        expect(boundText(given, given.length, form)).toBe(given.normalize(form));
      }),
    );
  });

  test('has at most eight marks in a row, whatever came in, and is the same when bounded again', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), (given, form) => {
        const bounded = boundText(given, 1_000, form);
        expect(bounded).not.toMatch(RUN);
        expect(boundText(bounded, 1_000, form)).toBe(bounded);
      }),
    );
  });

  test('is cut behind whole characters', () => {
    expect(boundText('Nasenspray', 5)).toBe('Nasen');
    expect(boundText('ab\u{1f48a}', 3)).toBe('ab');
    expect(boundText('ab\u{1f48a}', 4)).toBe('ab\u{1f48a}');
  });

  test('keeps the first eight marks of a letter', () => {
    expect(boundText(`x${'\u0323'.repeat(12)}y`, 100)).toBe(`x${'\u0323'.repeat(8)}y`);
  });

  test.each([
    ['marks of two classes', MARKS],
    ['marks outside the first plane', '\u{1d165}\u{1d16d}'],
    ['voice marks of halfwidth katakana between others', '\uff9e\u0301'],
    ['marks that are two', '\u0344\u0323'],
    ['enclosing marks', '\u20dd\u0301'],
    ['Hangul', '\u1100\u1161\u11a8'],
    ['vowels of Hangul', '\u1161'],
    ['a word of eighteen letters in one sign', '\ufdfa'],
    ['letters', 'ä'],
  ])('hands no long run of marks on to normalize: %s', (_, signs) => {
    const given = signs.repeat(50_000);
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      for (const form of FORMS) boundText(given, Infinity, form);
      const handed = normalize.mock.contexts.map(String);
      expect(handed.length).toBeLessThanOrEqual(FORMS.length);
      expect(handed.filter((each) => RUN.test(each))).toEqual([]);
    } finally {
      normalize.mockRestore();
    }
  });

  // In the square of its length a megabyte takes minutes.
  test('takes a megabyte of marks about as long as one of letters', () => {
    const timeOf = (given: string) => {
      const began = performance.now();
      for (let run = 0; run < 3; run++) boundText(given, Infinity, 'NFD');
      return performance.now() - began;
    };
    timeOf('ä'.repeat(MEGABYTE));
    const letters = timeOf('ä'.repeat(MEGABYTE));
    expect(timeOf(MARKS.repeat(MEGABYTE / 2))).toBeLessThan(100 * letters);
  });

  test('says what is wrong with a text', () => {
    expect(textIssue('Größe', 5)).toBeUndefined();
    expect(textIssue('Größe', 4)).toBe('long');
    expect(textIssue(`a${'\u0301'.repeat(9)}`, 100)).toBe('marks');
    expect(hasManyMarks(`a${'\u0301'.repeat(8)}`)).toBe(false);
  });
});
