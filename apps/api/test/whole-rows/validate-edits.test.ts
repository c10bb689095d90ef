import { describe, expect, test } from '@jest/globals';
import type { PriceEditRow } from '@portal/contracts';
import { type Context, validateEdits, type StoredRow } from '../../src/modules/price-lists/validate-edits.ts';
import { mirrorRefusal } from '../../src/modules/mirrors/validate-mirror.ts';
import { MIRROR_TEXT } from '../../src/modules/mirrors/mirror-texts.ts';
import { TEXT } from '../../src/texts/de.ts';

// What is decided without the database: row by row on a save (rule 3.6), and before a pharmacy becomes a mirror (rule 8.3).

const stored = (pzn: string, cells: Partial<StoredRow['beneath']> = {}): StoredRow => ({
  pzn,
  productGroup: 'OTC',
  beneath: { priceType: 0, calculatedPrice: 999, ownPrice: null, ...cells },
  period: null,
  changedVersion: 1,
});
const context = (cells: Partial<Context> = {}): Context => ({
  listed: new Map([
    ['a', stored('a')],
    ['own', stored('own', { priceType: 2, ownPrice: 800 })],
    ['excluded', stored('excluded', { priceType: 1 })],
  ]),
  known: new Map([
    ['new', null],
    ['otc', 'OTC'],
    ['freiwahl', 'FREIWAHL'],
  ]),
  blocked: new Set(),
  staff: false,
  today: '2026-03-10',
  coming: new Map(),
  ...cells,
});
const edit = (pzn: string, priceEdit: number | null, more: Partial<PriceEditRow> = {}): PriceEditRow =>
  ({ pzn, priceEdit, editedPermanent: false, editedIgnore: false, ...more }) as PriceEditRow;
const issue = async (row: PriceEditRow, cells: Partial<Context> = {}) =>
  (await validateEdits([row], context(cells))).issues;
const result = async (row: PriceEditRow, cells: Partial<Context> = {}) => {
  const { resolved, issues } = await validateEdits([row], context(cells));
  expect(issues).toEqual([]);
  return resolved;
};
const undated = { period: null, begins: false, plans: [], remindOn: null };
const listed = { productGroup: 'OTC', isNew: false, effective: true, ...undated };

