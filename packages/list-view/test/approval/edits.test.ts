import { describe, expect, test } from '@jest/globals';
import {
  approvalEditsOnLoad,
  approvalInputsAt,
  approvalOutcomeAt,
  approvalTypeAt,
  NO_EDITS,
  putApprovalEdit,
  rebaseApprovalEdits,
  selectAllApproval,
  selectAllApprovalCounter,
} from '../../src/index.ts';
import { packageOf } from './factory.ts';

const price = (cents: number) => ({ ownPrice: cents, permanent: false, exclusion: false });
const NONE = { edits: NO_EDITS, touched: new Set<string>() };

// Rules 6.7 and 6.9.
describe('row rules on load (rule 6.8)', () => {
  test('an exclusion without a draft is originally excluded, a permanent price originally permanent', () => {
    const model = packageOf('MDP', [
      { priceType: 1 },
      { priceType: 3, ownPrice: 900 },
      { priceType: 2, ownPrice: 800 },
    ]);
    expect(approvalEditsOnLoad(model).size).toBe(0);
    expect([0, 1, 2].map((row) => approvalInputsAt(model, NO_EDITS, row))).toEqual([
      { ownPrice: null, permanent: false, exclusion: true },
      { ownPrice: null, permanent: true, exclusion: false },
      { ownPrice: null, permanent: false, exclusion: false },
    ]);
  });

  test('a stored draft is changed from the start', () => {
    const model = packageOf('QDP', [{ draftOwnPrice: 499, draftPermanent: true, draftExclusion: false }, {}]);
    expect([...approvalEditsOnLoad(model)]).toEqual([
      ['00000001', { ownPrice: 499, permanent: true, exclusion: false }],
    ]);
  });
});

describe('editing', () => {
  test('a row that is back at its original is not changed, but stays touched', () => {
    const model = packageOf('MDP', [{}]);
    const changed = putApprovalEdit(model, NONE, 0, price(500));
    expect([...changed.edits.keys()]).toEqual(['00000001']);
    const back = putApprovalEdit(model, changed, 0, { ownPrice: null, permanent: false, exclusion: false });
    expect(back.edits.size).toBe(0);
    expect([...back.touched]).toEqual(['00000001']);
  });

  test('select-all permanent reaches edited prices of rows that are not originally excluded', () => {
    const model = packageOf('MDP', [{}, { priceType: 1 }, {}, { inactive: true }]);
    let state = putApprovalEdit(model, NONE, 0, price(500));
    state = putApprovalEdit(model, state, 1, price(600));
    expect(selectAllApprovalCounter(model, [0, 1, 2, 3], 'permanent')(state.edits)).toEqual({
      reachable: 1,
      ticked: 0,
    });
    const after = selectAllApproval(model, state, [0, 1, 2, 3], 'permanent', true);
    expect(after.edits.get('00000001')?.permanent).toBe(true);
    expect(after.edits.get('00000002')?.permanent).toBe(false);
  });

  test('select-all exclusion reaches all listed rows that are not locked and takes permanent away', () => {
    const model = packageOf('MDP', [{ priceType: 3 }, {}, { inactive: true }, {}]);
    const after = selectAllApproval(model, NONE, [0, 1, 2], 'exclusion', true);
    expect([...after.edits]).toEqual([
      ['00000001', { ownPrice: null, permanent: false, exclusion: true }],
      ['00000002', { ownPrice: null, permanent: false, exclusion: true }],
    ]);
    expect([...after.touched]).toEqual(['00000001', '00000002']);
    const back = selectAllApproval(model, after, [0, 1, 2], 'exclusion', false);
    expect(back.edits.size).toBe(0);
  });

  test('nothing can be ticked when the package is not open', () => {
    const model = packageOf('MDP', [{}], { editable: false, approved: true });
    expect(selectAllApproval(model, NONE, [0], 'exclusion', true).edits.size).toBe(0);
  });
});

describe('another state of the package', () => {
  test('own rows go over the stored drafts; rows that are gone or locked are named', () => {
    const model = packageOf('MDP', [{ draftOwnPrice: 100 }, { draftOwnPrice: 200 }, {}, { inactive: true }]);
    const result = rebaseApprovalEdits(model, approvalEditsOnLoad(model), [
      ['00000001', null],
      ['00000003', price(300)],
      ['00000004', price(400)],
      ['00000099', price(500)],
    ]);
    expect([...result.edits.keys()]).toEqual(['00000002', '00000003']);
    expect([...result.touched]).toEqual(['00000001', '00000003']);
    expect(result.dropped).toEqual(['00000004', '00000099']);
  });
});

describe('what a row becomes', () => {
  test('an own price ends with a monthly update and stays on a quarterly one', () => {
    const row = { priceType: 2, ownPrice: 800, calculatedPrice: 750 } as const;
    expect(approvalOutcomeAt(packageOf('MDP', [row]), 0, undefined)).toEqual({
      priceType: 0,
      calculatedPrice: 750,
      ownPrice: null,
    });
    expect(approvalOutcomeAt(packageOf('QDP', [row]), 0, undefined)).toEqual({
      priceType: 2,
      calculatedPrice: 750,
      ownPrice: 800,
    });
  });

  test('the type shown follows the inputs while it is open, and is what it got afterwards', () => {
    const open = packageOf('MDP', [{ priceType: 2 }]);
    expect(approvalTypeAt(open, 0, undefined)).toBe(2);
    expect(approvalTypeAt(open, 0, { ownPrice: 100, permanent: true, exclusion: false })).toBe(3);
    expect(approvalTypeAt(open, 0, { ownPrice: 100, permanent: false, exclusion: true })).toBe(1);
    const approved = packageOf('MDP', [{ priceType: 0, draftExclusion: true }], { editable: false, approved: true });
    expect(approvalTypeAt(approved, 0, { ownPrice: null, permanent: false, exclusion: true })).toBe(0);
  });
});
