import { describe, expect, test } from '@jest/globals';
import {
  APPROVAL_FILTERS,
  approvalDifferenceAt,
  type ApprovalFilter,
  approvalFilterIndex,
  type ApprovalModel,
  sortApproval,
  type ApprovalSortKey,
  distinctCheckReasons,
  distinctTexts,
  formatFilterSetting,
  formatSortSetting,
  NO_EDITS,
  parseFilterSetting,
  parseSortSetting,
  type RowEdits,
  searchIndex,
} from '../../src/index.ts';
import { packageOf } from './factory.ts';

const kept = (model: ApprovalModel, filter: ApprovalFilter, edits: RowEdits = NO_EDITS) => {
  const mask = approvalFilterIndex(model, filter, edits);
  return Array.from({ length: model.count }, (_, row) => row + 1).filter((n) => !mask || mask[n - 1] === 1);
};
const sorted = (model: ApprovalModel, key: ApprovalSortKey, reversed = false, edits: RowEdits = NO_EDITS) =>
  [...sortApproval(model, [{ key, reversed }], edits)].map((row) => row + 1);

// Rules 2.16 and 3.13.
describe('filters of the approval screens (rule 6.10)', () => {
  test('are those of each screen', () => {
    expect(APPROVAL_FILTERS.MDP).not.toContain('peCluster');
    expect(APPROVAL_FILTERS.QDP).toEqual(expect.arrayContaining(['peCluster', 'vhCluster', 'topSeller']));
    expect(APPROVAL_FILTERS.LZD.slice(0, 3)).toEqual(['all', 'reason', 'noReason']);
  });

  test('check reasons: one option each, and those without', () => {
    const model = packageOf('LZD', [
      { checkReason: 'Preissprung' },
      { checkReason: 'Änderung' },
      {},
      { checkReason: '' },
    ]);
    expect(distinctCheckReasons(model)).toEqual(['Änderung', 'Preissprung']);
    expect(kept(model, { name: 'reason', value: 'Preissprung' })).toEqual([1]);
    expect(kept(model, { name: 'noReason', value: null })).toEqual([3, 4]);
  });

  test('a top seller sold at least 5 on MDP and more than 5 on QDP and LZD', () => {
    const rows = [{ units: 4 }, { units: 5 }, { units: 6 }, { units: null }];
    const filter = { name: 'topSeller', value: null } as const;
    expect(kept(packageOf('MDP', rows), filter)).toEqual([2, 3]);
    expect(kept(packageOf('QDP', rows), filter)).toEqual([3]);
    expect(kept(packageOf('LZD', rows), filter)).toEqual([3]);
  });

  test('producer is upper-cased; without a second value everything stays', () => {
    const model = packageOf('MDP', [{ producer: 'Bayer' }, { producer: 'BAYER' }, { producer: 'Abbott' }]);
    expect(distinctTexts(model, 'producer')).toEqual(['ABBOTT', 'BAYER']);
    expect(kept(model, { name: 'producer', value: 'BAYER' })).toEqual([1, 2]);
    expect(kept(model, { name: 'producer', value: null })).toEqual([1, 2, 3]);
  });

  test('types follow what is entered', () => {
    const model = packageOf('MDP', [{ priceType: 3 }, { priceType: 2 }, { priceType: 1 }, {}]);
    const edits = new Map([['00000004', { ownPrice: 400, permanent: false, exclusion: false }]]);
    expect(kept(model, { name: 'permanent', value: null }, edits)).toEqual([1]);
    expect(kept(model, { name: 'own', value: null }, edits)).toEqual([2, 4]);
    expect(kept(model, { name: 'exclusion', value: null }, edits)).toEqual([3]);
    expect(kept(model, { name: 'edited', value: null }, edits)).toEqual([4]);
  });

  test('drafts of one rule, without those that are dropped', () => {
    const model = packageOf('MDP', [{ draftRule: 7 }, { draftRule: 7 }, { draftRule: 8 }, {}]);
    const draft = { ownPrice: 400, permanent: false, exclusion: false };
    const edits = new Map([
      ['00000001', draft],
      ['00000003', draft],
      ['00000004', draft],
    ]);
    expect(kept(model, { name: 'byRule', value: '7' }, edits)).toEqual([1]);
  });

  test('the search is that of the price list', () => {
    const model = packageOf('MDP', [{ name: 'Aspirin' }, { brand: 'Aspirin Plus' }, { pzn: '00012345' }]);
    expect([...(searchIndex(model, 'aspi') ?? [])]).toEqual([1, 1, 0]);
    expect([...(searchIndex(model, '12345') ?? [])]).toEqual([0, 0, 1]);
  });
});

