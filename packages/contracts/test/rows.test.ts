import { describe, expect, test } from '@jest/globals';
import {
  readApprovalEdit,
  readImportedRow,
  readPriceEdit,
  readPriceHistory,
  writeApprovalEdit,
  writeImportedRow,
  writePriceEdit,
  writePriceHistory,
  writeTillPrice,
} from '../src/index.ts';

const PZN = '01234562';

describe('an edit of the price list', () => {
  test('travels in euros under the names of the specification and comes back in cents', () => {
    const sent = writePriceEdit(PZN, { ownPrice: 435, permanent: true, exclusion: false });
    expect(sent).toEqual({ pzn: PZN, priceEdit: 4.35, editedPermanent: true, editedIgnore: false });
    expect(readPriceEdit(sent)).toEqual({ ownPrice: 435, permanent: true, exclusion: false });
  });

  test('without an own price', () => {
    const sent = writePriceEdit(PZN, { ownPrice: null, permanent: false, exclusion: true });
    expect(sent).toEqual({ pzn: PZN, priceEdit: null, editedPermanent: false, editedIgnore: true });
    expect(readPriceEdit(sent)).toEqual({ ownPrice: null, permanent: false, exclusion: true });
  });

  test.each([
    [0, 'notPositive'],
    [1.005, 'tooManyDecimals'],
    [100_000, 'tooHigh'],
  ])('at %d € is refused: %s', (euros, reason) => {
    expect(readPriceEdit({ pzn: PZN, priceEdit: euros, editedPermanent: false, editedIgnore: false })).toBe(reason);
    expect(readApprovalEdit({ pzn: PZN, editedPrice: euros })).toBe(reason);
  });
});

describe('an edit of a package', () => {
  test('travels in euros and comes back as a draft in cents', () => {
    const sent = writeApprovalEdit(PZN, { ownPrice: 9_999_999, permanent: false, exclusion: false });
    expect(sent).toEqual({ pzn: PZN, editedPrice: 99_999.99, editedPermanent: false, editedIgnore: false });
    expect(readApprovalEdit(sent)).toEqual({ ownPrice: 9_999_999, permanent: false, exclusion: false });
  });

  test('that is back at its original carries nothing, and so leaves no draft', () => {
    expect(writeApprovalEdit(PZN, undefined)).toEqual({ pzn: PZN, editedPrice: null });
    expect(readApprovalEdit({ pzn: PZN, editedPrice: null })).toEqual({
      ownPrice: null,
      permanent: null,
      exclusion: null,
    });
  });
});

test('an entry of the price history says the price after the change', () => {
  const entry = { createdAt: '2026-11-22T08:00:00.000Z', event: 'Preisliste gespeichert', username: 'Anna Berger' };
  const sent = writePriceHistory({ ...entry, avp: 1250, effectivePrice: 849, priceType: 2 });
  expect(sent).toEqual({ ...entry, avp: 12.5, priceNew: 8.49, negative: 2 });
  expect(readPriceHistory(sent)).toEqual({ ...entry, avp: 1250, effectivePrice: 849, priceType: 2 });
  const former = { effectivePrice: 349, priceType: 0 } as const;
  const oldest = writePriceHistory({ ...entry, avp: 1250, effectivePrice: 849, priceType: 2, former });
  expect(oldest).toEqual({ ...sent, priceOld: 3.49, negativeOld: 0 });
  expect(readPriceHistory(oldest).former).toEqual(former);
  const excluded = writePriceHistory({ ...entry, avp: null, effectivePrice: null, priceType: 1 });
  expect(excluded).toEqual({ ...entry, avp: null, priceNew: null, negative: 1 });
});

test('a row of an import comes back as it was understood', () => {
  const row = { line: 2, pzn: PZN, productGroup: null, product: null };
  const sent = writeImportedRow({ ...row, ownPrice: 649, priceType: 3 });
  expect(sent).toEqual({ ...row, price: 6.49, negative: 3 });
  expect(readImportedRow(sent)).toEqual({ ...row, ownPrice: 649, priceType: 3 });
  expect(() => readImportedRow({ ...sent, price: 6.495 })).toThrow('no price: 6.495');
});

test('a till gets euros, or is told to take the price off', () => {
  const product = { pzn: PZN, productGroup: 'OTC' as const };
  expect(writeTillPrice({ ...product, effectivePrice: 123_456 })).toEqual({
    ...product,
    price: 1234.56,
    withdrawn: false,
  });
  expect(writeTillPrice({ ...product, effectivePrice: null })).toEqual({ ...product, price: null, withdrawn: true });
});
