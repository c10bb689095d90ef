import { expect, test } from '@jest/globals';
import { rebaseEdits, rowAt, withAddedProducts } from '../../src/index.ts';
import { listOf } from './factory.ts';

const product = (pzn: string) => ({
  pzn,
  name: `Artikel ${pzn}`,
  content: '20 ST',
  producer: 'Muster',
  brand: 'Marke',
  normSize: 'N1',
  atc: 'A01',
});

test('an added product follows the stored rows, with what the master says and no price of any kind', () => {
  const list = withAddedProducts(listOf([{}, {}]), [product('00000002'), product('00000009')]);
  expect(list.columns.pzn).toEqual(['00000001', '00000002', '00000009']);
  const row = Object.fromEntries(Object.entries(list.columns).map(([name, values]) => [name, values[2]]));
  expect(row).toEqual({
    ...product('00000009'),
    vatPercent: null,
    peCluster: null,
    vhCluster: null,
    units: null,
    avp: null,
    aep: null,
    vhp: null,
    priceMin: null,
    priceAvg: null,
    priceMax: null,
    calculatedPrice: null,
    formerPrice: null,
    ownPrice: null,
    date: Number.NaN,
    priceType: 0,
    validTo: null,
  });
  expect(rowAt(list, 2)).toEqual({ priceType: 0, calculatedPrice: null, ownPrice: null });
});

test('a list without anything to add stays the same one', () => {
  const list = listOf([{}]);
  expect(withAddedProducts(list, [product('00000001')])).toBe(list);
});

test('only staff may carry an exclusion over that becomes a calculated price', () => {
  const list = listOf([{ priceType: 1, calculatedPrice: 500 }]);
  const back = [['00000001', { ownPrice: null, permanent: false, exclusion: false }]] as const;
  expect(rebaseEdits(list, back).dropped).toEqual(['00000001']);
  expect(rebaseEdits(list, back, { staff: false }).dropped).toEqual(['00000001']);
  expect(rebaseEdits(list, back, { staff: true })).toEqual({ edits: new Map(back), dropped: [] });
  const priceless = listOf([{ priceType: 1, calculatedPrice: null }]);
  expect(rebaseEdits(priceless, back, { staff: true }).dropped).toEqual(['00000001']);
});
