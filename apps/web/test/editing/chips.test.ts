import { describe, expect, test } from '@jest/globals';
import { fittingChips } from '../../src/editing/parts/chips.tsx';

describe('the reasons of a row as chips (rule 14.26)', () => {
  const short = ['über AVP', 'Kommafehler?', 'neuer Artikel'];

  test('fill two lines', () => {
    // 60, 84 and 90 pixels with their gaps
    expect(fittingChips(short, 250)).toBe(3);
    expect(fittingChips(short, 150)).toBe(3);
  });

  test('leave room for the number of those that do not fit', () => {
    expect(fittingChips([...short, 'große Wirkung in Euro', 'ungewohnte Endung'], 200)).toBe(3);
    expect(fittingChips(short, 95)).toBe(1);
  });

  test('wrap on a phone, where no number tells of others', () => {
    const long = 'teurer als alle im Umfeld';
    // 162 pixels in two lines of 126, and 60 in the third
    expect(fittingChips([long, 'über AVP', 'Kommafehler?'], 126, 3, true)).toBe(2);
    expect(fittingChips([long, 'über AVP'], 126, 2, true)).toBe(1);
  });

  test('leave room for what is said of the answer', () => {
    const long = 'teurer als alle im Umfeld';
    // beside 'über AVP', in the third line
    expect(fittingChips([long, 'über AVP'], 126, 3, true, 'geprüft')).toBe(2);
    expect(fittingChips([long, 'über AVP'], 126, 3, true, 'noch nicht gespeichert')).toBe(1);
    expect(fittingChips(['unter Einkaufspreis', '99 % billiger als bisher'], 156, 3, true, 'geprüft')).toBe(2);
  });

  test('always show the gravest', () => {
    expect(fittingChips(['je Stück teurer als kleine Packung', ...short], 50)).toBe(1);
    expect(fittingChips([], 60)).toBe(0);
  });
});
