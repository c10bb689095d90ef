import { describe, expect, test } from '@jest/globals';
import { RISK_REASONS, type RowEdit } from '@portal/rules';
import {
  editReviewOfPriceList,
  editReviewOfUpdate,
  figureSource,
  type ListContext,
  NO_EDITS,
  type Review,
  reviewOfPriceList,
  reviewOfUpdate,
} from '../../src/index.ts';
import { packageOf } from '../approval/factory.ts';
import { listOf } from '../price-list/factory.ts';
import { NOW } from './factory.ts';

const edit = (ownPrice: number | null, permanent = false, exclusion = false): RowEdit => ({
  ownPrice,
  permanent,
  exclusion,
});
const reasonsAt = (review: Review, row: number) =>
  RISK_REASONS.filter((_, bit) => ((review.reasons[row] as number) >> bit) & 1);

/** What the list knows of as many products as there are entries. */
function contextOf(entries: readonly Partial<Record<keyof ListContext['columns'], number | null>>[]): ListContext {
  const names = [
    'effectivePrice',
    'priceType',
    'ownPrice',
    'aep',
    'avp',
    'vhp',
    'units',
    'priceMin',
    'priceAvg',
    'priceMax',
    'date',
    'deliveredPriceMin',
    'deliveredPriceMax',
  ] as const;
  const columns = Object.fromEntries(names.map((name) => [name, entries.map((entry) => entry[name] ?? null)]));
  return { columns, listEndings: [0, 0, 0, 0, 0, 400, 0, 0, 0, 600] } as unknown as ListContext;
}

describe('the review of a package', () => {
  const model = packageOf('MDP', [
    { calculatedPrice: 89_900, avp: 3500 },
    { calculatedPrice: 1000, priceType: 2, ownPrice: 800 },
    { calculatedPrice: 1100, aep: 950 },
    { calculatedPrice: 990, inactive: true },
  ]);
  const context = contextOf([
    { effectivePrice: 3290, priceType: 0, units: 4, aep: 2000, avp: 3400, priceMax: 4000, deliveredPriceMax: 4100 },
    { effectivePrice: 800, priceType: 2, ownPrice: 800, units: 10 },
    { effectivePrice: 1100, priceType: 0, aep: 900 },
    { effectivePrice: 500, priceType: 0 },
  ]);
  const review = reviewOfUpdate(model, context, NO_EDITS, { now: NOW });

  test('compares the list with what approving makes of it (rule 14.9)', () => {
    expect(review.columns.before).toEqual([3290, 800, 1100, 500]);
    expect(review.columns.after).toEqual([89_900, 1000, 1100, 500]);
    expect(reasonsAt(review, 0)).toContain('largeChange');
    expect(reasonsAt(review, 0)).toContain('aboveAvp');
    expect(reasonsAt(review, 1)).toContain('ownPriceEnds');
    expect(reasonsAt(review, 3)).toEqual([]);
  });

  test('takes figures of the delivery before those of the list, and says which (rule 14.8)', () => {
    expect(review.columns.aep).toEqual([2000, null, 950, null]);
    expect(review.columns.avp[0]).toBe(3500);
    expect(figureSource(model, context, 'avp', 0)).toBe('delivery');
    expect(figureSource(model, context, 'aep', 0)).toBe('priceList');
    expect(figureSource(model, context, 'aep', 1)).toBeNull();
    expect(review.columns.umfeldMax[0]).toBe(4100);
    expect(figureSource(model, context, 'umfeldMax', 0)).toBe('delivery');
    // 9,50 net is 11,31 gross: the delivery's AEP makes the unchanged price a loss
    expect(reasonsAt(review, 2)).toEqual(['belowPurchasePrice']);
  });

  test('goes by the package alone until the list is known', () => {
    const alone = packageOf('MDP', [{ formerCalculatedPrice: 3290, calculatedPrice: 89_900 }]);
    const bare = reviewOfUpdate(alone, null, NO_EDITS, { now: NOW });
    expect(bare.columns.before).toEqual([3290]);
    expect(reasonsAt(bare, 0)).toContain('largeChange');
    expect(bare.unjudgedCounts).toMatchObject({ belowPurchasePrice: 1, aboveUmfeld: 1 });
  });

  test('follows edits as if it were made anew', () => {
    const edits = new Map([
      ['00000001', edit(3390)],
      ['00000002', edit(800, true)],
    ]);
    const edited = editReviewOfUpdate(review, model, NO_EDITS, edits);
    expect(edited).toEqual(reviewOfUpdate(model, context, edits, { now: NOW }));
    expect(reasonsAt(edited, 1)).toEqual([]);
    expect(editReviewOfUpdate(edited, model, edits, NO_EDITS)).toEqual(review);
  });

  test('leaves a row without a price as it is', () => {
    const without = packageOf('MDP', [{ calculatedPrice: null }]);
    const kept = reviewOfUpdate(without, contextOf([{ effectivePrice: 700 }]), NO_EDITS, { now: NOW });
    expect(kept.columns.after).toEqual([700]);
  });
});

describe('the review of a price list', () => {
  const model = listOf([
    { calculatedPrice: 1150, aep: 1000, units: 7 },
    { calculatedPrice: 1100, avp: 1000 },
    { calculatedPrice: 1000, priceType: 2, ownPrice: 800, units: 10 },
    { calculatedPrice: 1000, priceType: 1 },
  ]);
  const review = reviewOfPriceList(model, NO_EDITS, { now: NOW });

  test('flags whatever stands (rule 14.9)', () => {
    expect([0, 1, 2, 3].map((row) => reasonsAt(review, row))).toEqual([['belowPurchasePrice'], ['aboveAvp'], [], []]);
  });

  test('follows edits as if it were made anew', () => {
    const edits = new Map([
      ['00000001', edit(1290)],
      ['00000002', edit(null, false, true)],
      ['00000003', edit(null)],
      ['00000004', edit(1000)],
    ]);
    const edited = editReviewOfPriceList(review, model, NO_EDITS, edits);
    expect(edited.columns.after).toEqual([1290, null, 1000, 1000]);
    expect(edited).toEqual(reviewOfPriceList(model, edits, { now: NOW }));
    expect(reasonsAt(edited, 2)).toContain('ownPriceEnds');
    expect(editReviewOfPriceList(edited, model, edits, NO_EDITS)).toEqual(review);
  });

  test('an edit that cannot be saved changes no price yet', () => {
    const edited = editReviewOfPriceList(review, model, NO_EDITS, new Map([['00000001', edit(0)]]));
    expect(edited.columns.after[0]).toBe(1150);
  });
});
