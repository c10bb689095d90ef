import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPackSize, type PackSize, unitPrice } from '../../src/index.ts';

test.each([
  // 9,95 for 20: 49.75 cents each
  [995, '20 St', 49.8, 'st'],
  [2490, '50 St', 49.8, 'st'],
  [995, '20 g', 49_750, 'kg'],
  // 4,99 for 30 g: 166.333 euros a kilogram
  [499, '30 g', 16_633, 'kg'],
  [450, '2X50 ml', 4500, 'l'],
  [333, '4 m', 83, 'm'],
  // halves: 0.05 cents each, and half a cent a litre
  [1, '20 St', 0.1, 'st'],
  [1, '2 l', 1, 'l'],
])('%d cents for %s are %d cents a unit (rule 14.30)', (price, content, cents, per) => {
  expect(unitPrice(price, readPackSize(content) as PackSize)).toEqual({ cents, per });
});

test('the price per unit, times the units, gives the price again within the rounding', () => {
  const pack = fc.record({ amount: fc.integer({ min: 1, max: 5000 }), unit: fc.constantFrom('st', 'g', 'ml', 'mm') });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), pack, (price, size) => {
      const { cents, per } = unitPrice(price, size as PackSize);
      const units = per === 'st' ? size.amount : size.amount / 1000;
      const half = per === 'st' ? 0.05 : 0.5;
      expect(Math.abs(cents * units - price)).toBeLessThanOrEqual(half * units + 1e-6);
    }),
  );
});
