import { describe, expect, test } from '@jest/globals';
import { decimalText, formatCents, pznCheckDigit } from '@portal/rules';
import fc from 'fast-check';
import { type PasteChoice, readBlock, readPastedPrices, shownRounded } from '../../src/index.ts';

const read = (text: string, chosen: PasteChoice = {}) => readPastedPrices(readBlock(text), { chosen });

describe('prices from the clipboard (rules 3.29 and 3.30)', () => {
  test('one column goes by place; what cannot be read is named by its line, what is empty changes nothing', () => {
    expect(read('1.234,56 €\r\n1234.56\r\n12,5\r\n\r\n1.234\r\nabc\r\n-3')).toMatchObject({
      by: 'place',
      columns: { price: 0 },
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

  test('a column of ranges is asked for, and its lines are not entered (rule 5.11)', () => {
    const text = 'PZN\tVK\tZeitraum\n12345626\t8,99\t01.12.–14.12.2026';
    expect(read(text).columns.days).toMatchObject([{ column: 2, side: 'either', use: undefined }]);
    expect(read(text, { days: { 2: 'to' } })).toMatchObject({ prices: [{ price: 899, days: 'unreadable' }] });
  });

  test('without headings the columns are found by what they hold', () => {
    const text = 'Ibu\t12345626\t12\t8,99\nZink\t00000011\t3\t5,99';
    expect(read(text)).toMatchObject({
      by: 'pzn',
      columns: { pzn: 1, price: 3 },
      prices: [{ price: 899 }, { price: 599 }],
    });
  });

  test('only a lone column of prices goes by place: beside any other one each price needs its PZN', () => {
    expect(read('1,00\t\t\n2,00\t\t')).toMatchObject({ by: 'place', prices: [{ price: 100 }, { price: 200 }] });
    for (const text of ['1,00\tx\t\n2,00\t\t', 'x\t1,00\ny\t2,00', 'EK\tVK\n1,00\t2,00'])
      expect(read(text)).toEqual({ by: 'noKey', columns: expect.anything() });
    expect(read('1,00\t2,00\n3,00\t4,00')).toMatchObject({ by: 'unclear', columns: { price: undefined } });
    expect(read('1,00\t2,00\n3,00\t4,00', { price: 1 })).toMatchObject({ by: 'noKey' });
  });

  test.each([
    ['1,57E+07\t8,99\n8,53E+06\t5,99', 'exponent', '1,57E+07'],
    ['PZN\tVK\n1,57E+07\t8,99\n8,53E+06\t5,99', 'exponent', '1,57E+07'],
    ['4006381333931\t8,99\n4006381333948\t5,99', 'ean', '4006381333931'],
    ['Artikel\tPZN\tVK\nIbu\t12.345.627\t8,99', 'number', '12.345.627'],
    ['PZN\tVK\nA-17\t8,99\nA-18\t5,99', 'other', 'A-17'],
  ])('a column of PZNs that cannot be read holds the prices back, and its form is named: %j', (text, form, example) => {
    expect(read(text)).toMatchObject({ by: 'noKey', form, example });
  });

  test.each(['="12345626"', "'12345626", '12345626,00', '12.345.626', '1,2345626E+07', 'PZN 12345626'])(
    'a PZN that a spreadsheet wrote as %s is read',
    (cell) => {
      expect(read(`${cell}\t3,49`)).toMatchObject({ by: 'pzn', prices: [{ pzn: '12345626', price: 349 }] });
    },
  );

  test('a column of days is named and asked for, and read as it was chosen (rules 5.11 and 17.12)', () => {
    const text =
      'PZN\tVK\tvon\tbis\tMHD\n12345626\t8,99\t01.12.2026\t31.12.9999\t01.01.2027\n00000011\t5,99\t\t14.12.2026 23:59:59\t\n00000028\t5,99\tbald\t\t';
    const asked = read(text);
    expect(asked.columns.days).toEqual([
      { column: 2, heading: 'von', example: '01.12.2026', side: 'from', noEnd: false, use: undefined },
      { column: 3, heading: 'bis', example: '31.12.9999', side: 'to', noEnd: true, use: undefined },
    ]);
    expect(asked.by === 'pzn' && asked.prices.map(({ days }) => days)).toEqual([undefined, undefined, undefined]);
    const daysOf = (days: PasteChoice['days']) => {
      const pasted = read(text, { days: days ?? {} });
      return pasted.by === 'pzn' && pasted.prices.map((each) => each.days);
    };
    expect(daysOf({ 2: 'from', 3: 'to' })).toEqual([
      { validFrom: '2026-12-01', validTo: '9999-12-31' },
      { validFrom: null, validTo: '2026-12-14' },
      'unreadable',
    ]);
    expect(daysOf({ 2: 'ignore', 3: 'toOrNoEnd' })).toEqual([
      { validFrom: null, validTo: null },
      { validFrom: null, validTo: '2026-12-14' },
      { validFrom: null, validTo: null },
    ]);
    expect(daysOf({ 2: 'ignore', 3: 'ignore' })).toEqual([undefined, undefined, undefined]);
  });

  test('a heading of prices alone', () => {
    expect(read('VK\n1,00\n2,00')).toMatchObject({ by: 'place', columns: { price: 0 } });
    expect(read('EK\n1,00\n2,00')).toMatchObject({ by: 'unclear' });
  });

  test.each(['EK 2026', 'VK netto 10/26', 'Preis ohne 19% MwSt', 'AEP 01.11.', 'Preis je 100 g'])(
    'a column without PZNs is not taken by itself under the heading %j',
    (heading) => {
      expect(read(`${heading}\n1,00\n2,00`)).toMatchObject({ by: 'unclear' });
    },
  );

  test('a heading takes up no row; another text in the first line stands for the price of the active row', () => {
    const prices = [
      { line: 2, price: 100 },
      { line: 3, price: 200 },
    ];
    expect(read('VK\n1,00\n2,00')).toMatchObject({ by: 'place', columns: { headingLine: 1 }, prices });
    expect(read('EK 2026\n1,00\n2,00', { price: 0 })).toMatchObject({
      by: 'place',
      columns: { headingLine: 1 },
      prices,
    });
    expect(read('entfällt\n1,00\n2,00', { price: 0 })).toMatchObject({
      by: 'place',
      columns: { headingLine: undefined },
      prices: [{ line: 1, issue: 'notANumber' }, ...prices],
    });
  });

  // check digits by hand: 0000001 → 7·1 = 7; 0000010 → 6; 1234562 → 1+4+9+16+25+36+14 = 105 = 9·11 + 6
  test('PZN and price go by PZN, zeros that a spreadsheet has taken off or not', () => {
    expect(read('12345626\t3,49\n00000106\t5')).toMatchObject({
      by: 'pzn',
      columns: { pzn: 0, price: 1 },
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
      columns: {
        days: [],
        pzn: 1,
        price: 3,
        headingLine: 1,
        offered: [
          { column: 0, heading: 'Artikel', example: 'Ibu' },
          { column: 1, heading: 'PZN', example: '12345626' },
          { column: 2, heading: 'AVP', example: '2,00' },
          { column: 3, heading: 'Neuer Preis', example: '3,49' },
        ],
      },
      noPzn: [4],
      prices: [
        { line: 2, pzn: '12345626', text: '3,49', price: 349 },
        { line: 3, pzn: '12345626', text: '' },
      ],
    });
    expect(read(rows)).toMatchObject({ by: 'unclear', columns: { pzn: 1, price: undefined } });
    expect(read(rows, { price: 2 })).toMatchObject({ by: 'pzn', prices: [{ price: 200 }, { price: 250 }] });
  });

  test.each([
    ['VK alt\tVK aktuell', '8,11\t11,99', 1199],
    ['Einkaufspreis\tVerkaufspreis brutto', '3,10\t5,95', 595],
    ['VK netto\tVK', '3,10\t5,95', 595],
    ['Menge\tPreis', '3\t5,95', 595],
    ['Grundpreis je 100 ml\tEigener Preis', '3,10\t5,95', 595],
  ])('the headings %j name the second column', (headings, cells, expected) => {
    expect(read(`PZN\t${headings}\n12345626\t${cells}`)).toMatchObject({ by: 'pzn', prices: [{ price: expected }] });
  });

  test.each(['VK netto', 'EK', 'Preis alt', 'Umfeldpreis', 'Preisdifferenz', 'Menge', 'Preis pro Stück', '', 'Betrag'])(
    'the only column of prices is not taken where its heading is %j',
    (heading) => {
      const text = `PZN\t${heading}\n12345626\t3,49\n00000106\t5,00`;
      expect(read(text)).toMatchObject({ by: 'unclear', columns: { pzn: 0, price: undefined } });
      expect(read(text, { price: 1 })).toMatchObject({ by: 'pzn', prices: [{ price: 349 }, { price: 500 }] });
    },
  );

  test('two columns of PZNs are told apart by their headings, or not at all', () => {
    const rows = '12345626\t00000106\t3,49';
    expect(read(`PZN Original\tPZN\tVK\n${rows}`)).toMatchObject({ by: 'pzn', prices: [{ pzn: '00000106' }] });
    expect(read(rows)).toMatchObject({ by: 'unclear', columns: { pzn: undefined, price: 2 } });
    expect(read(rows, { pzn: 0 })).toMatchObject({ by: 'pzn', prices: [{ pzn: '12345626' }] });
    expect(read(`PZN alt\tVK\n12345626\t3,49`)).toMatchObject({ by: 'unclear', columns: { pzn: undefined } });
  });

  test.each([
    [
      'a wrong check digit',
      '01234563\t4,95',
      { prices: [{ line: 1, pzn: '01234563', price: 495 }, {}, {}], noPzn: [] },
    ],
    ['a letter', 'O1234562\t4,95', { prices: [{ line: 2 }, { line: 3 }], noPzn: [1] }],
    ['a letter and no price', 'O1234562\tabc', { prices: [{ line: 2 }, { line: 3 }], noPzn: [1] }],
    ['too many digits', '012345621\t4,95', { prices: [{ line: 2 }, { line: 3 }], noPzn: [1] }],
  ])('a first line whose PZN is mistyped is not a heading: %s', (_, first, expected) => {
    expect(read(`${first}\n12345626\t3,49\n00000106\t5,01`)).toMatchObject({ by: 'pzn', ...expected });
  });

  test('mistyped PZNs alone do not make the prices go by place', () => {
    expect(read('01234563\t4,95')).toMatchObject({ by: 'pzn', prices: [{ pzn: '01234563', price: 495 }] });
    expect(read('PZN\tVK\n01234563\t4,95\nPZN-1234564\t5,95')).toMatchObject({
      by: 'pzn',
      prices: [{ pzn: '01234563' }, { pzn: '01234564' }],
    });
  });

  test('titles above the headings are passed over, and the line of the headings is named', () => {
    const text = 'Preisliste Rosen-Apotheke\t\t\n\t\t\nPZN\tEK\tVK\n12345626\t2,00\t3,49';
    expect(read(text)).toMatchObject({
      by: 'pzn',
      columns: { headingLine: 3 },
      noPzn: [],
      prices: [{ line: 4, price: 349 }],
    });
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

describe('prices that a spreadsheet has shown rounded (rule 3.42)', () => {
  const incoming = (texts: string[], standing: (number | null)[]) =>
    texts.map((text, at) => ({
      text,
      price: Math.round(Number(text.replace(',', '.')) * 100),
      standing: standing[at],
    }));
  test.each([
    ['whole euros where the list has cents', ['5', '12', '8'], [499, 1195, 800], 'euros'],
    ['whole euros with their zeros', ['5,00', '12,00'], [499, 1195], 'euros'],
    ['one decimal where the list has others', ['4,9', '12,5'], [499, 1195], 'tenths'],
    ['one price with cents', ['5', '12,49', '8'], [499, 1195, 799], undefined],
    ['two decimals', ['4,90', '12,50'], [499, 1195], undefined],
    ['a list of whole euros', ['5', '12', '8'], [400, 1100, 750], undefined],
    ['a single price', ['5'], [499], undefined],
    ['nothing known of the list', ['5', '12'], [null, null], undefined],
  ])('%s', (_, texts, standing, expected) => {
    expect(shownRounded(incoming(texts, standing))).toBe(expected);
  });
});
