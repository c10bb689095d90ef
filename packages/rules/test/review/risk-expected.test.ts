import { describe, expect, test } from '@jest/globals';
import {
  aboveAvp,
  aboveUmfeld,
  belowPurchasePrice,
  type Expected,
  expectedPrice,
  packSizeInversion,
  readPackSize,
} from '../../src/index.ts';
import { onList, onPackage, row } from './rows.ts';

// What the other rows lead one to expect, with figures worked out by hand (rule 14.35). Such prices usually lie within 4 %.

const close = (value: number) => expect.closeTo(value, 3);
const about = (price: number): Expected => ({ price, basis: 'umfeldAvg', spread: 4 });
const isNew = { before: null };

describe('the expected price', () => {
  const usual = { umfeldAvg: { ratio: 0.98, spread: 4 }, aep: { ratio: 1.4, spread: 9 } };
  const none = { umfeldAvg: null, avp: null, aep: null, vatPercent: 19 };

  test('is the usual ratio times Umfeld, else AVP, else the gross AEP', () => {
    const known = { ...none, umfeldAvg: 1000, avp: 1100, aep: 600 };
    expect(expectedPrice(known, { few: false, usual })).toEqual({ price: 980, basis: 'umfeldAvg', spread: 4 });
    // 6,00 with 19 % are 7,14
    expect(expectedPrice({ ...known, umfeldAvg: null }, { few: false, usual })).toEqual({
      price: 1000,
      basis: 'aep',
      spread: 9,
    });
  });

  test('is unknown without a figure that other rows have too', () => {
    expect(expectedPrice({ ...none, avp: 1000 }, { few: false, usual })).toBeNull();
  });
});

describe('a new article among many', () => {
  test('above the AVP is asked about from 8 % off the expected price on, and counts by that', () => {
    const at = (after: number) => aboveAvp(row({ ...isNew, after, avp: 1050, expected: about(1000) }), onPackage);
    expect(at(1079)).toBe('fine');
    expect(at(1080)).toMatchObject({ reason: 'aboveAvp', reference: 1050, deviation: close(1.6) });
    expect(at(1100)).toMatchObject({ percent: close(4.762), deviation: close(2) });
  });

  test('that everybody sells above the AVP is asked about once it moves 5 % further', () => {
    const at = (after: number) => aboveAvp(row({ ...isNew, after, avp: 1000, expected: about(1100) }), onPackage);
    expect(at(1187)).toBe('fine'); // 7.9 % off
    expect(at(1188)).toMatchObject({ reason: 'aboveAvp', percent: close(18.8) });
  });

  test('above everybody around is asked about from 16 % off on', () => {
    const around = { umfeldAvg: 1000, umfeldMax: 1050, expected: about(1000) };
    const at = (after: number) => aboveUmfeld(row({ ...isNew, after, ...around }), onPackage);
    expect(at(1159)).toBe('fine');
    expect(at(1160)).toMatchObject({ basis: 'umfeldMax', percent: close(10.476), deviation: close(3.2) });
  });

  test('below the AEP is asked about in any case', () => {
    const at = (price: number) =>
      belowPurchasePrice(row({ ...isNew, after: 1150, aep: 1000, expected: about(price) }), onPackage);
    expect(at(1150)).toMatchObject({ deviation: close(2.345) }); // 3.36 % short and 2.5 %, at 2.5 % for one
    expect(at(1300)).toMatchObject({ deviation: close(5.615) }); // 11.54 % off and 2.5 %
  });

  test('in a larger pack is asked about from 12 % off on', () => {
    const pack = (number: number, content: string, after: number, price: number) => ({
      ...isNew,
      row: number,
      after,
      size: readPackSize(content),
      expected: about(price),
    });
    const small = pack(0, '20 St', 500, 500);
    // 50 at 0,25 each are 12,50
    expect(packSizeInversion(pack(1, '50 St', 1299, 1200), small, onPackage)).toBe('fine');
    expect(packSizeInversion(pack(1, '50 St', 1299, 1100), small, onPackage)).toMatchObject({
      percent: close(3.92),
      deviation: close(3.618), // 18.09 % off
    });
  });
});

describe('what stands on a list', () => {
  test('above the AVP is asked about where the other rows do not sell so', () => {
    const standing = { before: 1100, after: 1100, avp: 1000 };
    expect(aboveAvp(row({ ...standing, expected: about(1080) }), onList)).toBe('fine');
    expect(aboveAvp(row({ ...standing, expected: about(950) }), onList)).toMatchObject({ reason: 'aboveAvp' });
    expect(aboveAvp(row(standing), onList)).toMatchObject({ reason: 'aboveAvp' });
  });

  test('below the AEP is asked about in any case', () => {
    const standing = { before: 1150, after: 1150, aep: 1000, expected: about(1150) };
    expect(belowPurchasePrice(row(standing), onList)).toMatchObject({ reason: 'belowPurchasePrice' });
  });
});
