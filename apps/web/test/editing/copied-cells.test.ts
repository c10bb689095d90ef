import { expect, test } from '@jest/globals';
import { buildPriceListModel } from '@portal/list-view';
import { copiedCells } from '../../src/editing/clipboard/copied-cells.ts';
import { PRICE_LIST } from '../../src/editing/kinds/price-list.ts';
import { aPriceList } from '../price-lists/list.ts';

// Rule 3.28. 1 July 2026, 23:30 in UTC is the second in Berlin.
test('a day is copied as the list shows it', () => {
  const model = buildPriceListModel(aPriceList([{ date: Date.UTC(2026, 6, 1, 23, 30) / 1_000 }]).columns);
  const work = { kind: PRICE_LIST, model, session: { entered: { edits: new Map() } }, dataOf: () => ({ why: '' }) };
  expect(copiedCells(work as never, [0], [{ id: 'date' }])).toEqual([[{ text: '02.07.2026' }]]);
});
