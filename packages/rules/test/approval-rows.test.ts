import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ApprovalInput,
  type ApprovalRow,
  approvalBaseType,
  approvalEditIssue,
  approvalEditOnLoad,
  approvalPrice,
  canEditApprovalPrice,
  canTickApprovalExclusion,
  canTickApprovalPermanent,
  isApprovalChanged,
  originalApprovalEdit,
  type PriceState,
  type PriceType,
  type RowEdit,
  resolveApproval,
  selectAllApprovalExclusionApplies,
  selectAllApprovalPermanentApplies,
  withApprovalExclusion,
  withApprovalPermanent,
  withApprovalPrice,
} from '../src/index.ts';

const open = { locked: false };
const locked = { locked: true };
const row = (priceType: PriceType): ApprovalRow => ({ priceType, calculatedPrice: 510 });
const edit = (ownPrice: number | null, permanent = false, exclusion = false): RowEdit => ({
  ownPrice,
  permanent,
  exclusion,
});

// Rules 3.6, 3.7, 6.7, 6.8, 6.14, 6.15 and 6.16.
describe('a row on load', () => {
  test('starts from its type, nothing prefilled', () => {
    expect(([0, 1, 2, 3] as const).map((type) => originalApprovalEdit(row(type)))).toEqual([
      edit(null),
      edit(null, false, true),
      edit(null),
      edit(null, true),
    ]);
  });

  test('takes the draft where it holds a value', () => {
    const untouched = { ownPrice: null, permanent: null, exclusion: null };
    expect(approvalEditOnLoad(row(1), untouched)).toEqual(edit(null, false, true));
    expect(approvalEditOnLoad(row(3), untouched)).toEqual(edit(null, true));
    expect(approvalEditOnLoad(row(3), null)).toEqual(edit(null, true));
    const priced = { ownPrice: 399, permanent: true, exclusion: false };
    expect(approvalEditOnLoad(row(1), priced)).toEqual(edit(399, true));
    expect(approvalEditOnLoad(row(3), { ...untouched, exclusion: true })).toEqual(edit(null, false, true));
  });

  test('with a draft counts as changed', () => {
    expect(isApprovalChanged(row(0), edit(399))).toBe(true);
    expect(isApprovalChanged(row(3), edit(null))).toBe(true);
    expect(isApprovalChanged(row(1), edit(null, false, true))).toBe(false);
  });

  test('deviations use the edited price, else the calculated one', () => {
    expect(approvalPrice(row(0), edit(399))).toBe(399);
    expect(approvalPrice(row(0), edit(null))).toBe(510);
  });

  test('an LZD that resets starts every row from the beginning', () => {
    expect(approvalBaseType('LZD', 3, 0)).toBe(0);
    expect(approvalBaseType('LZD', 3, 1)).toBe(3);
    expect(approvalBaseType('QDP', null, null)).toBe(0);
    expect(approvalBaseType('MDP', 1, null)).toBe(1);
  });
});

