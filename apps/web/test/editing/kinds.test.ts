import { expect, test } from '@jest/globals';
import { buildApprovalModel, buildPriceListModel } from '@portal/list-view';
import { LZD } from '../../src/editing/kinds/lzd.ts';
import { PRICE_LIST } from '../../src/editing/kinds/price-list.ts';
import { aPriceList } from '../price-lists/list.ts';
import { anLzd } from '../price-updates/update.ts';

const t = ((key: string) => key) as never;

// rule 4.3
test('five filters of the price list ask for a second value', () => {
  const model = buildPriceListModel(aPriceList([{}]).columns);
  const names = PRICE_LIST.filters(model, true).map(({ name }) => name);
  expect(names.filter((name) => PRICE_LIST.secondValues(model, name, t) !== undefined)).toEqual([
    'producer',
    'brand',
    'peCluster',
    'vhCluster',
    'lastChange',
  ]);
});

// rule 6.10
test('four filters of a package ask for a second value; a check reason is one itself', () => {
  const columns = anLzd([{ checkReason: 'Neuer Artikel' }, {}]).columns;
  const model = buildApprovalModel('LZD', columns, { editable: true, approved: false });
  const filters = LZD.filters(model, true);
  expect(filters.find(({ name }) => name === 'reason')).toEqual({
    name: 'reason',
    value: 'Neuer Artikel',
    label: 'Neuer Artikel',
  });
  const names = filters.map(({ name }) => name);
  expect(names.filter((name) => LZD.secondValues(model, name, t) !== undefined)).toEqual([
    'producer',
    'brand',
    'peCluster',
    'vhCluster',
  ]);
});
