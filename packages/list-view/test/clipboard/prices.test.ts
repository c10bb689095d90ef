import { describe, expect, test } from '@jest/globals';
import { decimalText, formatCents, pznCheckDigit } from '@portal/rules';
import fc from 'fast-check';
import { readBlock, readPastedPrices } from '../../src/index.ts';

const read = (text: string) => readPastedPrices(readBlock(text));

describe('prices from the clipboard (rules 3.29 and 3.30)', () => {
  test('one column goes by place; what cannot be read is named by its line, what is empty changes nothing', () => {
    expect(read('1.234,56 €\r\n1234.56\r\n12,5\r\n\r\n1.234\r\nabc\r\n-3')).toEqual({
      by: 'place',
      others: 0,
      prices: [
        { line: 1, text: '1.234,56 €', price: 123456 },
        { line: 2, text: '1234.56', price: 123456 },
        { line: 3, text: '12,5', price: 1250 },
        { line: 4, text: '' },
        { line: 5, text: '1.234', issue: 'ambiguous' },
        { line: 6, text: 'abc', issue: 'notANumber' },
        { line: 7, text: '-3', issue: 'notPositive' },
      ],
    });
  });

  test('columns beside it are counted', () => {
    expect(read('1,00\tx\t\n2,00\t\t')).toMatchObject({
      by: 'place',
      others: 1,
      prices: [{ price: 100 }, { price: 200 }],
    });
  });

  // check digits by hand: 0000001 → 7·1 = 7; 0000010 → 6; 1234562 → 1+4+9+16+25+36+14 = 105 = 9·11 + 6
  test('PZN and price go by PZN, zeros that a spreadsheet has taken off or not', () => {
    expect(read('12345626\t3,49\n00000106\t5')).toEqual({
      by: 'pzn',
      noPzn: [],
      prices: [
        { line: 1, pzn: '12345626', text: '3,49', price: 349 },
        { line: 2, pzn: '00000106', text: '5', price: 500 },
      ],
    });
  });

  test('a heading names the price among several; without one it is unclear', () => {
    const rows = 'Ibu\t12345626\t2,00\t3,49\nGel\tPZN-12345626\t2,50\t\n\tSumme\t4,50\t';
    expect(read(`Artikel\tPZN\tAVP\tNeuer Preis\n${rows}`)).toEqual({
      by: 'pzn',
      noPzn: [4],
      prices: [
        { line: 2, pzn: '12345626', text: '3,49', price: 349 },
        { line: 3, pzn: '12345626', text: '' },
      ],
    });
    expect(read(rows)).toEqual({ by: 'unclear' });
  });

  test('every price comes back for its PZN, in any order and between other columns', () => {
    const pzn = fc
      .integer({ min: 1_000, max: 9_999_999 })
      .map((number) => String(number).padStart(7, '0'))
      .filter((seven) => pznCheckDigit(seven) !== undefined)
      .map((seven) => `${seven}${pznCheckDigit(seven)}`);
    const line = fc.record({ pzn, cents: fc.integer({ min: 1, max: 9_999_999 }), dotted: fc.boolean() });
    const order = fc.constantFrom([0, 1, 2], [2, 0, 1], [1, 2, 0]);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), order, fc.boolean(), (lines, places, asNumber) => {
        const text = lines
          .map(({ pzn: code, cents, dotted }) => {
            const cells = [
              asNumber ? String(Number(code)) : code,
              dotted ? `${formatCents(cents)} €` : decimalText(cents),
              'Gel',
            ];
            return places.map((place) => cells[place]).join('\t');
          })
          .join('\r\n');
        const result = read(text);
        expect(result.by === 'pzn' && result.prices.map((each) => [each.pzn, each.price])).toEqual(
          lines.map(({ pzn: code, cents }) => [code, cents]),
        );
      }),
    );
  });
});
