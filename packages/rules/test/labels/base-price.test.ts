import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { basePrice, basePriceText } from '../../src/index.ts';

test.each([
  // 4,50 for 100 ml
  [450, '100 ml', '1 l = 45,00 €'],
  [450, '2 x 50 ml', '1 l = 45,00 €'],
  [450, '2X50 ml', '1 l = 45,00 €'],
  // 9,99 for 40 g: 249.75
  [999, '20 g + 20 g', '1 kg = 249,75 €'],
  // 4,99 for 30 g: 166.333…
  [499, '30 g', '1 kg = 166,33 €'],
  // 12,00 for 1,5 l and for 2 kg
  [1200, '1,5 l', '1 l = 8,00 €'],
  [1200, '2 kg', '1 kg = 6,00 €'],
  // 28 × 25 ml are 0.7 l: 49,95 / 0.7 = 71.357…
  [4995, '28X25 ml', '1 l = 71,36 €'],
  // 20 bags of 1.8 g are 36 g: 3,95 / 0.036 = 109.722…
  [395, '20X1.8 g', '1 kg = 109,72 €'],
  // 3,49 for 5 m and for 2.5 m: 69.8 cents, a half of a cent up: 139.6
  [349, '5 m', '1 m = 0,70 €'],
  [349, '2,5 m', '1 m = 1,40 €'],
  // exactly the limit: 10 g, 10 ml
  [199, '10 g', '1 kg = 199,00 €'],
  [199, '10 ml', '1 l = 199,00 €'],
  [199, '20X0.5 ml', '1 l = 199,00 €'],
  // 1 cent for 16 ml: 62.5 cents a litre, halves up
  [1, '16 ml', '1 l = 0,63 €'],
  [9_999_999, '10 ml', '1 l = 9.999.999,00 €'],
])('%d cents for %s are %s (rules 16.1, 16.2, 16.4)', (price, content, text) => {
  const found = basePrice(price, content);
  expect(typeof found === 'string' ? found : basePriceText(found)).toBe(text);
});

test.each([
  ['20 St', 'pieces'],
  ['10x10 St', 'pieces'],
  ['5 Stück', 'pieces'],
  ['100 Hub', 'pieces'],
  ['2X200 Hub', 'pieces'],
  ['1 P', 'pieces'],
  ['9,9 g', 'small'],
  ['5X0.5 ml', 'small'],
  ['500 mg', 'small'],
  ['9,99 ml', 'small'],
  ['20 St + 20 g', 'mixed'],
  ['75 ml + 20 g', 'mixed'],
  ['1 kg', 'same'],
  ['1000 ml', 'same'],
  ['2X500 g', 'same'],
  ['1 m', 'same'],
  // how large one piece is, or both at once
  ['10X10 cm', 'unreadable'],
  ['12 cm', 'unreadable'],
  ['20X4 m', 'unreadable'],
  ['6 cmX5 m', 'unreadable'],
  ['5 m + 5 m', 'unreadable'],
  // a thousand or one
  ['1.000 ml', 'unreadable'],
  ['1,000 ml', 'unreadable'],
  ['N2', 'unreadable'],
  ['100', 'unreadable'],
  ['ml', 'unreadable'],
  ['0 ml', 'unreadable'],
  ['0 Hub', 'unreadable'],
  ['ca. 100 ml', 'unreadable'],
  ['100 ml Flasche', 'unreadable'],
  ['20 g +', 'unreadable'],
  ['1 Fl', 'unreadable'],
  ['', 'unreadable'],
  [null, 'unreadable'],
] as const)('%s has none: %s (rules 16.2 and 16.3)', (content, why) => {
  expect(basePrice(995, content)).toBe(why);
});

const UNITS = { mg: 1n, g: 1000n, kg: 1_000_000n, ml: 1000n, l: 1_000_000n } as const;
const amount = fc.record({
  times: fc.integer({ min: 1, max: 60 }),
  tenths: fc.integer({ min: 1, max: 20_000 }),
  unit: fc.constantFrom(...(Object.keys(UNITS) as (keyof typeof UNITS)[])),
});

test('it is the price over the amount in whole numbers, halves up, or none below 10 and at 1,000 (rule 16.4)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), amount, (price, { times, tenths, unit }) => {
      const content = `${times} x ${Math.floor(tenths / 10)},${tenths % 10} ${unit}`;
      // ten-thousandths of a gram or millilitre
      const held = BigInt(times) * BigInt(tenths) * UNITS[unit];
      const found = basePrice(price, content);
      if (held < 100_000n) return expect(found).toBe('small');
      if (held === 10_000_000n) return expect(found).toBe('same');
      const cents = (2n * BigInt(price) * 10_000_000n + held) / (2n * held);
      return expect(found).toEqual({ cents: Number(cents), per: unit.endsWith('l') ? 'l' : 'kg' });
    }),
    { numRuns: 500 },
  );
});

test('whatever the content says, there is a price above 0 or a reason', () => {
  const texts = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,x×+ mgklSt')), maxLength: 14 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), texts, (price, content) => {
      const found = basePrice(price, content);
      if (typeof found === 'string') return;
      expect(Number.isInteger(found.cents)).toBe(true);
      // 10 g are a hundredth of a kilogram
      if (found.per !== 'm') expect(found.cents).toBeLessThanOrEqual(price * 100);
    }),
  );
});
