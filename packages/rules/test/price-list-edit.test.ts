import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  canEditPrice,
  canTickExclusion,
  canTickPermanent,
  isChanged,
  isPriceIgnored,
  originalEdit,
  PRICE_TYPE,
  type PriceRow,
  type RowEdit,
  resolveSave,
  selectAllExclusionApplies,
  selectAllPermanentApplies,
  withExclusion,
  withPermanent,
  withPrice,
} from '../src/index.ts';

const open = { blocked: false };
const blocked = { blocked: true };
const calculated: PriceRow = { priceType: PRICE_TYPE.calculated, calculatedPrice: 500, ownPrice: null };
const excluded: PriceRow = { priceType: PRICE_TYPE.exclusion, calculatedPrice: 500, ownPrice: null };
const own: PriceRow = { priceType: PRICE_TYPE.own, calculatedPrice: 500, ownPrice: 450 };
const permanent: PriceRow = { priceType: PRICE_TYPE.permanent, calculatedPrice: 500, ownPrice: 475 };
const edit = (ownPrice: number | null, isPermanent = false, exclusion = false): RowEdit => ({
  ownPrice,
  permanent: isPermanent,
  exclusion,
});
const saved = (priceType: number, ownPrice: number | null) => ({ ok: true, priceType, ownPrice });
const refused = (issue: string) => ({ ok: false, issue });

// Rules 3.6, 3.7 and 4.7.
describe('originals', () => {
  test('own and permanent prices are prefilled', () => {
    expect([calculated, excluded, own, permanent].map(originalEdit)).toEqual([
      edit(null),
      edit(null, false, true),
      edit(450),
      edit(475, true),
    ]);
  });

  test('a row is changed when price, permanent or exclusion differ, and no longer when they are back', () => {
    expect(isChanged(own, edit(450))).toBe(false);
    expect(isChanged(own, edit(451))).toBe(true);
    expect(isChanged(own, edit(450, true))).toBe(true);
    expect(isChanged(own, edit(450, false, true))).toBe(true);
    expect(isChanged(calculated, edit(500))).toBe(true);
  });
});

test('an exclusion wins over a price that was entered, not over the one that was there (rule 3.43)', () => {
  expect(isPriceIgnored(originalEdit(excluded), edit(450, false, true))).toBe(true);
  expect(isPriceIgnored(originalEdit(own), edit(460, false, true))).toBe(true);
  expect(isPriceIgnored(originalEdit(own), edit(450, false, true))).toBe(false);
  expect(isPriceIgnored(originalEdit(excluded), edit(450))).toBe(false);
  expect(isPriceIgnored(originalEdit(excluded), edit(null, false, true))).toBe(false);
});

describe('inputs', () => {
  test('permanent needs a price and no exclusion', () => {
    expect(canTickPermanent(edit(450), open)).toBe(true);
    expect(canTickPermanent(edit(null), open)).toBe(false);
    expect(canTickPermanent(edit(450, false, true), open)).toBe(false);
    expect(canTickPermanent(edit(450), blocked)).toBe(false);
    expect(withPermanent(calculated, edit(null), true, open)).toEqual(edit(null));
  });

  test('ticking exclusion clears permanent and keeps the price', () => {
    expect(withExclusion(permanent, edit(475, true), true, open)).toEqual(edit(475, false, true));
  });

  test('a stored exclusion can be left only after a price was entered', () => {
    const original = originalEdit(excluded);
    expect(canTickExclusion(excluded, original, open)).toBe(false);
    expect(withExclusion(excluded, original, false, open)).toBe(original);
    const priced = withPrice(excluded, original, 399, open);
    expect(priced).toEqual(edit(399, false, true));
    expect(withExclusion(excluded, priced, false, open)).toEqual(edit(399));
  });

  test('a new exclusion can be taken back without a price', () => {
    const ticked = withExclusion(calculated, edit(null), true, open);
    expect(withExclusion(calculated, ticked, false, open)).toEqual(edit(null));
  });

  test('clearing the price clears permanent and restores a stored exclusion', () => {
    expect(withPrice(permanent, edit(475, true), null, open)).toEqual(edit(null));
    expect(withPrice(excluded, edit(399), null, open)).toEqual(edit(null, false, true));
  });

  test('a blocked product takes no input', () => {
    const before = originalEdit(own);
    expect(canEditPrice(blocked)).toBe(false);
    expect(withPrice(own, before, 1, blocked)).toBe(before);
    expect(withPermanent(own, before, true, blocked)).toBe(before);
    expect(withExclusion(own, before, true, blocked)).toBe(before);
  });

  test.each([0, -1, 10_000_000, 1.5])('%p cents can not be entered', (price) => {
    expect(() => withPrice(own, edit(450), price, open)).toThrow(RangeError);
  });
});

