import { describe, expect, test } from '@jest/globals';
import { endingPercentOf, referencesOf, unjudgedOf, worthOf } from '../../src/index.ts';
import { reviewOf } from './factory.ts';

describe('what a price is compared with (rule 14.31)', () => {
  test('the AEP with value added tax, up to the cent at which nothing is lost', () => {
    const review = reviewOf([
      // 5,01 × 1.19 = 5,9619; 5,96 would lie below it
      { after: 596, aep: 501, avp: 800, umfeldMin: 400 },
      { after: 535, aep: 500, vatPercent: 7 },
    ]);
    const references = referencesOf(review, 0);
    expect(references.map(({ name, price, net }) => [name, price, net])).toEqual([
      ['umfeldMin', 400, null],
      ['umfeldAvg', null, null],
      ['umfeldMax', null, null],
      ['avp', 800, null],
      ['vhp', null, null],
      ['aep', 597, 501],
    ]);
    // 5,96 of 4,00, 8,00 and 5,97
    const percents = references.map(({ percent }) => percent);
    expect(percents[0]).toBeCloseTo(49);
    expect(percents[3]).toBeCloseTo(-25.5);
    expect(percents[5]).toBeCloseTo(-0.1675, 4);
    expect(percents[1]).toBeNull();
    expect(referencesOf(review, 1).at(-1)).toMatchObject({ price: 535, net: 500, percent: 0 });
  });

  test('an AEP that nobody knows is compared with nothing', () => {
    expect(referencesOf(reviewOf([{ after: 596 }]), 0).at(-1)).toEqual({
      name: 'aep',
      price: null,
      net: null,
      percent: null,
      doubtful: false,
    });
  });

  test('an exclusion lies nowhere', () => {
    expect(referencesOf(reviewOf([{ after: null, avp: 800 }]), 0)[3]).toMatchObject({ price: 800, percent: null });
  });
});

describe('what a price earns (rules 14.1 to 14.6)', () => {
  test('is said of both prices and of the change, with the break-even quantity', () => {
    const review = reviewOf([{ before: 1000, after: 952, aep: 500, units: 30 }]);
    expect(worthOf(review, 0)).toEqual({
      vatPercent: 19,
      vatAssumed: true,
      units: 30,
      // 10,00 / 1,19 = 8,4034; less 5,00, times 30
      before: { price: 1000, net: 840, listMargin: 340, grossProfit: 10_210 },
      after: { price: 952, net: 800, listMargin: 300, grossProfit: 9000 },
      change: { price: -48, listMargin: -40, grossProfit: -1210 },
      breakEven: 35,
      missing: [],
    });
  });

  test('nothing rests on a figure that is missing; what needs it not is said', () => {
    const [withoutAep, withoutUnits] = [
      worthOf(reviewOf([{ before: 1000, after: 952, units: 30 }]), 0),
      worthOf(reviewOf([{ before: 1000, after: 952, aep: 500 }]), 0),
    ];
    expect(withoutAep).toMatchObject({
      before: { price: 1000, net: 840, listMargin: null, grossProfit: null },
      change: { price: -48, listMargin: -40, grossProfit: -1210 },
      breakEven: null,
      missing: ['aep'],
    });
    expect(withoutUnits).toMatchObject({
      after: { price: 952, net: 800, listMargin: 300, grossProfit: null },
      change: { price: -48, listMargin: -40, grossProfit: null },
      breakEven: null,
      missing: ['units'],
    });
  });

  test('a price that earns nothing never breaks even; an article that comes, goes or stays has no change', () => {
    expect(worthOf(reviewOf([{ before: 1000, after: 595, aep: 500, units: 3 }]), 0).breakEven).toBe('never');
    expect(worthOf(reviewOf([{ before: 595, after: 1000, aep: 500, units: 3 }]), 0).breakEven).toBe(0);
    for (const row of [
      { before: null, after: 1000 },
      { before: 1000, after: null },
      { before: 1000, after: 1000 },
    ]) {
      const worth = worthOf(reviewOf([{ ...row, aep: 500, units: 3 }]), 0);
      expect([worth.change, worth.breakEven]).toEqual([null, null]);
      expect([worth.before === null, worth.after === null]).toEqual([row.before === null, row.after === null]);
    }
  });

  test('a product that says its value added tax is not assumed to have another', () => {
    const worth = worthOf(reviewOf([{ before: 1070, after: 1070, aep: 800, units: 1, vatPercent: 7 }]), 0);
    expect(worth).toMatchObject({ vatPercent: 7, vatAssumed: false, after: { net: 1000, listMargin: 200 } });
  });
});

test('names the rules that had nothing to go by (rule 14.9)', () => {
  const unjudged = unjudgedOf(reviewOf([{ before: 900, after: 999, aep: 500, umfeldAvg: 950 }]), 0);
  expect(unjudged).toContain('aboveAvp');
  expect(unjudged).not.toContain('belowPurchasePrice');
  expect(unjudged).not.toContain('aboveUmfeld');
});

test('says how usual the ending of a price is, where enough prices are known (rule 14.19)', () => {
  const pricesOf = (price: number) => ({ before: price, after: price, calculatedPrice: price });
  const rows = (count: number) => Array.from({ length: count }, (_, row) => pricesOf(row % 4 === 0 ? 995 : 999));
  expect(endingPercentOf(reviewOf(rows(200)), 0)).toBe(25);
  expect(endingPercentOf(reviewOf(rows(200)), 1)).toBe(75);
  expect(endingPercentOf(reviewOf(rows(199)), 0)).toBeNull();
  expect(endingPercentOf(reviewOf([...rows(200), { after: null }]), 200)).toBeNull();
});
