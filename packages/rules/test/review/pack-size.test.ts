import { describe, expect, test } from '@jest/globals';
import { nameStem, packSizeRise, readPackSize } from '../../src/index.ts';

// Rule 14.20.
describe('the content of a pack (rule 14.29)', () => {
  test.each([
    ['20 St', 20, 'st'],
    ['20 Stk.', 20, 'st'],
    ['100 ml', 100, 'ml'],
    ['2X50 ml', 100, 'ml'],
    ['20X1.8 g', 36, 'g'],
    ['0,5 l', 500, 'ml'],
    ['1 kg', 1000, 'g'],
    ['2x5x10 St', 100, 'st'],
    ['5 m', 5000, 'mm'],
    ['12 cm', 120, 'mm'],
    ['8 mm', 8, 'mm'],
    ['3 cl', 30, 'ml'],
    ['500 mg', 0.5, 'g'],
    ['10 Stück', 10, 'st'],
    ['10 Stck', 10, 'st'],
    [' 1,25 l ', 1250, 'ml'],
    ['3 x 10 St', 30, 'st'],
    ['20St', 20, 'st'],
    ['20 g + 20 g', 40, 'g'],
    ['2X20 g+500 mg', 40.5, 'g'],
    ['3X0.7 g', 2.1, 'g'],
    ['0.125 g', 0.125, 'g'],
    ['1000 ml', 1000, 'ml'],
    ['1,12 g', 1.12, 'g'],
    ['0,125 g', 0.125, 'g'],
  ])('%s holds %d %s', (content, amount, unit) => {
    expect(readPackSize(content)).toEqual({ amount, unit });
  });

  test.each([
    '',
    '1 P',
    'N2',
    '20',
    '0 St',
    'St',
    'ca. 20 St',
    '20 St Dose',
    '1.000 ml',
    '2X1.000 ml',
    '1,000 ml',
    '1,125 g',
    '2X12,500 ml',
    '20 St + 5 g',
    '20 St + 1 P',
    '20 g +',
    '+ 20 g',
    null,
  ])('%s is not known', (content) => {
    expect(readPackSize(content)).toBeUndefined();
  });
});

test.each([
  ['IBU-Muster 400 mg akut Filmtabletten 20 St', 'IBU-Muster 400 mg akut Filmtabletten'],
  ['Hustensaft 15 mg/5 ml 100 ml', 'Hustensaft 15 mg/5 ml'],
  ['Gel 2X50 ml N2', 'Gel'],
  ['Gel 10 x 50  ml', 'Gel 10 x 50  ml'],
  ['Gel  10 x 1,25 l', 'Gel'],
  ['Gel 90 St', 'Gel'],
  ['Gel akut 100St', 'Gel akut'],
  ['Vitamin D3 1000 I.E.', 'Vitamin D3 1000 I.E.'],
  ['Mullbinde elastisch 8 cmx4 m', 'Mullbinde elastisch 8 cmx4 m'],
])('%s is called %s without its size', (name, stem) => {
  expect(nameStem(name)).toBe(stem);
});

test('a larger pack that costs more each is told by its price per unit', () => {
  const pack = (price: number, content: string) => ({ price, size: readPackSize(content) });
  // 0,20 and 0,25 each
  expect(packSizeRise(pack(400, '20 St'), pack(1250, '50 St'))).toBeCloseTo(25);
  expect(packSizeRise(pack(1250, '50 St'), pack(400, '20 St'))).toBeCloseTo(25);
  expect(packSizeRise(pack(500, '20 St'), pack(1000, '50 St'))).toBeCloseTo(-20);
  expect(packSizeRise(pack(500, '20 St'), pack(1000, '50 ml'))).toBeNull();
  expect(packSizeRise(pack(500, '20 St'), pack(600, '20 St'))).toBeNull();
});
