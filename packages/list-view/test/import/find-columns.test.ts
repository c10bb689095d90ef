import { expect, test } from '@jest/globals';
import { findColumns } from '../../src/index.ts';

// Rules 3.30 and 9.37. 00200495 and 00200880 have a right check digit, 12345679 and 87654321 a wrong one.
const PZNS = ['00200495', '200880'];

test('by what the cells hold', () => {
  expect(findColumns([['Salbe', 'Creme'], PZNS, ['9,99', '5,00']])).toEqual({
    pzn: 1,
    price: 2,
    pznColumns: [1],
    priceColumns: [2],
  });
});

test.each([
  ['whole numbers beside decimals are amounts', [PZNS, ['12', '3'], ['9,99', '5,00']], 0, 2],
  ['whole numbers alone may be prices', [PZNS, ['12', '3']], 0, 1],
  ['prices of which most are zero', [PZNS, ['0,00', '5,00'], ['0', '2']], 0, 1],
  ['two columns of prices', [PZNS, ['9,99', '5,00'], ['4,00', '2,00']], 0, undefined],
  ['article numbers of eight digits', [['12345679', '87654321'], PZNS, ['9,99', '5,00']], 1, 2],
  ['two columns of PZNs', [PZNS, PZNS.toReversed(), ['9,99', '5,00']], undefined, 2],
  [
    'no PZN',
    [
      ['Salbe', 'Creme'],
      ['9,99', '5,00'],
    ],
    undefined,
    1,
  ],
] as const)('%s', (_, columns, pzn, price) => expect(findColumns(columns)).toMatchObject({ pzn, price }));

test('headings decide about prices', () => {
  const columns = [PZNS, ['9,99', '5,00'], ['4,00', '2,00']];
  expect(findColumns(columns, { headings: ['Nummer', 'VK', 'EK'] })).toMatchObject({ pzn: 0, price: 1 });
  expect(findColumns(columns, { headings: ['Nummer', 'Wert', 'EK'] }).price).toBeUndefined();
});
