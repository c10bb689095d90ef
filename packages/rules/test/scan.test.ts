import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatCents,
  latestScan,
  MAX_PRICE_CENTS,
  parsePriceInput,
  ppnOf,
  pznCheckDigit,
  readScan,
  readTypedPrice,
} from '../src/index.ts';

/** Σ i·dᵢ of 1571409: 1+10+21+4+20+0+63 = 119, 119 mod 11 = 9. */
const PZN = '15714099';

describe('a scanned code is read as its PZN (rule 2.40)', () => {
  test.each([
    '15714099',
    '-15714099',
    '*-15714099*',
    'ß15714099',
    '(ß15714099(',
    'PZN-15714099',
    'PZN: 15714099',
    'pzn:15714099',
    'PZN\u00a015714099',
    'PZN – 15714099',
    'PYN-15714099',
    'PYNÖ 15714099',
    ']A015714099',
    '9N111571409929',
    '9n111571409929',
    '111571409929',
    ']d29N111571409955',
    '+d29N111571409955',
    '[)>\u001e06\u001d9N111571409955\u001d1TABC\u001dD261231\u001dS123\u001e\u0004',
    '[)>069N1115714099551TABCD261231S123',
    'ü=:069N1115714099551TABCD261231S123',
    '04150157140992',
    '4150157140992',
    '0104150157140992172612311033AB',
    '(01)04150157140992(17)261231(10)3AB',
    ']d20104150157140992\u001d17261231',
    '\u001d0104150157140992\u001d17261231103AB',
    '17261231103AB\u001d0104150157140992',
    ')01=04150157140992)17=261231)10=3AB',
    // as they were reported, with wrong check digits around the PZN or none
    '9N111571409955',
    '04150157140993',
    '010415001571409917261231103AB',
  ])('%p', (text) => {
    expect(readScan(text)).toEqual({ pzn: PZN });
  });

  test.each([
    ['*-01234562*', '01234562'],
    ['1234562', '01234562'],
    ['-1234562', '01234562'],
    ['12368946', '12368946'],
  ])('%p with leading zeros is %p', (text, pzn) => {
    expect(readScan(text)).toEqual({ pzn });
  });

  test.each([
    '00012346',
    '0001234',
    '012345',
    '4006381333931',
    '04006381333931',
    '9N111571409829',
    '-15714098',
    ']d2010',
    // an EAN-8 whose digits fit those of a PZN
    ']E415714099',
  ])('%p is a code without a PZN that fits', (text) => {
    expect(readScan(text)).toEqual({ pzn: null });
  });

  test.each([
    '',
    '4,99',
    '1,000',
    '1.234',
    '1.234,56',
    '12345',
    '99999',
    '100000',
    '12,-',
    '4,99 €',
    'Ibuprofen',
    'PZN',
    '-4',
  ])('%p is none', (text) => {
    expect(readScan(text)).toBeUndefined();
  });

  test('of two codes that follow each other the last one counts', () => {
    expect(latestScan('1571409912368946')).toBe('12368946');
    expect(latestScan('9N1115714099299N111236894655')).toBe('9N111236894655');
    expect(latestScan('PZN-15714099-12368946')).toBe('-12368946');
    expect(latestScan('9,15714099')).toBe('15714099');
    expect(latestScan('ibu15714099')).toBe('15714099');
    expect(readScan(latestScan('01041501571409921726123101041501236894611726'))).toEqual({ pzn: '12368946' });
    expect(latestScan('15714099')).toBe('15714099');
    // a plain number behind GS1 data may be its batch: 12345678 is a PZN
    expect(readScan(latestScan('010415015714099210AB12345678'))).toEqual({ pzn: PZN });
    expect(readScan(latestScan('[)>069N1115714099291TAB-1D261231S12345'))).toEqual({ pzn: PZN });
    // 12345678 is a PZN, but these digits are those of an EAN
    expect(latestScan('4006312345678')).toBe('4006312345678');
    expect(latestScan('ibuprofen 400')).toBe('ibuprofen 400');
  });

  const CODES = (pzn: string, ntin: string, ppn: string) => [
    `-${pzn}`,
    `ß${pzn}`,
    `*-${pzn}*`,
    `PZN-${pzn}`,
    ntin,
    `01${ntin}`,
    `(01)${ntin}(17)261231(10)3AB`,
    `]d201${ntin}\u001d17261231`,
    ppn,
    `[)>\u001e06\u001d${ppn}\u001d1TABC\u001dD261231\u001dS123\u001e\u0004`,
  ];
  const typeKeys = (text: string, former = '') =>
    Array.from(text).reduce((field, key) => latestScan(field + key), former);
  // 20104150 is a PZN: 2 + 3 + 20 + 6 + 35 = 66, 66 mod 11 = 0
  test.each([']d20104150157140992\u001d17261231', '+d20104150157140992', '[)>069N1115714099291TABCD261231'])(
    'of the keys of %p none begins a code of its own',
    (text) => {
      expect(readScan(typeKeys(text))).toEqual({ pzn: PZN });
      expect(readScan(typeKeys(text, '12368946'))).toEqual({ pzn: PZN });
    },
  );

  test('nor do those of any other code, alone or behind another one', () => {
    const digits = fc.integer({ min: 1000, max: 9_999_999 }).map((number) => String(number).padStart(7, '0'));
    const issued = digits.filter((each) => pznCheckDigit(each) !== undefined);
    const pzns = issued.map((each) => each + String(pznCheckDigit(each)));
    const gtin = (body: string) =>
      body +
      String(
        (10 -
          (body
            .split('')
            .reverse()
            .reduce((sum, d, at) => sum + Number(d) * (at % 2 ? 1 : 3), 0) %
            10)) %
          10,
      );
    const codesOf = (pzn: string) => CODES(pzn, gtin(`04150${pzn}`), `9N${ppnOf(pzn)}`);
    fc.assert(
      fc.property(pzns, pzns, fc.nat(9), fc.nat(9), (former, next, one, other) => {
        const code = codesOf(next)[one] as string;
        expect(readScan(typeKeys(code))).toEqual({ pzn: next });
        expect(readScan(typeKeys(code, codesOf(former)[other] as string))).toEqual({ pzn: next });
      }),
      { numRuns: 2000 },
    );
  });

  const FORMER = CODES(PZN, '04150157140992', '9N111571409929');
  // Σ i·dᵢ of 1236894: 1+4+9+24+40+54+28 = 160, 160 mod 11 = 6
  const NEXT = CODES('12368946', '04150123689463', '9N111236894655');
  test.each(FORMER.flatMap((former) => NEXT.map((next) => [former, next])))('behind %p comes %p', (former, next) => {
    expect(readScan(latestScan(former + next))).toEqual({ pzn: '12368946' });
  });
});

describe('a code is never a price', () => {
  const pzns = fc
    .integer({ min: 1, max: 9_999_999 })
    .map((number) => String(number).padStart(7, '0'))
    .filter((digits) => pznCheckDigit(digits) !== undefined)
    .map((digits) => digits + String(pznCheckDigit(digits)));

  test('whatever form it has', () => {
    fc.assert(
      fc.property(pzns, (pzn) => {
        for (const text of [pzn, `-${pzn}`, `*-${pzn}*`, `ß${pzn}`, `PZN: ${pzn}`, `9N${ppnOf(pzn)}`, `04150${pzn}0`]) {
          expect(readScan(text)).toEqual({ pzn });
          expect(readTypedPrice(text)).toEqual({ kind: 'issue', reason: 'code' });
          expect(parsePriceInput(text).kind).toBe('issue');
        }
      }),
    );
  });

  test('and no price that the portal shows is one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_PRICE_CENTS }), (cents) => {
        const shown = formatCents(cents);
        for (const text of [shown, shown.replaceAll('.', ''), (cents / 100).toFixed(2), String(Math.ceil(cents / 100))])
          expect(readScan(text)).toBeUndefined();
      }),
    );
  });
});