describe('inputs', () => {
  test('permanent needs an edited price, no exclusion and an open list', () => {
    expect(canTickApprovalPermanent(edit(399), open)).toBe(true);
    expect(canTickApprovalPermanent(edit(null), open)).toBe(false);
    expect(canTickApprovalPermanent(edit(399, false, true), open)).toBe(false);
    expect(canTickApprovalPermanent(edit(399), locked)).toBe(false);
  });

  test('setting exclusion forces permanent off', () => {
    expect(withApprovalExclusion(row(0), edit(399, true), true, open)).toEqual(edit(399, false, true));
  });

  test('an original exclusion is locked until a price is entered', () => {
    expect(canTickApprovalExclusion(row(1), edit(null, false, true), open)).toBe(false);
    expect(canTickApprovalExclusion(row(1), edit(399, false, true), open)).toBe(true);
    expect(withApprovalPrice(row(1), edit(399), null, open)).toEqual(edit(null, false, true));
  });

  test('a slip on exclusion does not cost a permanent price', () => {
    const ticked = withApprovalExclusion(row(3), edit(null, true), true, open);
    expect(ticked).toEqual(edit(null, false, true));
    expect(withApprovalExclusion(row(3), ticked, false, open)).toEqual(edit(null, true));
  });

  test('clearing the price goes back to the stored permanent price, unless permanent was unticked', () => {
    expect(withApprovalPrice(row(3), edit(399, true), null, open)).toEqual(edit(null, true));
    expect(withApprovalPrice(row(3), edit(399), null, open)).toEqual(edit(null));
    expect(withApprovalPrice(row(0), edit(399, true), null, open)).toEqual(edit(null));
  });

  test('a locked row takes no input', () => {
    const before = edit(399);
    expect(canEditApprovalPrice(locked)).toBe(false);
    expect(withApprovalPrice(row(0), before, 1, locked)).toBe(before);
    expect(withApprovalPermanent(row(0), before, true, locked)).toBe(before);
    expect(withApprovalExclusion(row(0), before, true, locked)).toBe(before);
  });

  test('select all', () => {
    expect(selectAllApprovalPermanentApplies(row(0), edit(399), open)).toBe(true);
    expect(selectAllApprovalPermanentApplies(row(0), edit(null), open)).toBe(false);
    expect(selectAllApprovalPermanentApplies(row(1), edit(399), open)).toBe(false);
    expect(selectAllApprovalPermanentApplies(row(0), edit(399), locked)).toBe(false);
    expect(selectAllApprovalExclusionApplies(open)).toBe(true);
    expect(selectAllApprovalExclusionApplies(locked)).toBe(false);
  });
});

describe('an edit over the wire', () => {
  test.each([
    ['a price', 0, edit(399), undefined],
    ['an exclusion with a price', 0, edit(399, false, true), undefined],
    ['an untouched permanent row', 3, edit(null, true), undefined],
    ['permanent unticked', 3, edit(null), undefined],
    ['permanent without a price', 0, edit(null, true), 'permanentWithoutPrice'],
    ['permanent with exclusion', 3, edit(399, true, true), 'permanentWithExclusion'],
    ['an exclusion left without a price', 1, edit(null), 'exclusionNeedsPrice'],
    ['a price of 0', 0, edit(0), 'notPositive'],
    ['a price too high', 0, edit(10_000_000), 'tooHigh'],
  ] as const)('%s', (_name, type, input, issue) => {
    expect(approvalEditIssue(row(type), input)).toBe(issue);
  });
});