describe('order of the rows', () => {
  test('German texts, nulls last both ways, ties by PZN', () => {
    const model = packageOf('LZD', [
      { checkReason: null },
      { checkReason: 'Öl' },
      { checkReason: 'Pe' },
      { checkReason: 'Öl' },
    ]);
    expect(sorted(model, 'checkReason')).toEqual([2, 4, 3, 1]);
    expect(sorted(model, 'checkReason', true)).toEqual([3, 2, 4, 1]);
  });

  test('an exclusion has no new price to sort by', () => {
    const model = packageOf('MDP', [
      { priceType: 1, calculatedPrice: 100 },
      { calculatedPrice: 300 },
      { calculatedPrice: 200 },
    ]);
    expect(sorted(model, 'calculatedPrice')).toEqual([3, 2, 1]);
    const excluded = new Map([['00000003', { ownPrice: null, permanent: false, exclusion: true }]]);
    expect(sorted(model, 'calculatedPrice', false, excluded)).toEqual([2, 1, 3]);
  });

  test('deviations are of the entered price where there is one (rule 3.10)', () => {
    // calculated: +10 %, -10 %, none without an AVP; entered 15,00: +50 %
    const model = packageOf('MDP', [
      { calculatedPrice: 1100, avp: 1000 },
      { calculatedPrice: 900, avp: 1000 },
      { calculatedPrice: 900, avp: 0 },
    ]);
    expect(sorted(model, 'deviationAvp')).toEqual([2, 1, 3]);
    const edits = new Map([['00000002', { ownPrice: 1500, permanent: false, exclusion: false }]]);
    expect(sorted(model, 'deviationAvp', false, edits)).toEqual([1, 2, 3]);
    const excluded = new Map([['00000002', { ownPrice: null, permanent: false, exclusion: true }]]);
    expect(approvalDifferenceAt(model, 1, 'avp', undefined)).toBe(-10);
    expect(approvalDifferenceAt(model, 1, 'avp', excluded.get('00000002'))).toBeNull();
    expect(sorted(model, 'deviationAvp', false, excluded)).toEqual([1, 2, 3]);
  });
});

describe('the stored view of an LZD', () => {
  test('comes back as it was saved', () => {
    const filter = { name: 'reason', value: 'Abweichung: hoch' } as const;
    expect(parseFilterSetting('LZD', formatFilterSetting(filter))).toEqual(filter);
    expect(parseSortSetting('LZD', formatSortSetting({ key: 'diffAvp', reversed: true }))).toEqual({
      key: 'diffAvp',
      reversed: true,
    });
  });

  test('something that cannot be read gives the default', () => {
    expect(parseSortSetting('LZD', 'nonsense desc')).toEqual({ key: 'name', reversed: false });
    expect(parseSortSetting('MDP', 'checkReason')).toEqual({ key: 'name', reversed: false });
    expect(parseFilterSetting('LZD', 'nonsense')).toEqual({ name: 'all', value: null });
    expect(parseFilterSetting('LZD', null)).toEqual({ name: 'all', value: null });
    expect(formatFilterSetting({ name: 'reason', value: 'x'.repeat(250) })).toBeNull();
  });
});
