import { describe, expect, test } from '@jest/globals';
import {
  APPROVAL_FILTERS,
  type ApprovalSortKey,
  approvalEditsOnLoad,
  approvalFilterIndex,
  approvalOutcomeAt,
  sortApproval,
  approvalStateBefore,
  approvalTypeAt,
  formatFilterSetting,
  formatSortSetting,
  isApprovalLocked,
  NO_EDITS,
  parseFilterSetting,
  parseSortSetting,
} from '../../src/index.ts';
import { packageOf } from './factory.ts';

const keptBy = (filter: Parameters<typeof approvalFilterIndex>[1], entries: Parameters<typeof packageOf>[1]) => [
  ...(approvalFilterIndex(packageOf('QDP', entries), filter, NO_EDITS) ?? ['all']),
];

describe('filters (rule 6.10)', () => {
  const types = ['permanent', 'own', 'exclusion', 'edited'];
  test('stand in the order of each screen', () => {
    expect(APPROVAL_FILTERS.MDP).toEqual(['all', 'producer', 'brand', 'topSeller', ...types, 'byRule', 'approved']);
    const quarterly = ['producer', 'brand', 'peCluster', 'vhCluster', 'topSeller', ...types];
    expect(APPROVAL_FILTERS.QDP).toEqual(['all', ...quarterly, 'byRule', 'approved']);
    expect(APPROVAL_FILTERS.LZD).toEqual(['all', 'reason', 'noReason', ...quarterly]);
  });

  test('clusters keep rows of the chosen code, and all without one', () => {
    const clusters: Parameters<typeof packageOf>[1] = [
      { peCluster: 0, vhCluster: 2 },
      { peCluster: 2, vhCluster: 0 },
      {},
    ];
    expect(keptBy({ name: 'peCluster', value: '2' }, clusters)).toEqual([0, 1, 0]);
    expect(keptBy({ name: 'vhCluster', value: '2' }, clusters)).toEqual([1, 0, 0]);
    expect(keptBy({ name: 'vhCluster', value: '0' }, clusters)).toEqual([0, 1, 0]);
    expect(keptBy({ name: 'peCluster', value: null }, clusters)).toEqual(['all']);
    expect(keptBy({ name: 'vhCluster', value: null }, clusters)).toEqual(['all']);
    expect(keptBy({ name: 'all', value: null }, clusters)).toEqual(['all']);
  });

  test('a brand keeps rows of that brand', () => {
    expect(keptBy({ name: 'brand', value: 'ASPIRIN' }, [{ brand: 'Aspirin' }, { brand: 'Bayer' }, {}])).toEqual([
      1, 0, 0,
    ]);
  });
});

test.each<[ApprovalSortKey, unknown, unknown]>([
  ['name', 'B', 'A'],
  ['producer', 'B', 'A'],
  ['brand', 'B', 'A'],
  ['content', '20 ST', '10 ST'],
  ['normSize', 'N2', 'N1'],
  ['atc', 'B01', 'A01'],
  ['checkReason', 'B', 'A'],
  ['units', 10, 9],
  ['pzn', '00000002', '00000001'],
])('rows are sorted by %s, forwards and back, those without one last', (key, first, second) => {
  const model = packageOf('LZD', [{ [key]: first }, { [key]: second }, ...(key === 'pzn' ? [] : [{}])] as never);
  if (key !== 'pzn') Object.assign(model.columns[key as 'units'] as unknown[], { 2: null });
  const rest = key === 'pzn' ? [] : [2];
  expect([...sortApproval(model, [{ key, reversed: false }], NO_EDITS)]).toEqual([1, 0, ...rest]);
  expect([...sortApproval(model, [{ key, reversed: true }], NO_EDITS)]).toEqual([0, 1, ...rest]);
});

