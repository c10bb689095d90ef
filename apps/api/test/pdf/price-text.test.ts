import { expect, test } from '@jest/globals';
import { priceText } from '../../src/modules/pdf/price-text.ts';

test.each<[string | number | null | undefined, string]>([
  ['12,34 EUR', '12,34 €'],
  ['12.34 EUR', '12,34 €'],
  ['1234.5 EUR', '1.234,50 €'],
  ['1.234,50 EUR', '1.234,50 €'],
  ['7 EUR', '7,00 €'],
  ['7,5€', '7,50 €'],
  [7.5, '7,50 €'],
  [99999.99, '99.999,99 €'],
  ['9'.repeat(36), '9'.repeat(36)],
  [1e300, '1e+300'],
  ['---', '---'],
  ['auf Anfrage', 'auf Anfrage'],
  ['1,2,3 EUR', '1,2,3 EUR'],
  ['', ''],
  [null, ''],
  [undefined, ''],
])('the price %p is printed as %p', (price, printed) => {
  expect(priceText(price)).toBe(printed);
});
