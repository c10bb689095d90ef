import { describe, expect, test } from '@jest/globals';
import { findRows } from '../../src/index.ts';
import { listOf } from './factory.ts';

const LIST = listOf([
  { name: 'Ibuprofen Löwe 400 mg', content: '20 St', producer: 'Müller Pharma', brand: 'Dolormin', atc: 'M01AE01' },
  { name: 'Vitamin D3 Öl', content: '10 ml', producer: 'Crème & Söhne' },
  { name: 'Strauß-Salbe', content: '50 g', producer: 'Muster' },
  { name: 'Xylo Nasenspray 0,1 %', content: '10 ml' },
]);
const found = (query: string) => {
  const { mask, tried } = findRows(LIST, query);
  return { rows: mask && [...mask.keys()].filter((row) => mask[row]), tried };
};

describe('a search that finds nothing is tried again, and says as what (rule 2.41)', () => {
  test.each([
    ['400mg', [0], '400 mg'],
    ['Loewe', [0], 'Löwe'],
    ['lowe', [0], 'Löwe'],
    ['ibuprofen 20 Stück', [0], 'Ibuprofen 20 St'],
    ['ibuprofen 20stk', [0], 'Ibuprofen 20 St'],
    ['Mueller-Pharma', [0], 'Müller Pharma'],
    ['Vitamin-D3', [1], 'Vitamin D3'],
    ['vitamind3', [1], 'Vitamin D3'],
    ['Creme', [1], 'Crème'],
    ['Soehne 10ml', [1], 'Söhne 10 ml'],
    ['Strausssalbe', [2], 'Strauß-Salbe'],
    ['0,1%', [3], '0,1 %'],
    ['xylo 0,1%', [3], 'xylo 0,1 %'],
    ['ibu-400', [0], 'Ibu 400'],
    ['ibu–400 20stück', [0], 'Ibu 400 20 St'],
    ['strauss salbe 50g', [2], 'Strauß Salbe 50 g'],
  ])('%s', (query, rows, tried) => {
    expect(found(query)).toEqual({ rows, tried });
  });

  test('one that finds something is left as it is, one that finds nothing in any way stays empty', () => {
    expect(found('löwe')).toEqual({ rows: [0], tried: null });
    expect(found('aspirin')).toEqual({ rows: [], tried: null });
    expect(found('---')).toEqual({ rows: [], tried: null });
    expect(found('ib')).toEqual({ rows: undefined, tried: null });
  });
});