describe('what approval makes of a row with the new calculated price 5,10', () => {
  const listed = (priceType: PriceType): PriceState => ({
    priceType,
    calculatedPrice: 500,
    ownPrice: priceType >= 2 ? 450 : null,
  });
  const approve = (input: Partial<ApprovalInput>) =>
    resolveApproval({ calculatedPrice: 510, edit: null, listRow: null, kind: 'MDP', resetChoice: null, ...input });
  const becomes = (priceType: PriceType, ownPrice: number | null) => ({
    ok: true,
    priceType,
    calculatedPrice: 510,
    ownPrice,
  });

  test.each([
    ['MDP', null, 0, becomes(0, null)],
    ['MDP', null, 1, becomes(1, null)],
    ['MDP', null, 2, becomes(0, null)],
    ['MDP', null, 3, becomes(3, 450)],
    ['QDP', null, 0, becomes(0, null)],
    ['QDP', null, 1, becomes(1, null)],
    ['QDP', null, 2, becomes(2, 450)],
    ['QDP', null, 3, becomes(3, 450)],
    ['LZD', 1, 0, becomes(0, null)],
    ['LZD', 1, 1, becomes(1, null)],
    ['LZD', 1, 2, becomes(2, 450)],
    ['LZD', 1, 3, becomes(3, 450)],
    ['LZD', 0, 0, becomes(0, null)],
    ['LZD', 0, 1, becomes(0, null)],
    ['LZD', 0, 2, becomes(0, null)],
    ['LZD', 0, 3, becomes(0, null)],
  ] as const)('unedited, %s with choice %p, type %p', (kind, resetChoice, type, result) => {
    expect(approve({ kind, resetChoice, listRow: listed(type) })).toEqual(result);
  });

  test('a product new to the list', () => {
    expect(approve({ kind: 'QDP' })).toEqual(becomes(0, null));
    expect(approve({ kind: 'QDP', edit: edit(399, true) })).toEqual(becomes(3, 399));
    expect(approve({ kind: 'LZD', resetChoice: 0, edit: edit(null, false, true) })).toEqual(becomes(1, null));
  });

  test.each([0, 1, 2, 3] as const)('edits of type %p', (type) => {
    const listRow = listed(type);
    expect(approve({ listRow, edit: edit(399) })).toEqual(becomes(2, 399));
    expect(approve({ listRow, edit: edit(399, true) })).toEqual(becomes(3, 399));
    expect(approve({ listRow, edit: edit(399, false, true) })).toEqual(becomes(1, null));
    expect(approve({ listRow, edit: edit(null, false, true) })).toEqual(becomes(1, null));
    expect(approve({ listRow, edit: edit(399, true, true) })).toEqual({ ok: false, issue: 'permanentWithExclusion' });
    expect(approve({ listRow, edit: edit(0) })).toEqual({ ok: false, issue: 'notPositive' });
  });

  test('permanent unticked without a price gives the calculated price', () => {
    expect(approve({ listRow: listed(3), edit: edit(null) })).toEqual(becomes(0, null));
  });

  test('an edit back at its original is none', () => {
    expect(approve({ listRow: listed(2), edit: edit(null) })).toEqual(becomes(0, null));
    expect(approve({ kind: 'QDP', listRow: listed(2), edit: edit(null) })).toEqual(becomes(2, 450));
    expect(approve({ listRow: listed(3), edit: edit(null, true) })).toEqual(becomes(3, 450));
  });

  test('a draft without a price does not lift an exclusion made meanwhile, one with a price does', () => {
    expect(approve({ listRow: listed(1), edit: edit(null) })).toEqual(becomes(1, null));
    expect(approve({ listRow: listed(1), edit: edit(399) })).toEqual(becomes(2, 399));
  });

  test('permanent without any price is refused', () => {
    expect(approve({ listRow: listed(0), edit: edit(null, true) })).toEqual({
      ok: false,
      issue: 'permanentWithoutPrice',
    });
  });
});

const anyPrice = fc.integer({ min: 1, max: 9_999_999 });
const anyType = fc.constantFrom<PriceType>(0, 1, 2, 3);
type Step = (target: ApprovalRow, before: RowEdit) => RowEdit;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.option(anyPrice).map(
    (price): Step =>
      (target, before) =>
        withApprovalPrice(target, before, price, open),
  ),
  fc.boolean().map(
    (value): Step =>
      (target, before) =>
        withApprovalPermanent(target, before, value, open),
  ),
  fc.boolean().map(
    (value): Step =>
      (target, before) =>
        withApprovalExclusion(target, before, value, open),
  ),
);

test('any edit that can be entered can be stored as a draft and approved by the clock', () => {
  fc.assert(
    fc.property(anyType, fc.array(anyStep, { maxLength: 12 }), (type, steps) => {
      const target = row(type);
      let current = originalApprovalEdit(target);
      for (const step of steps) {
        current = step(target, current);
        expect(current.permanent && current.exclusion).toBe(false);
        expect(current.permanent && current.ownPrice === null && type !== 3).toBe(false);
        expect(approvalEditIssue(target, current)).toBeUndefined();
        const listRow: PriceState = { priceType: type, calculatedPrice: 500, ownPrice: type >= 2 ? 450 : null };
        const result = resolveApproval({
          calculatedPrice: 510,
          edit: current,
          listRow,
          kind: 'MDP',
          resetChoice: null,
        });
        if (!result.ok) throw new Error(result.issue);
        // own and permanent prices always have their price, the other types never keep one
        expect(result.ownPrice !== null).toBe(result.priceType >= 2);
      }
    }),
  );
});
