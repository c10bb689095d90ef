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

  test('always show the gravest', () => {
    expect(fittingChips(['je Stück teurer als kleine Packung', ...short], 50)).toBe(1);
    expect(fittingChips([], 60)).toBe(0);
  });
});
