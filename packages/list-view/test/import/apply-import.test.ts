import { describe, expect, test } from '@jest/globals';
import { applyImport, editAt, type ImportResult, NO_EDITS, type RowEdits, rowOfPzn } from '../../src/index.ts';
import type { ImportedRow, ImportType } from '@portal/rules';
import { listOf } from '../price-list/factory.ts';

/** 1 calculated 9,50 · 2 exclusion · 3 own 4,00 · 4 permanent 6,00 · 5 calculated, in approval · 6 exclusion without calculated price */
const list = listOf(
  [
    { calculatedPrice: 950 },
    { calculatedPrice: 700, priceType: 1 },
    { calculatedPrice: 500, ownPrice: 400, priceType: 2 },
    { calculatedPrice: 650, ownPrice: 600, priceType: 3 },
    { calculatedPrice: 800 },
    { priceType: 1 },
  ],
  ['00000005'],
);
const pzn = (n: number) => String(n).padStart(8, '0');
const product = { name: 'Neu', content: null, producer: 'Muster', brand: null, normSize: null, atc: null };

function row(n: number, rest: Partial<ImportedRow> = {}): ImportedRow {
  return { line: n + 1, pzn: pzn(n), ownPrice: null, priceType: null, productGroup: null, product: null, ...rest };
}
const run = (type: ImportType, rows: ImportedRow[], edits: RowEdits = NO_EDITS, model = list) =>
  applyImport({ model, edits, group: 'OTC', type }, rows);
const outcomes = ({ pzns }: ImportResult) =>
  Object.fromEntries(
    Object.entries(pzns)
      .filter(([, found]) => found.length > 0)
      .map(([outcome, found]) => [outcome, found.map(Number)]),
  );
const edit = (ownPrice: number | null, permanent = false, exclusion = false) => ({ ownPrice, permanent, exclusion });

