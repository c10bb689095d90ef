import { describe, expect, test } from '@jest/globals';
import {
  autoActionFor,
  checkPrice,
  deadlineText,
  editConcerns,
  effectivePrice,
  pharmacySearch,
  normalizePzn,
  pznCheckDigit,
  roundToCents,
  withApprovalPrice,
  withPrice,
} from '../src/index.ts';

// The first and the last value on each side of a limit, as the specification and the design state them.

test('prices may be stored from one cent to 99.999,99 €', () => {
  expect(checkPrice(0.01)).toEqual({ ok: true, cents: 1 });
  expect(checkPrice(99_999.99)).toEqual({ ok: true, cents: 9_999_999 });
  expect(checkPrice(100_000)).toEqual({ ok: false, issue: 'tooHigh' });
  expect(checkPrice(0)).toEqual({ ok: false, issue: 'notPositive' });
  expect(checkPrice(0.001)).toEqual({ ok: false, issue: 'tooManyDecimals' });
});

test('an amount that cents cannot hold is named', () => {
  expect(() => roundToCents(Number.POSITIVE_INFINITY)).toThrow('no amount of money: Infinity');
  expect(roundToCents(0)).toBe(0);
});

describe('entering a price', () => {
  const row = { priceType: 0 as const, calculatedPrice: 999, ownPrice: null };
  const edit = { ownPrice: null, permanent: false, exclusion: false };
  test('that may not be stored is refused', () => {
    expect(() => withPrice(row, edit, 10_000_000, { blocked: false })).toThrow('no price to enter: 10000000 cents');
    expect(() => withApprovalPrice(row, edit, 0, { locked: false })).toThrow('no price to enter: 0 cents');
    expect(withApprovalPrice(row, edit, 9_999_999, { locked: false }).ownPrice).toBe(9_999_999);
  });

  test('or clearing it leaves a ticked exclusion ticked', () => {
    const ticked = { ownPrice: 500, permanent: false, exclusion: true };
    expect(withPrice(row, ticked, null, { blocked: false })).toEqual({
      ownPrice: null,
      permanent: false,
      exclusion: true,
    });
    expect(withApprovalPrice(row, ticked, null, { locked: false })).toEqual({
      ownPrice: null,
      permanent: false,
      exclusion: true,
    });
  });
});

test('an exclusion has no effective price, even with prices stored', () => {
  expect(effectivePrice({ priceType: 1, calculatedPrice: 999, ownPrice: 500 })).toBeNull();
});

test('a deadline that falls on the very moment of a change of the flag counts from the change', () => {
  // Arrived on 2 March: due at the end of 7 March, which is when the flag changes.
  const arrivedAt = new Date('2026-03-02T09:00:00Z');
  const due = new Date('2026-03-07T23:00:00Z');
  expect(autoActionFor('MDP', 0, { arrivedAt }).at).toEqual(due);
  const at = (flagChangedAt: Date) => autoActionFor('MDP', 0, { arrivedAt, flagChangedAt }).at;
  expect(at(new Date(due.getTime() - 1))).toEqual(due);
  expect(at(due)).toEqual(new Date('2026-03-13T23:00:00Z'));
});

test('days and months of a deadline have two digits', () => {
  expect(deadlineText('MDP', new Date('2026-03-07T23:00:00Z'))).toBe('am 07.03. um 24 Uhr');
});

test('an entered price is below the AEP where its net part is (rules 3.15 and 14.3)', () => {
  const edit = (ownPrice: number) => ({ ownPrice, permanent: false, exclusion: false });
  expect(editConcerns(edit(1190), { expected: 1200, purchase: 1000, vatPercent: 19 })).toEqual([]);
  expect(editConcerns(edit(1189), { expected: 1200, purchase: 1000, vatPercent: 19 })).toEqual(['belowPurchasePrice']);
  expect(editConcerns(edit(1150), { expected: 1200, purchase: 1000, vatPercent: 19 })).toEqual(['belowPurchasePrice']);
  // a book at 7 %: 10,70 is 10,00 net
  expect(editConcerns(edit(1070), { expected: 1200, purchase: 1000, vatPercent: 7 })).toEqual([]);
  expect(editConcerns(edit(1069), { expected: 1200, purchase: 1000, vatPercent: 7 })).toEqual(['belowPurchasePrice']);
  expect(editConcerns(edit(1), { expected: null, purchase: null, vatPercent: 19 })).toEqual([]);
});

test('the pharmacy search is sent from three characters on, blanks around it aside', () => {
  const pharmacy = { apoId: 200101, name: 'Rosen-Apotheke', city: 'Berlin' };
  expect(pharmacySearch('xy')(pharmacy)).toBe(true);
  expect(pharmacySearch('xyz')(pharmacy)).toBe(false);
  expect(pharmacySearch(' rosen ')(pharmacy)).toBe(true);
  expect(pharmacySearch('0010')(pharmacy)).toBe(true);
});

describe('a PZN', () => {
  test('has seven digits before its check digit', () => {
    for (const digits of ['12345', '12345678', 'a1234567', '1234567a']) {
      expect(() => pznCheckDigit(digits)).toThrow('a PZN has seven digits before its check digit');
    }
  });

  test('may be written with its name in front, nowhere else', () => {
    expect(normalizePzn('PZN-01126111')).toEqual(normalizePzn('01126111'));
    expect(normalizePzn('01126111 PZN')).not.toEqual(normalizePzn('01126111'));
  });
});
