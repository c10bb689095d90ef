import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  carryEdit,
  isChanged,
  originalEdit,
  PRICE_TYPE,
  type PriceRow,
  type PriceType,
  resolveSave,
  type RowEdit,
} from '../src/index.ts';

const { calculated, exclusion, own, permanent } = PRICE_TYPE;
const row = (
  priceType: PriceType,
  ownPrice: number | null = null,
  calculatedPrice: number | null = 1000,
): PriceRow => ({
  priceType,
  ownPrice,
  calculatedPrice,
});
const edit = (ownPrice: number | null, more: Partial<RowEdit> = {}): RowEdit => ({
  ownPrice,
  permanent: false,
  exclusion: false,
  ...more,
});
// Rule 17.13.
const LATER = { later: [{ ownPrice: 799, permanent: true, validFrom: '2026-12-15', validTo: '2026-12-31' }] };
const DATED = { permanent: true, validTo: '2026-12-14', ...LATER };
const EXCLUDED = edit(null, { exclusion: true });
const OWNER = { staff: false };

describe('an edit carried to another pharmacy (rule 3.32)', () => {
  test.each<[string, PriceRow, RowEdit, PriceRow, RowEdit]>([
    ['a price', row(calculated), edit(899), row(calculated), edit(899)],
    [
      'a price, which stays permanent there',
      row(calculated),
      edit(899),
      row(permanent, 950),
      edit(899, { permanent: true }),
    ],
    [
      'a permanent price',
      row(calculated),
      edit(899, { permanent: true }),
      row(own, 950),
      edit(899, { permanent: true }),
    ],
    [
      'permanent alone, at the price there',
      row(own, 899),
      edit(899, { permanent: true }),
      row(own, 950),
      edit(950, { permanent: true }),
    ],
    ['permanent taken off', row(permanent, 899), edit(899), row(permanent, 950), edit(950)],
    ['an own price cleared, permanent or not', row(own, 899), edit(null), row(permanent, 950), edit(null)],
    ['several prices', row(calculated), edit(899, DATED), row(own, 950), edit(899, DATED)],
    ['a later price alone', row(calculated), edit(null, LATER), row(own, 950), edit(950, LATER)],
    ['a later price where none stands', row(calculated), edit(null, LATER), row(calculated), edit(null, LATER)],
    ['an exclusion', row(calculated), EXCLUDED, row(permanent, 950), edit(950, { exclusion: true })],
    ['an exclusion taken away', row(exclusion), edit(899), row(exclusion), edit(899)],
    ['an exclusion taken away where there is none', row(exclusion), edit(899), row(calculated), edit(899)],
    [
      'an exclusion taken away where the price is permanent, which it stays',
      row(exclusion),
      edit(899),
      row(permanent, 950),
      edit(899, { permanent: true }),
    ],
  ])('is %s', (_, here, entered, there, expected) => {
    expect(carryEdit({ row: here, edit: entered }, there, OWNER)).toEqual({ edit: expected });
  });

  test('an exclusion taken away without a price leaves the own price there', () => {
    const result = carryEdit({ row: row(exclusion), edit: edit(null) }, row(own, 950), { staff: true });
    expect(result).toEqual({ edit: edit(950) });
  });

  test.each<[string, PriceRow, RowEdit, PriceRow, string]>([
    ['the article is excluded there', row(calculated), edit(899), row(exclusion), 'exclusion'],
    [
      'no own price is there to be permanent',
      row(own, 899),
      edit(899, { permanent: true }),
      row(calculated),
      'permanentWithoutPrice',
    ],
    ['no price would be left there', row(own, 899), edit(null), row(own, 950, null), 'withoutPrice'],
  ])('is none where %s', (_, here, entered, there, issue) => {
    expect(carryEdit({ row: here, edit: entered }, there, OWNER)).toEqual({ issue });
  });

  const price = fc.integer({ min: 1, max: 9_999_999 });
  const rows: fc.Arbitrary<PriceRow> = fc
    .record({
      priceType: fc.constantFrom<PriceType>(calculated, exclusion, own, permanent),
      calculatedPrice: fc.option(price),
      ownPrice: price,
    })
    .map((each) => ({
      ...each,
      ownPrice: each.priceType === own || each.priceType === permanent ? each.ownPrice : null,
    }));
  const edits = fc.record({ ownPrice: fc.option(price), permanent: fc.boolean(), exclusion: fc.boolean() });
  const cases = fc.record({ here: rows, entered: edits, there: rows, staff: fc.boolean() });
  /** The row after a save, as the server stores it. */
  const saved = (before: PriceRow, entered: RowEdit, staff: boolean): PriceRow | undefined => {
    const result = resolveSave(before, entered, { staff });
    return result.ok ? { ...before, priceType: result.priceType, ownPrice: result.ownPrice } : undefined;
  };

  test('makes of an equal row the same as here', () => {
    fc.assert(
      fc.property(rows, edits, fc.boolean(), (here, entered, staff) => {
        const expected = saved(here, entered, staff);
        fc.pre(expected !== undefined);
        const result = carryEdit({ row: here, edit: entered }, here, { staff });
        expect('edit' in result && saved(here, result.edit, staff)).toEqual(expected);
      }),
    );
  });

  test('can be carried once more without changing anything', () => {
    fc.assert(
      fc.property(cases, ({ here, entered, there, staff }) => {
        const first = carryEdit({ row: here, edit: entered }, there, { staff });
        fc.pre('edit' in first);
        const after = saved(there, first.edit, staff) as PriceRow;
        const again = carryEdit({ row: here, edit: entered }, after, { staff });
        expect('edit' in again && isChanged(after, again.edit)).toBe(false);
      }),
    );
  });

  test('gives an article that is excluded there no price, and changes nothing that was not changed here', () => {
    fc.assert(
      fc.property(cases, ({ here, entered, there, staff }) => {
        const result = carryEdit({ row: here, edit: entered }, there, { staff });
        fc.pre('edit' in result);
        const before = originalEdit(here);
        if (there.priceType === exclusion && !before.exclusion) expect(result.edit.exclusion).toBe(true);
        if (entered.permanent === before.permanent && !entered.exclusion && entered.ownPrice !== null)
          expect(result.edit.permanent).toBe(there.priceType === permanent);
        if (entered.ownPrice === before.ownPrice) expect(result.edit.ownPrice).toBe(originalEdit(there).ownPrice);
      }),
    );
  });
});
