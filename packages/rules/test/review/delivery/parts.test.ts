import { describe, expect, test } from '@jest/globals';
import {
  DELIVERY_LIMITS,
  certifyDelivery,
  type DeliveryBackground,
  type DeliveryRows,
  findArrivalDoubts,
  findCommonFactor,
  findDeliveryDoubts,
} from '../../../src/index.ts';
import { arrivalOf, inFile, sampleOf, type SampleRow } from './support.ts';

/** Prices from 5,09 to 44,69 that end in 9. */
const PRICES = Array.from({ length: 100 }, (_, at) => 509 + ((at * 617) % 397) * 10);
const rounded = (cents: number) => Math.floor(cents / 10) * 10 + 9;
/** One in five moves by −4 to +4 %. */
const month = (before: number, at: number) => (at % 5 === 0 ? rounded(before * (0.96 + (at % 9) / 100)) : before);
const spoilt = (isSpoilt: (at: number) => boolean, spoil: (before: number) => number) =>
  PRICES.map((before, at) => ({ before, after: isSpoilt(at) ? spoil(before) : month(before, at) }));

describe('a part of the prices by one factor (rule 20.3)', () => {
  const tenth = (at: number) => at % 10 === 3;

  test.each([
    ['without VAT', 1 / 1.19, 'vatRemoved'],
    ['less the lower rate', 1 / 1.07, 'vatRemoved'],
    ['with the lower rate', 1.07 / 1.19, 'vatRateLowered'],
    ['with VAT twice', 1.19, 'vatAdded'],
    ['with a decimal point moved', 0.1, 'decimalLeft'],
  ])('ten of 100 %s are named', (_, factor, cause) => {
    const found = findCommonFactor(spoilt(tenth, (before) => Math.round(before * factor)));
    expect(found).toMatchObject({ factor, cause, exact: true, rows: 10, compared: 100 });
  });

  test('neither an ordinary month nor a campaign of 10, 15 or 20 % is one', () => {
    expect(findCommonFactor(spoilt(() => false, Number))).toBeNull();
    for (const percent of [10, 15, 20])
      expect(findCommonFactor(spoilt(tenth, (before) => Math.round(before * (1 - percent / 100))))).toBeNull();
  });

  test('half of the prices without VAT, rounded to usual endings, are around the factor; a campaign of 20 % is not', () => {
    const half = (at: number) => at % 2 === 1;
    const net = findCommonFactor(spoilt(half, (before) => rounded(before / 1.19)));
    expect(net).toMatchObject({ cause: 'vatRemoved', exact: false, rows: 50, of: 100 });
    expect(findCommonFactor(spoilt(half, (before) => rounded(before * 0.8)))).toBeNull();
  });
});

describe('what is usual (rule 20.4)', () => {
  const background: DeliveryBackground = {
    arrivedAt: null,
    formerChanges: [20, 20, 20],
    priceToAvp: null,
    listCount: 100,
  };
  const none = PRICES.map(() => null);
  const judge = (after: (before: number, at: number) => number, before: DeliveryRows['before'] = PRICES) => {
    const calculated = before.map((cents) => (cents === null ? null : (0 as const)));
    return findDeliveryDoubts(
      {
        before,
        calculatedBefore: before,
        priceTypeBefore: calculated,
        changedAt: null,
        statedBefore: null,
        calculatedPrice: PRICES.map(after),
        avp: none,
        formerAvp: null,
      },
      background,
    ).map(({ check }) => check);
  };

  test('a campaign of 10 % on 60 of 100 articles, and its end, are no more changes than usual', () => {
    const isCampaign = (at: number) => at % 5 < 3;
    expect(judge((before, at) => (isCampaign(at) ? Math.round(before * 0.9) : before))).toEqual([]);
    const lowered = PRICES.map((before, at) => (isCampaign(at) ? Math.round(before * 0.9) : before));
    expect(judge((before) => before, lowered)).toEqual([]);
    // Each by another percentage.
    expect(judge((before, at) => (isCampaign(at) ? before - 20 - (at % 7) : before))).toContain('unusualShare');
  });

  test('new articles change no price', () => {
    expect(judge((before) => before, none)).toEqual([]);
  });
});

describe('one percentage of a column (rule 20.19)', () => {
  const usual = sampleOf(100, (row, at) => priced(row, at)).file;
  /** Sold at 78 to 91 % of the AVP. */
  function priced(row: SampleRow, at: number): SampleRow {
    const avp = (row.list.avp as number) + ((at * 7) % 11) * 10;
    const price = rounded(avp * (0.78 + ((at * 5) % 14) / 100));
    return {
      ...row,
      list: { ...row.list, avp, price, base: price },
      file: { ...row.file, avp, price, base: price },
      avpOld: avp,
    };
  }
  const judge = (isFlat: (at: number) => boolean) =>
    findArrivalDoubts(
      arrivalOf({
        sample: {
          ...sampleOf(100, (row, at) => {
            const each = priced(row, at);
            const price = Math.round((each.list.avp as number) * 0.85);
            return isFlat(at) ? inFile(() => ({ price }))(each, at) : each;
          }),
          usual,
        },
      }),
      DELIVERY_LIMITS,
    ).doubts.filter(({ check }) => check === 'priceShape');

  test('AVP less 15 % for all, or half of the articles', () => {
    expect(judge(() => true)).toMatchObject([{ fault: 'partOfColumn', column: 'avp' }]);
    expect(judge((at) => at % 2 === 0)).toMatchObject([{ fault: 'partOfColumn', column: 'avp' }]);
    expect(judge(() => false)).toEqual([]);
  });
});

