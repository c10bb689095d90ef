import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyBulkRule, type BulkRow, type BulkRule, ENDING_WAYS, limitPrice } from '../src/index.ts';

const RULE: BulkRule = {
  from: 'price',
  percent: 0,
  amount: 0,
  endings: [],
  way: 'nearest',
  floorPercent: null,
  upToAvp: false,
};
const ROW: BulkRow = {
  price: 1000,
  calculatedPrice: 990,
  avp: 1295,
  aep: 600,
  vhp: 950,
  umfeldAvg: 1100,
  umfeldMin: 900,
  umfeldMax: 1250,
  vatPercent: 19,
};
const price = (rule: Partial<BulkRule>, row: Partial<BulkRow> = {}) =>
  applyBulkRule({ ...RULE, ...rule }, { ...ROW, ...row });

describe('a bulk rule (rule 3.16)', () => {
  test.each<[string, Partial<BulkRule>, number]>([
    ['3 % more', { percent: 3 }, 1030],
    ['3 % less', { percent: -3 }, 970],
    ['50 cents more', { amount: 50 }, 1050],
    ['3 % and 20 cents more', { percent: 3, amount: 20 }, 1050],
    ['the AVP less 10 %', { from: 'avp', percent: -10 }, 1166], // 1.165,5
    ['the average of the others', { from: 'umfeldAvg' }, 1100],
    ['the AEP with 19 % and 40 % more', { from: 'aep', percent: 40 }, 1000], // 600 × 1,19 = 714; × 1,4 = 999,6
    ['an ending of 95', { percent: 3, endings: [95] }, 995], // 10,30: 9,95 is 35 away, 10,95 is 65
    ['an ending of 95 above', { percent: 3, endings: [95], way: 'up' }, 1095],
    ['95 or 49, the next below', { percent: 3, endings: [95, 49], way: 'down' }, 995],
    ['95 or 49, the nearest', { percent: 3, endings: [95, 49] }, 1049],
    ['not above the AVP', { percent: 50, upToAvp: true }, 1295],
    ['not below AEP with 19 % and 50 %', { percent: -50, floorPercent: 50 }, 1071],
    ['above the ceiling the ending below it', { percent: 28, endings: [99], way: 'up', upToAvp: true }, 1199],
    ['below the floor the ending above it', { percent: -50, floorPercent: 50, endings: [49], way: 'down' }, 1149],
  ])('%s', (_, rule, expected) => {
    expect(price(rule)).toEqual({ price: expected });
  });

  test.each<[string, Partial<BulkRule>, Partial<BulkRow>, string]>([
    ['there is no such price', { from: 'umfeldMin' }, { umfeldMin: null }, 'noReference'],
    ['there is no price', {}, { price: null }, 'noReference'],
    ['a floor rests on an AEP that is missing', { floorPercent: 10 }, { aep: null }, 'noAep'],
    ['a ceiling rests on an AVP that is missing', { upToAvp: true }, { avp: null }, 'noAvp'],
    ['the floor lies above the AVP', { floorPercent: 100, upToAvp: true }, {}, 'contradiction'],
    ['no ending lies between them', { floorPercent: 75, upToAvp: true, endings: [40] }, {}, 'noEnding'], // 12,50 to 12,95
    ['nothing is left of it', { amount: -1000 }, {}, 'notAllowed'],
    ['it is beyond what can be stored', { percent: 900 }, { price: 9_000_000 }, 'notAllowed'],
  ])('leaves a row out where %s', (_, rule, row, issue) => {
    expect(price(rule, row)).toEqual({ issue });
  });

  const cents = fc.integer({ min: 1, max: 200_000 });
  const known = fc.option(cents, { nil: null });
  const row = fc.record({
    price: known,
    calculatedPrice: known,
    avp: known,
    aep: known,
    vhp: known,
    umfeldAvg: known,
    umfeldMin: known,
    umfeldMax: known,
    vatPercent: fc.constantFrom(7, 19),
  });
  const rule = fc.record({
    from: fc.constantFrom('price', 'avp', 'aep', 'umfeldAvg' as const),
    percent: fc.integer({ min: -999, max: 3000 }).map((tenths) => tenths / 10),
    amount: fc.integer({ min: -5000, max: 5000 }),
    endings: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 4 }),
    way: fc.constantFrom(...ENDING_WAYS),
    floorPercent: fc.option(
      fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
      { nil: null },
    ),
    upToAvp: fc.boolean(),
  }) as fc.Arbitrary<BulkRule>;

  test('never leads out of floor and ceiling, nor to another ending, in whole cents', () => {
    fc.assert(
      fc.property(rule, row, (each, on) => {
        const result = applyBulkRule(each, on);
        if ('issue' in result) return;
        expect(Number.isInteger(result.price)).toBe(true);
        if (each.endings.length > 0) expect(each.endings).toContain(result.price % 100);
        if (each.upToAvp) expect(result.price).toBeLessThanOrEqual(on.avp as number);
        // price × 100 000 against AEP × (100 + VAT) × (1000 + tenths of a percent), all whole numbers
        if (each.floorPercent !== null) {
          const floor =
            BigInt(on.aep as number) * BigInt(100 + on.vatPercent) * BigInt(1000 + Math.round(each.floorPercent * 10));
          expect(BigInt(result.price) * 100_000n >= floor).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('endings and limits applied twice change nothing', () => {
    fc.assert(
      fc.property(rule, row, (each, on) => {
        const once = applyBulkRule(each, on);
        if ('issue' in once) return;
        expect(limitPrice(each, on, once.price)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });
});
