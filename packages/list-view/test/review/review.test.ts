import { describe, expect, test } from '@jest/globals';
import { RISK_REASONS } from '@portal/rules';
import {
  flagsOf,
  orderByEuros,
  orderByWeight,
  packsOf,
  type Review,
  totalReview,
  updateReview,
} from '../../src/index.ts';
import { reviewOf } from './factory.ts';

const reasonsAt = (review: Review, row: number) =>
  RISK_REASONS.filter((_, bit) => ((review.reasons[row] as number) >> bit) & 1);

// Rules 14.5 and 14.22.
describe('a review of a package', () => {
  const review = reviewOf([
    { before: 1190, after: 1150, aep: 1000, units: 10 },
    { before: 3290, after: 89_900, units: 3, umfeldAvg: 3400 },
    { before: 1000, after: 1020, units: 5, avp: 1100 },
    { before: 1000, after: 1000 },
  ]);

  test('names the reasons of each row and their number', () => {
    expect(reasonsAt(review, 0)).toEqual(['belowPurchasePrice']);
    expect(reasonsAt(review, 1)).toEqual(['largeChange', 'aboveUmfeld', 'largestEffect']);
    expect(reasonsAt(review, 2)).toEqual([]);
    expect(review.counts).toMatchObject({ belowPurchasePrice: 1, largeChange: 1, aboveAvp: 0 });
  });

  test('puts the row with the largest effect and deviation first', () => {
    expect([...review.order]).toEqual([1, 0]);
  });

  test('says how many rows a rule could not judge', () => {
    expect(review.unjudgedCounts).toMatchObject({ belowPurchasePrice: 3, aboveAvp: 3, largestEffect: 0 });
  });

  test('gives the numbers a reason rests on', () => {
    expect(flagsOf(review, 0)).toEqual([
      expect.objectContaining({ reason: 'belowPurchasePrice', basis: 'aep', reference: 1190 }),
    ]);
  });

  test('totals what the changes of some rows are worth (rule 14.7)', () => {
    // -0,40 and 0,20 gross on 10 and 5 packs: -3,361… and 0,840… net
    expect(totalReview(review, [0, 2, 3])).toEqual({
      rows: 3,
      changed: 2,
      grossProfit: { cents: -336 + 84, rows: 2, missing: 0, lacks: { added: 0, leaving: 0, units: 0 } },
      // 10,00 → 9,66 and 8,40 → 8,57
      listMargin: { cents: -34 + 17, rows: 2, missing: 0 },
    });
  });

  test('counts why changes have no effect (rule 14.7)', () => {
    const { grossProfit } = totalReview(
      reviewOf([
        { before: null, after: 500, units: 3 },
        { before: null, after: 700 },
        { before: 500, after: null, units: 3 },
        { before: 500, after: 600 },
        { before: null, after: null },
        { before: 500, after: 500 },
      ]),
      [0, 1, 2, 3, 4, 5],
    );
    expect(grossProfit).toEqual({ cents: 0, rows: 0, missing: 4, lacks: { added: 2, leaving: 1, units: 1 } });
  });

  // Rule 14.26.
  test('leaves a row at its place once it is put right, in both orders; what an edit makes worse comes by its own weight', () => {
    const rows = Uint32Array.from([2, 0, 1]);
    const edited = (...changes: [row: number, after: number][]) => ({
      ...updateReview(review, changes),
      unedited: review,
    });
    for (const order of [orderByWeight, orderByEuros]) {
      expect([...order(edited([1, 3290]), rows)].filter((row) => row !== 2)).toEqual([1, 0]);
    }
    // ten times its price, above the AVP: 30 × (1 + log₁₀ 388) is more than 22.5 × (1 + log₁₀ 2184)
    expect([...orderByWeight(edited([2, 10_200]), rows)]).toEqual([2, 1, 0]);
  });

  test('judges a row again after an edit, and says no more of it once it is as before', () => {
    const mended = updateReview(review, [[1, 3290]]);
    expect(reasonsAt(mended, 1)).toEqual([]);
    expect([...mended.order]).toEqual([0]);
    expect(reasonsAt(review, 1)).toContain('largeChange');
  });
});

describe('rows without a former price (rule 14.35)', () => {
  // 24 articles for exactly what others take, all of them 10 % above the AVP; the middle distance is nothing
  const others = Array.from({ length: 24 }, (_, row) => {
    const price = 1100 + 100 * row;
    return { after: price, calculatedPrice: price, umfeldAvg: price, avp: (price * 10) / 11 };
  });
  const dear = { after: 1500, calculatedPrice: 1500, umfeldAvg: 1100, avp: 1000 };

  test('are compared with the other rows of a first calculation', () => {
    const review = reviewOf([...others, dear].map((entry) => ({ ...entry, before: null })));
    expect([...review.order]).toEqual([24]);
    expect(reasonsAt(review, 24)).toEqual(['aboveAvp', 'aboveUmfeld', 'newArticle']);
  });

  test('on a list are compared with the other rows, until somebody changes them', () => {
    const list = reviewOf(
      [...others, dear].map((entry) => ({ ...entry, before: entry.after })),
      { standing: true },
    );
    expect([...list.order]).toEqual([24]);
    expect(reasonsAt(updateReview(list, [[0, 1110]]), 0)).toContain('aboveAvp');
  });
});

describe('the packs of a product (rule 14.20)', () => {
  const review = reviewOf([
    { name: 'Gel 50 g', content: '50 g', after: 900, atc: 'M02' },
    { name: 'Gel', content: '2X10 g', after: 500 },
    { name: 'Gel', content: '100 g', after: 1500, producer: 'Anderswo' },
    { name: 'Gel', content: '1 kg', after: 9000, atc: 'D01' },
    { name: 'Gel', content: 'Set', after: 700, atc: 'M02' },
  ]);

  test('are those of its producer, smallest first, without those of another substance', () => {
    expect(packsOf(review, 0)).toEqual([
      { row: 1, amount: 20, unit: 'g', price: 500 },
      { row: 0, amount: 50, unit: 'g', price: 900 },
    ]);
    expect(packsOf(review, 2).map(({ row }) => row)).toEqual([2]);
  });
});
