import { describe, expect, test } from '@jest/globals';
import {
  approvalTag,
  effectivePrice,
  isEffectiveChange,
  type PriceState,
  type PriceType,
  priceListTag,
} from '../src/index.ts';

const state = (priceType: PriceType, calculatedPrice: number | null, ownPrice: number | null = null): PriceState => ({
  priceType,
  calculatedPrice,
  ownPrice,
});

// Rules 3.2, 3.4 and 3.5.
test('the price that reaches the till', () => {
  expect(effectivePrice(state(0, 500))).toBe(500);
  expect(effectivePrice(state(0, null))).toBeNull();
  expect(effectivePrice(state(1, 500))).toBeNull();
  expect(effectivePrice(state(2, 500, 450))).toBe(450);
  expect(effectivePrice(state(3, 500, 475))).toBe(475);
});

describe('an effective change', () => {
  test.each([
    ['another calculated price', state(0, 500), state(0, 510), true],
    ['another own price', state(2, 500, 450), state(2, 500, 440), true],
    ['another type at the same price', state(0, 500), state(2, 500, 500), true],
    ['an exclusion', state(0, 500), state(1, 500), true],
    ['a calculated price stored under an exclusion', state(1, 500), state(1, 510), false],
    ['a calculated price stored under an own price', state(2, 500, 450), state(2, 510, 450), false],
    ['a calculated price stored under a permanent price', state(3, 500, 475), state(3, 510, 475), false],
    ['nothing', state(0, 500), state(0, 500), false],
  ])('%s', (_name, before, after, expected) => {
    expect(isEffectiveChange(before, after)).toBe(expected);
  });
});

test('tags of rule 3.3', () => {
  expect(([0, 1, 2, 3] as const).map(priceListTag)).toEqual(['', 'A', 'E', 'D']);
  expect(([0, 1, 2, 3] as const).map((type) => approvalTag('MDP', type))).toEqual(['', 'N', 'E', 'D']);
  expect(([0, 1, 2, 3] as const).map((type) => approvalTag('QDP', type))).toEqual(['', 'N', 'M', 'D']);
  expect(([0, 1, 2, 3] as const).map((type) => approvalTag('LZD', type))).toEqual(['', 'N', 'M', 'D']);
});