// Rules 5.2 and 5.4.
describe('a price import (rule 5.3)', () => {
  test('enters new prices, keeps permanent, ignores the unchanged, the empty, the unknown and those in approval', () => {
    const result = run('priceimport', [
      row(1, { ownPrice: 899 }),
      row(3, { ownPrice: 400 }),
      row(4, { ownPrice: 649 }),
      row(5, { ownPrice: 100 }),
      row(9, { ownPrice: 200, product, productGroup: 'OTC' }),
      row(6),
    ]);
    expect(outcomes(result)).toEqual({ imported: [1, 4], unchanged: [3, 6], notFound: [9], blocked: [5] });
    expect([...result.edits]).toEqual([
      [pzn(1), edit(899)],
      [pzn(4), edit(649, true)],
    ]);
    expect(result.added).toEqual([]);
    expect(result.model).toBe(list);
  });

  test('takes the calculated price in force for unchanged', () => {
    expect(outcomes(run('priceimport', [row(1, { ownPrice: 950 })]))).toEqual({ unchanged: [1] });
  });

  test('compares with what is entered already', () => {
    const before = new Map([[pzn(1), edit(899)]]);
    expect(outcomes(run('priceimport', [row(1, { ownPrice: 899 })], before))).toEqual({ unchanged: [1] });
    const back = run('priceimport', [row(1, { ownPrice: 950 })], before);
    expect(outcomes(back)).toEqual({ imported: [1] });
    expect(back.edits.get(pzn(1))).toEqual(edit(950));
  });

  // Rule 17.2.
  // Rule 17.13.
  test('several ranges of one article are one edit with later prices', () => {
    const [first, second] = [
      { validFrom: '2026-12-01', validTo: '2026-12-14' },
      { validFrom: '2026-12-15', validTo: '2026-12-31' },
    ];
    const later = [{ ownPrice: 799, permanent: true, ...second }];
    const result = run('priceimport', [
      row(1, { ownPrice: 799, ...second }),
      row(3, { ownPrice: 400 }),
      { ...row(1, { ownPrice: 899, ...first }), line: 9 },
      { ...row(3, { ownPrice: 799, ...second }), line: 10 },
      { ...row(4, { ownPrice: 650 }), line: 11 },
      { ...row(4, { ownPrice: 555, validFrom: '2026-12-15' }), line: 12 },
      row(2, { ownPrice: 333, ...first }),
      { ...row(2, { ownPrice: 444, ...second }), line: 14 },
    ]);
    expect(outcomes(result)).toEqual({ imported: [1, 3, 4], exclusionPriced: [2] });
    expect([...result.edits]).toEqual([
      [pzn(1), { ...edit(899, true), ...first, later }],
      [pzn(3), { ...edit(400), later }],
      [
        pzn(4),
        { ...edit(650, true), later: [{ ownPrice: 555, permanent: true, validFrom: '2026-12-15', validTo: null }] },
      ],
      [pzn(2), edit(333, false, true)],
    ]);
    expect(outcomes(run('priceimport', [row(1, { ownPrice: 950 }), row(1, { ownPrice: 799, ...second })]))).toEqual({
      imported: [1],
    });
  });

  test('ranges that overlap once 31.12.9999 counts as written are left out, each line named', () => {
    const result = run('priceimport', [
      row(1, { ownPrice: 899, validFrom: '2026-12-01', validTo: '9999-12-31' }),
      { ...row(1, { ownPrice: 799, validFrom: '2026-12-15', validTo: '2026-12-31' }), line: 7 },
      row(3, { ownPrice: 450 }),
    ]);
    expect(outcomes(result)).toEqual({ imported: [3] });
    expect(result.unusable).toEqual([
      { line: 2, pzn: pzn(1), reason: 'overlapping' },
      { line: 7, pzn: pzn(1), reason: 'overlapping' },
    ]);
  });

  test('days come with a price; an exclusion stays one without any', () => {
    const days = { validFrom: '2026-12-01', validTo: '2026-12-14' };
    const rows = [
      row(1, { ownPrice: 899, ...days }),
      row(3, { ownPrice: 400, validTo: '2026-12-14' }),
      row(4, { ownPrice: 555, validFrom: '2026-12-01' }),
      row(2, { ownPrice: 333, ...days }),
    ];
    const result = run('priceimport', rows);
    expect(outcomes(result)).toEqual({ imported: [1, 3, 4], exclusionPriced: [2] });
    expect([...result.edits]).toEqual([
      [pzn(1), { ...edit(899, true), ...days }],
      [pzn(3), { ...edit(400, true), validTo: '2026-12-14' }],
      [pzn(4), { ...edit(555, true), validFrom: '2026-12-01' }],
      [pzn(2), edit(333, false, true)],
    ]);
  });

  test('gives an exclusion its price, tells of it, and leaves it an exclusion', () => {
    const result = run('priceimport', [row(2, { ownPrice: 333 })]);
    expect(outcomes(result)).toEqual({ exclusionPriced: [2] });
    expect([...result.edits]).toEqual([[pzn(2), edit(333, false, true)]]);
  });
});

describe('a negative import', () => {
  test('excludes, knows what is excluded, adds products of the group, and ignores those of another and unknown ones', () => {
    const result = run('negativeimport', [
      row(4),
      row(2),
      row(5),
      row(7, { product, productGroup: 'OTC' }),
      row(8, { product, productGroup: 'FREIWAHL' }),
      row(9),
      row(10, { product, productGroup: null }),
    ]);
    expect(outcomes(result)).toEqual({
      negativeSet: [4],
      alreadyNegative: [2],
      blocked: [5],
      added: [7],
      wrongGroup: [8],
      notFound: [9, 10],
    });
    expect([...result.edits]).toEqual([
      [pzn(4), edit(600, false, true)],
      [pzn(7), edit(null, false, true)],
    ]);
    expect(result.added).toEqual([{ pzn: pzn(7), ...product }]);
    expect(rowOfPzn(result.model, pzn(7))).toBe(6);
    expect(result.model.count).toBe(7);
  });

  test('does not read prices, and excludes again what was lifted in this session', () => {
    const lifted = new Map([[pzn(2), edit(333)]]);
    const result = run('negativeimport', [row(2, { ownPrice: 900 })], lifted);
    expect(outcomes(result)).toEqual({ negativeSet: [2] });
    expect(result.edits.get(pzn(2))).toEqual(edit(333, false, true));
  });

  test('finds what an import before it has added', () => {
    const first = run('negativeimport', [row(7, { product, productGroup: 'OTC' })]);
    const second = run('negativeimport', [row(7, { product, productGroup: 'OTC' })], first.edits, first.model);
    expect(outcomes(second)).toEqual({ alreadyNegative: [7] });
    expect(second.model.count).toBe(7);
    const unticked = run('negativeimport', [row(7, { product, productGroup: 'OTC' })], NO_EDITS, first.model);
    expect(outcomes(unticked)).toEqual({ added: [7] });
    expect(unticked.edits).toEqual(first.edits);
    const priced = run('priceimport', [row(7, { ownPrice: 300 })], first.edits, first.model);
    expect(outcomes(priced)).toEqual({ notFound: [7] });
    expect(priced.edits).toEqual(first.edits);
  });
});

