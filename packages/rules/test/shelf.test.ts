import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isOpenLabel,
  isShelfPage,
  latestScan,
  ppnOf,
  pznCheckDigit,
  readScan,
  readShelfCode,
  shelfLabelState,
} from '../src/index.ts';

const pzns = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((number) => String(number).padStart(7, '0'))
  .filter((digits) => pznCheckDigit(digits) !== undefined)
  .map((digits) => digits + String(pznCheckDigit(digits)));

const gtin = (body: string) => {
  let sum = 0;
  for (let at = 0; at < body.length; at++) sum += Number(body.at(-1 - at)) * (at % 2 === 0 ? 3 : 1);
  return body + String((10 - (sum % 10)) % 10);
};

/** What labels, packs and people give for a PZN, as scanners type it. */
const formsOf = (pzn: string, serial: string): string[] => [
  pzn,
  ` ${pzn} `,
  `-${pzn}`,
  `]A0-${pzn}`,
  `]C0${pzn}`,
  `PZN ${pzn}`,
  `9N${ppnOf(pzn)}`,
  `]d1[)>\u001e06\u001d9N${ppnOf(pzn)}\u001e\u0004`,
  `[)>\u001e06\u001d9N${ppnOf(pzn)}\u001d1T${serial}\u001dD261231\u001dS${serial}\u001e\u0004`,
  gtin(`4150${pzn}`),
  `]E0${gtin(`4150${pzn}`)}`,
  `]d201${gtin(`04150${pzn}`)}17261231\u001d10${serial}`,
  `\u001d01${gtin(`04150${pzn}`)}21${serial}\u001d17261231`,
];
const serials = fc.string({ unit: fc.constantFrom('A', 'B', 'C', 'F', 'H', 'X', 'Z'), minLength: 1, maxLength: 12 });

// Rules 2.40 and 21.2.
describe('what a code means', () => {
  test('every form of a PZN is that PZN', () => {
    fc.assert(
      fc.property(pzns, serials, (pzn, serial) => {
        for (const form of formsOf(pzn, serial))
          expect([form, readShelfCode(form)]).toEqual([form, { kind: 'pzn', pzn }]);
      }),
    );
  });

  test('typed without its leading zeros too', () => {
    expect(readShelfCode('1234562')).toEqual({ kind: 'pzn', pzn: '01234562' });
    fc.assert(
      fc.property(pzns, (pzn) => {
        const short = pzn.replace(/^0+/, '');
        if (short.length < 6) expect(readShelfCode(short)).toEqual({ kind: 'pzn', pzn });
      }),
    );
  });

  test('no digit of a PZN can be wrong', () => {
    fc.assert(
      fc.property(pzns, fc.nat(7), fc.integer({ min: 1, max: 9 }), (pzn, at, more) => {
        const wrong = pzn.slice(0, at) + String((Number(pzn[at]) + more) % 10) + pzn.slice(at + 1);
        for (const form of [`-${wrong}`, `]A0-${wrong}`, `9N${ppnOf(wrong)}`, `]E0${gtin(`4150${wrong}`)}`])
          expect([form, readShelfCode(form).kind]).toEqual([form, 'other']);
        expect(readShelfCode(wrong).kind).not.toBe('pzn');
      }),
    );
  });

  test('an EAN of another kind is a code without a PZN', () => {
    const ean13 = fc
      .integer({ min: 0, max: 999_999_999 })
      .map((number) => gtin(`400${String(number).padStart(9, '0')}`));
    const ean8 = fc.integer({ min: 0, max: 9_999_999 }).map((number) => gtin(String(number).padStart(7, '0')));
    fc.assert(
      fc.property(ean13, ean8, (long, short) => {
        for (const form of [long, `]E0${long}`, `+E0${long}`, `]C1${long}`, `]I1${long}`, ` ]X0${long}\u001d`])
          expect([form, readShelfCode(form)]).toEqual([form, { kind: 'other', text: long }]);
        for (const form of [`]E4${short}`, `]E0${short}`, `+E4${short}`])
          expect([form, readShelfCode(form)]).toEqual([form, { kind: 'other', text: short }]);
      }),
    );
  });

  test.each(['', '4,99', 'Ibuprofen', '12345678901234567890'])('%p is neither', (text) => {
    expect(readShelfCode(text)).toEqual({ kind: 'invalid', text });
  });

  test.each([
    [']E0', 'invalid', ''],
    ['+E0', 'invalid', ''],
    [']A0ABC', 'other', 'ABC'],
    [']Q1https://example.org/a,b', 'other', 'https://example.org/a,b'],
    [']d2\u001d10ABC\u001d21X', 'other', '10ABC 21X'],
    [`]Q1${'A'.repeat(60)}`, 'other', `${'A'.repeat(40)} …`],
    // a best-before day and its identifier, with the check digit of a PZN: 1·1+2·5+3·2+4·6+5·1+6·2+7·2 = 72 = 6·11 + 6
    [']C115261226', 'other', '15261226'],
    [']e015261226', 'other', '15261226'],
  ] as const)('of %p is shown what was read, without its symbology', (code, kind, text) => {
    expect(readShelfCode(code)).toEqual({ kind, text });
  });

  test('no digits of GS1 data are a PZN but those of its NTIN', () => {
    const gtins = fc.integer({ min: 0, max: 99_999_999 }).map((part) => gtin(`04006${String(part).padStart(8, '0')}`));
    fc.assert(
      fc.property(fc.constantFrom(']C1', ']d2', ']e0', ']Q3', '+C1'), gtins, (symbology, code) => {
        const text = `${symbology}01${code}`;
        expect(readShelfCode(text)).toEqual({ kind: 'other', text: `01${code}` });
        expect(readScan(latestScan(text))).toEqual({ pzn: null });
        expect(readScan(latestScan(`-15714099${text}`))).toEqual({ pzn: null });
      }),
      { numRuns: 2000 },
    );
  });
});

// Rules 16.10 and 21.3.
test.each([
  [499, 499, true, 'right'],
  [499, 549, true, 'outdated'],
  [499, null, true, 'missing'],
  [null, 549, true, 'remove'],
  [null, null, true, 'none'],
  [499, null, false, 'unknown'],
  [null, null, false, 'none'],
] as const)('a price of %p and a label of %p, printed %p: %s', (price, labelPrice, labelled, state) => {
  expect(shelfLabelState({ price, labelPrice }, labelled)).toBe(state);
  expect(isOpenLabel(state)).toBe(labelled && price !== labelPrice);
});

// Rule 21.6.
test('the page with the camera is known by its path', () => {
  for (const path of ['/p/1/abc/regal', '/p/1/abc/regal/', '/P/1/abc/Regal']) expect(isShelfPage(path)).toBe(true);
  for (const path of [
    '/',
    '/regal',
    '/p/1/abc',
    '/p/1/abc/regal/x',
    '/p/1/regal',
    '/p/1/abc/pricelist/regal',
    '/p/1/abc/regalx',
  ])
    expect([path, isShelfPage(path)]).toEqual([path, false]);
});
