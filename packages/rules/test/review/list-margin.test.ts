import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  breakEvenUnits,
  grossProfit,
  grossProfitChange,
  isBelowPurchasePrice,
  listMargin,
  netPrice,
} from '../../src/index.ts';

describe('a net price', () => {
  test.each([
    [1190, 19, 1000],
    [1150, 19, 966], // 966,386… cents
    [999, 19, 839], // 839,495… cents
    [1070, 7, 1000],
    [1000, 0, 1000],
    [1, 100, 1], // half a cent, upwards
  ])('of %i cents at %i %% is %i (rule 14.1)', (price, vat, net) => {
    expect(netPrice(price, vat)).toBe(net);
  });
});

test('the Spanne is the net price less the AEP and negative below it (rule 14.2)', () => {
  expect(listMargin(1190, 800, 19)).toBe(200);
  expect(listMargin(1150, 1000, 19)).toBe(-34);
  expect(listMargin(1070, 800, 7)).toBe(200);
});

test('below AEP means VK / (1 + VAT) < AEP, by a fraction of a cent too (rule 14.3)', () => {
  expect(isBelowPurchasePrice(1150, 1000, 19)).toBe(true);
  expect(isBelowPurchasePrice(1190, 1000, 19)).toBe(false);
  expect(isBelowPurchasePrice(1189, 1000, 19)).toBe(true);
  // 10,00 / 1,19 = 8,4033…
  expect(isBelowPurchasePrice(1000, 840, 19)).toBe(false);
  expect(isBelowPurchasePrice(998, 839, 19)).toBe(true);
  expect(listMargin(998, 839, 19)).toBe(0); // 838,655… rounds to the AEP
  expect(isBelowPurchasePrice(1070, 1000, 7)).toBe(false);
  expect(isBelowPurchasePrice(1069, 1000, 7)).toBe(true);
});

test('the Rohertrag is rounded once, not pack by pack (rule 14.4)', () => {
  // 12,90 / 1,19 = 10,840336…; less 8,00 times 100 packs
  expect(grossProfit(1290, 800, 100, 19)).toBe(28_403);
  expect(grossProfit(1190, 800, 0, 19)).toBe(0);
  expect(grossProfit(1150, 1000, 10, 19)).toBe(-336);
});

test('the difference of two prices is that of their Rohertrag at the same AEP (rule 14.5)', () => {
  expect(grossProfitChange(1190, 1309, 10, 19)).toBe(1000);
  expect(grossProfitChange(1309, 1190, 10, 19)).toBe(-1000);
  expect(grossProfitChange(1190, 1191, 1000, 19)).toBe(840); // 840,336… cents
});

describe('the break-even quantity (rule 14.6)', () => {
  test('is what a cheaper price must sell to earn as much', () => {
    // 2,00 a pack on 30 packs are 60,00; at 1,00 a pack these are 60
    expect(breakEvenUnits(1190, 1071, 800, 30, 19)).toBe(60);
    // in 119ths of a cent 23,800 a pack before; 22,800 after needs 31.3 packs, 27,400 after needs 26.06
    expect(breakEvenUnits(1190, 1180, 800, 30, 19)).toBe(32);
    expect(breakEvenUnits(1190, 1226, 800, 30, 19)).toBe(27);
  });

  test('is none where the new price earns nothing or a figure is missing, and 0 where the old one earned nothing', () => {
    expect(breakEvenUnits(1190, 952, 800, 30, 19)).toBeNull();
    expect(breakEvenUnits(1190, 900, 800, 30, 19)).toBeNull();
    expect(breakEvenUnits(null, 1190, 800, 30, 19)).toBeNull();
    expect(breakEvenUnits(1190, null, 800, 30, 19)).toBeNull();
    expect(breakEvenUnits(1190, 1071, null, 30, 19)).toBeNull();
    expect(breakEvenUnits(1190, 1071, 800, null, 19)).toBeNull();
    expect(breakEvenUnits(900, 1190, 800, 30, 19)).toBe(0);
  });
});

const cents = fc.integer({ min: 1, max: 9_999_999 });
const units = fc.integer({ min: 0, max: 100_000 });
const vat = fc.constantFrom(0, 7, 19, 20);

/** The whole number next to a fraction, halves upwards, in exact arithmetic. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const floor = doubled / (2n * denominator);
  return doubled % (2n * denominator) < 0n ? floor - 1n : floor;
}

test('every amount is the exact fraction, rounded once', () => {
  fc.assert(
    fc.property(cents, cents, cents, units, vat, (price, other, aep, sold, percent) => {
      const [p, o, a, u, d] = [price, other, aep, sold, 100 + percent].map(BigInt) as [
        bigint,
        bigint,
        bigint,
        bigint,
        bigint,
      ];
      expect(BigInt(netPrice(price, percent))).toBe(halfUp(p * 100n, d));
      expect(BigInt(listMargin(price, aep, percent))).toBe(halfUp(p * 100n - a * d, d));
      expect(isBelowPurchasePrice(price, aep, percent)).toBe(p * 100n < a * d);
      expect(BigInt(grossProfit(price, aep, sold, percent))).toBe(halfUp((p * 100n - a * d) * u, d));
      expect(BigInt(grossProfitChange(other, price, sold, percent))).toBe(halfUp((p - o) * 100n * u, d));
    }),
  );
});

test('the break-even quantity earns at least as much as before, one pack fewer does not', () => {
  fc.assert(
    fc.property(cents, cents, cents, units, vat, (before, after, aep, sold, percent) => {
      const needed = breakEvenUnits(before, after, aep, sold, percent);
      const margin = (price: number) => BigInt(price) * 100n - BigInt(aep) * BigInt(100 + percent);
      if (margin(after) <= 0n) {
        expect(needed).toBeNull();
        return;
      }
      const earned = margin(before) * BigInt(sold);
      const least = BigInt(needed as number);
      expect(margin(after) * least >= earned).toBe(true);
      if (least > 0n) expect(margin(after) * (least - 1n) < earned).toBe(true);
    }),
  );
});

test('a higher price never has a lower margin, and is never below the AEP where a lower one is not', () => {
  fc.assert(
    fc.property(cents, cents, cents, vat, (a, b, aep, percent) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(listMargin(low, aep, percent)).toBeLessThanOrEqual(listMargin(high, aep, percent));
      if (isBelowPurchasePrice(high, aep, percent)) expect(isBelowPurchasePrice(low, aep, percent)).toBe(true);
    }),
  );
});