describe('the repair of what was taken in (rule 20.10)', () => {
  test('is not refused for the few prices that the month moved, too', () => {
    const sample = sampleOf(100, (row, at) => {
      const right = row.list.price as number;
      const net = Math.round(right / 1.19);
      const price = at % 5 === 0 ? Math.round(right * 1.05) : right;
      const list = { ...row.list, price: net, base: net };
      const file = { ...row.file, price, base: at % 5 === 0 ? Math.round(price / 1.19) : net };
      return { ...row, list, file, listedBefore: right, lastPrice: file.base };
    });
    const { doubts, unjudged } = findArrivalDoubts(arrivalOf({ sample, rows: 100, listCount: 100 }), DELIVERY_LIMITS);
    expect(certifyDelivery(doubts, unjudged, DELIVERY_LIMITS).colour).not.toBe('red');
  });
});

describe('another assortment (rule 20.6)', () => {
  const last = { rows: 100, missing: 40, missingAtEnd: 0 };
  const missing = (rows: number) =>
    findArrivalDoubts(arrivalOf({ rows, listCount: 100, last, isWhole: true }), DELIVERY_LIMITS).doubts.filter(
      ({ check }) => check === 'missingRows',
    );

  test('as many others in their place', () => {
    expect(missing(97)).toEqual([]);
    expect(missing(60)).toMatchObject([{ rows: 40, of: 100 }]);
  });
});

describe('a producer raises by 19 % (rule 20.2)', () => {
  const judge = (avpOld: (row: SampleRow) => number | null) =>
    findArrivalDoubts(
      arrivalOf({
        sample: sampleOf(60, (row, at) => {
          if (at % 5 > 0) return row;
          const by = (cents: number | null) => Math.round((cents as number) * 1.19);
          const { price, avp, umfeldMin } = row.list;
          const file = { ...row.file, price: by(price), avp: by(avp), umfeldMin: by(umfeldMin) };
          return { ...row, file, avpOld: avpOld(row) };
        }),
      }),
      DELIVERY_LIMITS,
    ).doubts.filter(({ check }) => check === 'references');

  test("12 of 60 with their market, where 'AVP alt' is the list's", () => {
    expect(judge((row) => row.list.avp)).toEqual([]);
    expect(judge((row) => Math.round((row.list.avp as number) * 1.19))).toMatchObject([
      { fault: 'factor', column: 'avp' },
    ]);
  });
});

describe('a first list with every amount × 10 (rules 20.18, 20.19)', () => {
  const judge = (isTenfold: (at: number) => boolean) => {
    const sample = sampleOf(100, (row, at) => {
      const price = (PRICES[at] as number) * (isTenfold(at) ? 10 : 1);
      const part = (percent: number) => Math.round((price * (percent + (at % 7))) / 100);
      const around = { umfeldMin: part(85), umfeldAvg: part(99), umfeldMax: part(120) };
      return { ...row, file: { ...around, price, base: null, avp: part(115), aep: part(50), vhp: part(90) } };
    });
    const none = PRICES.map(() => null);
    const empty = {
      price: none,
      base: none,
      avp: none,
      aep: none,
      vhp: none,
      umfeldMin: none,
      umfeldAvg: none,
      umfeldMax: none,
    };
    const arrival = arrivalOf({
      sample: { ...sample, list: empty, usual: empty, listedBefore: none },
      rows: 100,
      listCount: 0,
    });
    return findArrivalDoubts(arrival, DELIVERY_LIMITS).doubts;
  };

  test('all, or half of the rows', () => {
    expect(judge(() => true)).toContainEqual(
      expect.objectContaining({ check: 'priceLevel', basis: 'size', rows: 100 }),
    );
    const half = judge((at) => at % 2 === 0);
    expect(half).toContainEqual({ check: 'priceShape', fault: 'decimal', column: 'price', rows: 50, of: 100 });
    expect(judge(() => false).filter(({ check }) => check.startsWith('price'))).toEqual([]);
  });
});

describe('names and producers exchanged, where nobody knows the articles (rule 20.2)', () => {
  const judge = (isExchanged: (at: number) => boolean) =>
    findArrivalDoubts(
      arrivalOf({
        sample: sampleOf(60, (row, at) => {
          const [name, producer] = [`Artikel ${at}`, `Hersteller ${Math.floor(at / 5)}`];
          const said = isExchanged(at) ? { name: producer, producer: name } : { name, producer };
          return { ...row, ...said, knownName: null, knownProducer: null };
        }),
      }),
      DELIVERY_LIMITS,
    ).doubts;

  test('in all, half and a tenth of the rows', () => {
    expect(judge(() => true)).toEqual([{ check: 'names', column: 'exchanged', rows: 60, of: 60 }]);
    expect(judge((at) => at % 2 === 0)).toEqual([{ check: 'names', column: 'exchanged', rows: 30, of: 60 }]);
    expect(judge((at) => at % 10 === 0)).toEqual([{ check: 'names', column: 'exchanged', rows: 6, of: 60 }]);
    expect(judge(() => false)).toEqual([]);
  });
});
