import { expect, test } from '@jest/globals';
import type { ProductGroup } from '@portal/rules';
import { findConflicts } from '../src/modules/price-lists/find-conflicts.ts';
import type { StoredRow } from '../src/modules/price-lists/validate-edits.ts';

const row = (pzn: string, changedVersion: number, productGroup: ProductGroup = 'OTC') =>
  [
    pzn,
    {
      pzn,
      productGroup,
      beneath: { priceType: 0, calculatedPrice: 100, ownPrice: null },
      period: null,
      changedVersion,
    } as StoredRow,
  ] as const;
const listed = new Map([row('03', 7), row('01', 6), row('02', 5), row('04', 9, 'FREIWAHL')]);
const all = ['03', '01', '02', '04', '09'];

test('conflicts are the rows that changed after the loaded version of their list, by PZN (rule 4.12)', () => {
  expect(findConflicts(all, listed, () => 5)).toEqual(['01', '03', '04']);
  expect(findConflicts(all, listed, () => 6)).toEqual(['03', '04']);
});

test('a list of which no version is named has none; 09 is new to the list', () => {
  expect(findConflicts(all, listed, (group) => (group === 'OTC' ? 5 : undefined))).toEqual(['01', '03']);
  expect(findConflicts(all, listed, () => undefined)).toEqual([]);
});