describe('rows of a package', () => {
  test('what a row was before is what the list says of it', () => {
    const model = packageOf('MDP', [{ priceType: 2, formerCalculatedPrice: 900, ownPrice: 800 }, {}]);
    expect(approvalStateBefore(model, 0)).toEqual({ priceType: 2, calculatedPrice: 900, ownPrice: 800 });
    expect(approvalStateBefore(model, 1)).toEqual({ priceType: 0, calculatedPrice: null, ownPrice: null });
  });

  test('an approved row is what it became, an open one what its edit makes of it', () => {
    const entry = { priceType: 2 as const, calculatedPrice: 849, ownPrice: 800 };
    const edit = { ownPrice: 501, permanent: true, exclusion: false };
    const approved = packageOf('MDP', [entry], { editable: false, approved: true });
    expect(approvalOutcomeAt(approved, 0, edit)).toEqual({ priceType: 2, calculatedPrice: 849, ownPrice: 800 });
    expect(approvalTypeAt(approved, 0, edit)).toBe(2);
    expect(approvalOutcomeAt(packageOf('MDP', [entry]), 0, edit)).toEqual({
      priceType: 3,
      calculatedPrice: 849,
      ownPrice: 501,
    });
    // A permanent mark without a price fits no calculated row: as without an edit, which ends the own price of an MDP.
    const unfit = { ownPrice: null, permanent: true, exclusion: false };
    expect(approvalOutcomeAt(packageOf('MDP', [entry]), 0, unfit)).toMatchObject({
      priceType: 0,
      calculatedPrice: 849,
    });
  });

  test('the shown type follows the inputs', () => {
    const model = packageOf('MDP', [{}]);
    const shown = (ownPrice: number | null, permanent: boolean, exclusion: boolean) =>
      approvalTypeAt(model, 0, { ownPrice, permanent, exclusion });
    expect(shown(500, false, true)).toBe(1);
    expect(shown(500, false, false)).toBe(2);
    expect(shown(500, true, false)).toBe(3);
    expect(shown(null, true, false)).toBe(3);
    expect(shown(null, false, false)).toBe(0);
  });

  test('a draft of any one field is an edit; none of them, or what the row says anyway, is none', () => {
    const model = packageOf('MDP', [
      { draftOwnPrice: 500 },
      { draftExclusion: true },
      { draftExclusion: true, priceType: 1 },
      {},
      { priceType: 3, draftPermanent: false },
    ]);
    expect([...approvalEditsOnLoad(model).keys()]).toEqual(['00000001', '00000002', '00000005']);
  });

  test('inactive rows and a closed list are locked', () => {
    const rows = [{}, { inactive: true }];
    const locked = (editable: boolean) =>
      rows.map((_, row) => isApprovalLocked(packageOf('MDP', rows, { editable, approved: false }), row));
    expect([locked(true), locked(false)]).toEqual([
      [false, true],
      [true, true],
    ]);
  });
});

describe('the stored view', () => {
  test('is written so', () => {
    expect(formatSortSetting({ key: 'name', reversed: false })).toBe('name');
    expect(formatSortSetting({ key: 'atc', reversed: true })).toBe('atc desc');
    // stored before the keys had their present names
    expect(formatSortSetting({ key: 'calculatedPrice', reversed: true })).toBe('truePrice desc');
    expect(parseSortSetting('LZD', 'truePrice desc')).toEqual({ key: 'calculatedPrice', reversed: true });
    expect(parseSortSetting('MDP', 'truePriceOld')).toEqual({ key: 'formerCalculatedPrice', reversed: false });
    expect(formatFilterSetting({ name: 'all', value: null })).toBeNull();
    expect(formatFilterSetting({ name: 'own', value: null })).toBe('own');
    expect(formatFilterSetting({ name: 'brand', value: 'X' })).toBe('brand:X');
    const long = (length: number) => formatFilterSetting({ name: 'reason', value: 'x'.repeat(length) });
    expect([long(193)?.length, long(194)]).toEqual([200, null]);
  });

  test('is read so', () => {
    expect(parseSortSetting('LZD', 'atc')).toEqual({ key: 'atc', reversed: false });
    expect(parseSortSetting('LZD', 'atc asc')).toEqual({ key: 'atc', reversed: false });
    expect(parseSortSetting('LZD', null)).toEqual({ key: 'name', reversed: false });
    expect(parseFilterSetting('LZD', 'own')).toEqual({ name: 'own', value: null });
    expect(parseFilterSetting('LZD', 'brand:X:Y')).toEqual({ name: 'brand', value: 'X:Y' });
    expect(parseFilterSetting('LZD', 'reason')).toEqual({ name: 'all', value: null });
    expect(parseFilterSetting('LZD', ':own')).toEqual({ name: 'all', value: null });
  });
});