describe('a row of a save', () => {
  test.each([
    ['own price', edit('a', 5.01), { priceType: 2, ownPrice: 501 }],
    ['permanent price', edit('a', 5.01, { editedPermanent: true }), { priceType: 3, ownPrice: 501 }],
    [
      'permanent price with a reminder',
      edit('a', 5.01, { editedPermanent: true, remindOn: '2026-03-11' }),
      { priceType: 3, ownPrice: 501, remindOn: '2026-03-11' },
    ],
    ['exclusion', edit('a', null, { editedIgnore: true }), { priceType: 1, ownPrice: null }],
    ['exclusion that wins over a price', edit('a', 5, { editedIgnore: true }), { priceType: 1, ownPrice: null }],
    ['the calculated price again', edit('own', null), { priceType: 0, ownPrice: null }],
    ['a price for an exclusion', edit('excluded', 5), { priceType: 2, ownPrice: 500 }],
    ['its group named rightly', edit('a', 5, { productGroup: 'OTC' }), { priceType: 2, ownPrice: 500 }],
  ])('becomes %s', async (_, row, expected) => {
    expect(await result(row)).toEqual([{ pzn: row.pzn, ...listed, ...expected }]);
  });

  test('that leaves price and type as they are is not effective', async () => {
    expect(await result(edit('own', 8))).toEqual([
      { pzn: 'own', ...listed, priceType: 2, ownPrice: 800, effective: false },
    ]);
    expect((await result(edit('a', null)))[0]?.effective).toBe(false);
    expect((await result(edit('own', 8, { editedPermanent: true })))[0]?.effective).toBe(true);
  });

  test.each([
    ['a price of nothing', edit('a', 0), TEXT.row.notPositive],
    ['a price too high', edit('a', 100_000), TEXT.row.tooHigh],
    ['three decimals', edit('a', 5.001), TEXT.row.tooManyDecimals],
    [
      'permanent and excluded',
      edit('a', 5, { editedPermanent: true, editedIgnore: true }),
      TEXT.row.permanentWithExclusion,
    ],
    ['permanent without a price', edit('a', null, { editedPermanent: true }), TEXT.row.permanentWithoutPrice],
    ['an exclusion left without a price', edit('excluded', null), TEXT.row.exclusionNeedsPrice],
    ['another group than its own', edit('a', 5, { productGroup: 'FREIWAHL' }), TEXT.row.otherGroup('OTC')],
    ['an unknown product, no group named', edit('x', 5), TEXT.row.unknown],
    ['an unknown product', edit('x', null, { productGroup: 'OTC', editedIgnore: true }), TEXT.row.unknownProduct],
    [
      'a product of another group',
      edit('freiwahl', null, { productGroup: 'OTC', editedIgnore: true }),
      TEXT.row.otherGroup('FREIWAHL'),
    ],
    ['a new product with a price', edit('otc', 5, { productGroup: 'OTC' }), TEXT.row.newNeedsExclusion],
    [
      'a new product, excluded and permanent',
      edit('otc', null, { productGroup: 'OTC', editedIgnore: true, editedPermanent: true }),
      TEXT.row.permanentWithExclusion,
    ],
  ])('is refused for %s', async (_, row, message) => {
    expect(await issue(row)).toEqual([{ pzn: row.pzn, message }]);
  });

  test('is refused while its product waits for approval, listed or not', async () => {
    const blocked = new Set(['a', 'otc']);
    expect(await issue(edit('a', 5), { blocked })).toEqual([{ pzn: 'a', message: TEXT.row.blocked }]);
    expect(await issue(edit('otc', null, { productGroup: 'OTC', editedIgnore: true }), { blocked })).toEqual([
      { pzn: 'otc', message: TEXT.row.blocked },
    ]);
  });

  test('of a product that is not listed becomes an exclusion, of a group known or not', async () => {
    for (const pzn of ['otc', 'new']) {
      expect(await result(edit(pzn, null, { productGroup: 'OTC', editedIgnore: true }))).toEqual([
        { pzn, productGroup: 'OTC', priceType: 1, ownPrice: null, isNew: true, effective: true, ...undated },
      ]);
    }
  });

  test('of a product that is not listed has no days but today (rule 17.2)', async () => {
    const added = (validFrom: string) => edit('otc', null, { productGroup: 'OTC', editedIgnore: true, validFrom });
    expect(await result(added('2026-03-10'))).toMatchObject([{ pzn: 'otc', priceType: 1, isNew: true }]);
    expect(await issue(added('2026-03-11'))).toEqual([{ pzn: 'otc', message: TEXT.row.periodNeedsPrice }]);
    expect(await issue(added('2026-03-09'))).toEqual([{ pzn: 'otc', message: TEXT.row.periodPast }]);
  });

  test('that turns an exclusion into the calculated price is for staff', async () => {
    expect(await result(edit('excluded', null), { staff: true })).toEqual([
      { pzn: 'excluded', ...listed, priceType: 0, ownPrice: null },
    ]);
  });

  test('that comes twice is refused the second time, and every invalid row is named', async () => {
    const { resolved, issues } = await validateEdits(
      [edit('a', 5), edit('a', 6), edit('x', 1), edit('own', 7)],
      context(),
    );
    expect(resolved.map(({ pzn, ownPrice }) => [pzn, ownPrice])).toEqual([
      ['a', 500],
      ['own', 700],
    ]);
    expect(issues).toEqual([
      { pzn: 'a', message: TEXT.row.duplicate },
      { pzn: 'x', message: TEXT.row.unknown },
    ]);
  });
});

describe('a pharmacy that is to become a mirror', () => {
  const candidate = { apoId: 1, country: 'DE', parentApoId: null, mirrorCount: 0, openUpdates: 0 };
  const main = { apoId: 2, country: 'DE', parentApoId: null };
  const { refusal } = MIRROR_TEXT;
  test.each([
    ['may', candidate, main, null],
    ['may, as far as is known without a main pharmacy', candidate, undefined, null],
    ['may not mirror itself', { ...candidate, apoId: 2 }, main, refusal.self],
    ['may not mirror a mirror', candidate, { ...main, parentApoId: 3 }, refusal.mainIsMirror],
    ['does so already', { ...candidate, parentApoId: 2 }, main, refusal.already],
    ['mirrors another one', { ...candidate, parentApoId: 3 }, main, refusal.otherMain(3)],
    ['mirrors another one', { ...candidate, parentApoId: 3 }, undefined, refusal.otherMain(3)],
    ['has mirrors itself', { ...candidate, mirrorCount: 1 }, main, refusal.hasMirrors],
    ['lies in another country', { ...candidate, country: 'AT' }, main, refusal.country('AT')],
    ['is in any country, as long as no main pharmacy is named', { ...candidate, country: 'AT' }, undefined, null],
    ['has open packages', { ...candidate, openUpdates: 1 }, main, refusal.openUpdates(1)],
  ])('%s', (_, one, other, expected) => {
    expect(mirrorRefusal(one, other)).toBe(expected);
  });
});