describe('an expert import by code (rule 5.5)', () => {
  test('0 sets the price and clears the flags; the calculated price or none means back to it', () => {
    const result = run('expertimport', [
      row(4, { priceType: 0, ownPrice: 649 }),
      row(3, { priceType: 0, ownPrice: 500 }),
      row(2, { priceType: 0 }),
      row(1, { priceType: 0, ownPrice: 950 }),
    ]);
    expect(outcomes(result)).toEqual({ imported: [4, 3], exclusionPriced: [2], unchanged: [1] });
    expect([...result.edits]).toEqual([
      [pzn(4), edit(649)],
      [pzn(3), edit(null)],
      [pzn(2), edit(null)],
    ]);
  });

  test('1 excludes and clears the price; nothing is added', () => {
    const result = run('expertimport', [
      row(3, { priceType: 1, ownPrice: 900 }),
      row(2, { priceType: 1 }),
      row(7, { priceType: 1, product, productGroup: 'OTC' }),
    ]);
    expect(outcomes(result)).toEqual({ negativeSet: [3], alreadyNegative: [2], notFound: [7] });
    expect([...result.edits]).toEqual([[pzn(3), edit(null, false, true)]]);
  });

  test('2 sets an own price, 3 a permanent one, both lift an exclusion with a warning', () => {
    const result = run('expertimport', [
      row(1, { priceType: 2, ownPrice: 950 }),
      row(4, { priceType: 2, ownPrice: 600 }),
      row(3, { priceType: 3, ownPrice: 400 }),
      row(2, { priceType: 3, ownPrice: 777 }),
      row(6, { priceType: 2 }),
    ]);
    expect(outcomes(result)).toEqual({ imported: [1, 4, 3], exclusionPriced: [2], unchanged: [6] });
    expect([...result.edits]).toEqual([
      [pzn(1), edit(950)],
      [pzn(4), edit(600)],
      [pzn(3), edit(400, true)],
      [pzn(2), edit(777, true)],
    ]);
  });

  // Rule 17.3.
  test('under a running period it acts on the row beneath; what an export says of the period changes nothing', () => {
    const running = { calculatedPrice: 950, ownPrice: 450, priceType: 3, validTo: 20_802 } as const;
    const model = listOf([running, running, running, running]);
    const rows = [
      row(1, { priceType: 2, ownPrice: 800 }),
      row(2, { priceType: 0 }),
      row(3, { priceType: 3, ownPrice: 450 }),
      row(4, { priceType: 3, ownPrice: 400, validTo: '2026-12-31' }),
    ];
    const result = run('expertimport', rows, NO_EDITS, model);
    expect(outcomes(result)).toEqual({ imported: [1, 2, 4], unchanged: [3] });
    expect([...result.edits]).toEqual([
      [pzn(1), { ...edit(800), beneath: true }],
      [pzn(2), { ...edit(null), beneath: true }],
      [pzn(4), { ...edit(400, true), validTo: '2026-12-31' }],
    ]);
    expect(outcomes(run('expertimport', rows, result.edits, model))).toEqual({ unchanged: [1, 2, 3, 4] });
  });

  test('an exclusion without a calculated price cannot go back to it', () => {
    const result = run('expertimport', [row(6, { priceType: 0 })]);
    expect(result.unusable).toEqual([{ line: 7, pzn: pzn(6), reason: 'noCalculatedPrice' }]);
    expect(editAt(list, result.edits, 5)).toEqual(edit(null, false, true));
  });
});
