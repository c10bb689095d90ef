import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { labelWidth, placeMarks } from '../../src/editing/card/place-marks.ts';

const mark = fc.record({
  label: fc.constantFrom('Min 8,10', 'Ø 9,00', 'AEP + MwSt. 12.345,67', 'neu 1,00'),
  price: fc.oneof(fc.integer({ min: 900, max: 910 }), fc.integer({ min: 1, max: 9_999_999 })),
  above: fc.boolean(),
});
const marks = fc.array(mark, { minLength: 1, maxLength: 8 });

test('no two labels overlap, and none leaves the drawing, from 280 pixels on (rule 14.31)', () => {
  fc.assert(
    fc.property(marks, fc.integer({ min: 280, max: 800 }), (given, width) => {
      const placed = placeMarks(given, width);
      expect(placed).toHaveLength(given.length);
      for (const [at, a] of placed.entries()) {
        const end = a.labelX + labelWidth(a.label);
        expect(a.labelX >= 0 && end <= width + 1e-6 && a.x >= 0 && a.x <= width).toBe(true);
        for (const b of placed.slice(at + 1)) {
          const sameLine = a.above === b.above && a.lane === b.lane;
          expect(sameLine && a.labelX < b.labelX + labelWidth(b.label) && b.labelX < end).toBe(false);
        }
      }
    }),
  );
});

const at = (label: string, price: number, above = false) => ({ label, price, above });

test.each([
  [
    296,
    3,
    [
      at('heute 0,99', 99, true),
      at('neu 1,49', 149, true),
      at('AEP + MwSt. 0,66', 66),
      at('Min 0,78', 78),
      at('Ø 0,95', 95),
      at('AVP 0,99', 99),
      at('Max 1,17', 117),
      at('VHP 1,49', 149),
    ],
  ],
  [
    328,
    4,
    [
      at('neu 7,77', 777, true),
      at('heute 32,90', 3290, true),
      at('AEP + MwSt. 22,50', 2250),
      at('VHP 27,05', 2705),
      at('Min 30,18', 3018),
      at('Ø 31,70', 3170),
      at('Max 32,75', 3275),
      at('AVP 35,95', 3595),
    ],
  ],
])('no label lies on the tick of one further from the bar, in %i pixels', (width, lanes, near) => {
  const placed = placeMarks(near, width);
  const crossed = placed.flatMap((label) =>
    placed
      .filter(({ above, lane }) => above === label.above && lane > label.lane)
      .filter(({ x }) => x > label.labelX && x < label.labelX + labelWidth(label.label))
      .map((tick) => `${tick.label} through ${label.label}`),
  );
  expect(crossed).toEqual([]);
  expect(Math.max(...placed.map(({ lane }) => lane))).toBeLessThanOrEqual(lanes);
});

test('prices lie on the bar as far apart as they are', () => {
  const priced = (price: number) => at(String(price), price);
  const placed = placeMarks([priced(1500), priced(500), priced(1000)], 320);
  expect(placed.map(({ price, x }) => [price, x])).toEqual([
    [500, 10],
    [1000, 160],
    [1500, 310],
  ]);
  expect(placeMarks([priced(700)], 320)[0]?.x).toBe(160);
});
