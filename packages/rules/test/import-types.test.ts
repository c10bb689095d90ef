import { expect, test } from '@jest/globals';
import { canStartImport, offeredImportTypes, readPriceTypeCell } from '../src/index.ts';

test('the expert import is offered to admin and sales only', () => {
  expect(offeredImportTypes({ staff: true })).toEqual(['priceimport', 'negativeimport', 'expertimport']);
  expect(offeredImportTypes({ staff: false })).toEqual(['priceimport', 'negativeimport']);
});

test.each([
  [{ type: null, hasFile: true, columns: { pzncolumn: 'PZN', pricecolumn: 'Preis' } }, false],
  [{ type: 'priceimport', hasFile: false, columns: { pzncolumn: 'PZN', pricecolumn: 'Preis' } }, false],
  [{ type: 'priceimport', hasFile: true, columns: { pzncolumn: 'PZN' } }, false],
  [{ type: 'priceimport', hasFile: true, columns: { pricecolumn: 'Preis' } }, false],
  [{ type: 'priceimport', hasFile: true, columns: { pzncolumn: 'PZN', pricecolumn: 'Preis' } }, true],
  [{ type: 'negativeimport', hasFile: true, columns: {} }, false],
  [{ type: 'negativeimport', hasFile: true, columns: { pzncolumn: 'PZN' } }, true],
  [{ type: 'expertimport', hasFile: true, columns: { pzncolumn: 'PZN', pricecolumn: 'Preis' } }, false],
  [
    { type: 'expertimport', hasFile: true, columns: { pzncolumn: 'PZN', pricecolumn: 'Preis', negativecolumn: 'Typ' } },
    true,
  ],
] as const)('start with %j: %s (rule 5.1)', (choice, startable) => {
  expect(canStartImport(choice)).toBe(startable);
});

test.each([
  ['0', 0],
  [' 3 ', 3],
  ['Berechneter TruePrice', 0],
  ['AUSSCHLUSSARTIKEL', 1],
  ['Negativartikel', 1],
  ['eigener  Preis', 2],
  ['Dauerpreis', 3],
  ['', null],
  ['4', undefined],
  ['E', undefined],
])('the code cell %j is %j', (cell, code) => {
  expect(readPriceTypeCell(cell)).toBe(code);
});