describe('select all', () => {
  test('permanent: rows with a price and no exclusion', () => {
    expect(selectAllPermanentApplies(edit(450), open)).toBe(true);
    expect(selectAllPermanentApplies(edit(null), open)).toBe(false);
    expect(selectAllPermanentApplies(edit(450, false, true), open)).toBe(false);
    expect(selectAllPermanentApplies(edit(450), blocked)).toBe(false);
  });

  test('exclusion: rows that are none already', () => {
    expect(selectAllExclusionApplies(calculated, open)).toBe(true);
    expect(selectAllExclusionApplies(excluded, open)).toBe(false);
    expect(selectAllExclusionApplies(calculated, blocked)).toBe(false);
  });
});

describe('what saving makes of a row', () => {
  const staff = { staff: true };
  const customer = { staff: false };

  test.each([
    ['a price makes an own price', calculated, edit(399), saved(2, 399)],
    ['with permanent a permanent one', calculated, edit(399, true), saved(3, 399)],
    ['a price equal to the calculated one is an own price too', calculated, edit(500), saved(2, 500)],
    ['exclusion', own, edit(null, false, true), saved(1, null)],
    ['the exclusion wins over a price', own, edit(450, false, true), saved(1, null)],
    ['clearing an own price', own, edit(null), saved(0, null)],
    ['clearing a permanent price', permanent, edit(null), saved(0, null)],
    ['unticking permanent', permanent, edit(475), saved(2, 475)],
    ['leaving an exclusion with a price', excluded, edit(399), saved(2, 399)],
    ['leaving an exclusion for a permanent price', excluded, edit(399, true), saved(3, 399)],
    ['permanent without a price', calculated, edit(null, true), refused('permanentWithoutPrice')],
    ['permanent with exclusion', calculated, edit(399, true, true), refused('permanentWithExclusion')],
    ['leaving an exclusion without a price', excluded, edit(null), refused('exclusionNeedsPrice')],
    ['a price of 0', calculated, edit(0), refused('notPositive')],
    ['a negative price under an exclusion', calculated, edit(-1, false, true), refused('notPositive')],
    ['a price above the maximum', calculated, edit(10_000_000), refused('tooHigh')],
    ['a fraction of a cent', calculated, edit(399.5), refused('tooManyDecimals')],
  ])('%s', (_name, row, input, result) => {
    expect(resolveSave(row, input, customer)).toEqual(result);
  });

  test.each([
    ['an exclusion, by staff', { ...excluded, calculatedPrice: null }],
    ['an own price', { ...own, calculatedPrice: null }],
    ['a permanent price', { ...permanent, calculatedPrice: null }],
  ])('%s without a calculated price cannot be cleared', (_, row) => {
    expect(resolveSave(row, edit(null), { staff: true })).toEqual(refused('withoutPrice'));
    expect(resolveSave(row, edit(null, false, true), { staff: true })).toEqual(saved(1, null));
    expect(resolveSave(row, edit(399), { staff: true })).toEqual(saved(2, 399));
  });

  test('staff may turn an exclusion back into the calculated price', () => {
    expect(resolveSave(excluded, edit(null), staff)).toEqual(saved(0, null));
  });
});

const anyPrice = fc.integer({ min: 1, max: 9_999_999 });
const anyRow: fc.Arbitrary<PriceRow> = fc.oneof(
  fc.record({
    priceType: fc.constantFrom(0 as const, 1 as const),
    calculatedPrice: anyPrice,
    ownPrice: fc.constant(null),
  }),
  fc.record({ priceType: fc.constantFrom(2 as const, 3 as const), calculatedPrice: anyPrice, ownPrice: anyPrice }),
);
type Step = (row: PriceRow, before: RowEdit) => RowEdit;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.option(anyPrice).map(
    (price): Step =>
      (row, before) =>
        withPrice(row, before, price, open),
  ),
  fc.boolean().map(
    (value): Step =>
      (row, before) =>
        withPermanent(row, before, value, open),
  ),
  fc.boolean().map(
    (value): Step =>
      (row, before) =>
        withExclusion(row, before, value, open),
  ),
);

describe('any clicks and keys', () => {
  test('permanent never stands with an exclusion or without a price, and every state can be saved', () => {
    fc.assert(
      fc.property(anyRow, fc.array(anyStep, { maxLength: 12 }), (row, steps) => {
        let current = originalEdit(row);
        for (const step of steps) {
          current = step(row, current);
          expect(current.permanent && current.exclusion).toBe(false);
          expect(current.permanent && current.ownPrice === null).toBe(false);
          expect(resolveSave(row, current, { staff: false }).ok).toBe(true);
        }
      }),
    );
  });

  test('an unchanged row saves to itself', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        expect(resolveSave(row, originalEdit(row), { staff: false })).toEqual(saved(row.priceType, row.ownPrice));
      }),
    );
  });

  test('saving settles: the saved row shows what was entered', () => {
    fc.assert(
      fc.property(anyRow, fc.array(anyStep, { maxLength: 12 }), (row, steps) => {
        const last = steps.reduce((before, step) => step(row, before), originalEdit(row));
        const result = resolveSave(row, last, { staff: false });
        if (!result.ok) throw new Error(result.issue);
        const shown = originalEdit({ ...row, priceType: result.priceType, ownPrice: result.ownPrice });
        expect(shown).toEqual(last.exclusion ? edit(null, false, true) : last);
      }),
    );
  });
});
