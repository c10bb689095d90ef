import { describe, expect, test } from '@jest/globals';
import { type Guardrails, NO_GUARDRAILS, type PriceType } from '@portal/rules';
import fc from 'fast-check';
import {
  approvalEditsOnLoad,
  approvalOutcomeAt,
  type ListContext,
  NO_EDITS,
  partBlockerAt,
  partOfUpdate,
  reviewOfUpdate,
  totalReview,
} from '../../src/index.ts';
import { type Entry, packageOf } from '../approval/factory.ts';
import { NOW } from './factory.ts';

type Given = Partial<Entry> & { before: number | null; listType: PriceType | null };

/** The rows as an open package on a list, and its review. */
function reviewed(given: readonly Given[], guardrails: Guardrails = NO_GUARDRAILS) {
  const entries = given.map(({ before: _before, listType, ...entry }) => ({ priceType: listType ?? 0, ...entry }));
  const model = packageOf('MDP', entries as Partial<Entry>[]);
  const column = <Value>(of: (row: Given) => Value) => given.map(of);
  const none = column(() => null);
  const columns = {
    effectivePrice: column(({ before }) => before),
    calculatedPrice: column(({ before }) => before),
    priceType: column(({ listType }) => listType),
    ownPrice: column(({ listType, before }) => (listType === 2 || listType === 3 ? before : null)),
    aep: none,
    avp: none,
    vhp: none,
    units: none,
    priceMin: none,
    priceAvg: none,
    priceMax: none,
    date: column(() => NOW - 86_400),
    deliveredPriceMin: none,
    deliveredPriceMax: none,
  };
  const delivery = { arrivedAt: NOW, priceToAvp: null, formerChanges: [] };
  const context = { columns, listEndings: Array.from({ length: 10 }, () => 100), delivery } as unknown as ListContext;
  const edits = approvalEditsOnLoad(model);
  const review = reviewOfUpdate(model, context, edits, { now: NOW, guardrails });
  return { model, edits, review, part: partOfUpdate(model, review, edits) };
}

const dull: Given = { before: 999, listType: 0, calculatedPrice: 1019, avp: 1300, aep: 500, units: 10 };
const slip = { ...dull, calculatedPrice: 9990 };

// Rules 6.29 and 6.30.
describe('the part of a package', () => {
  test('has the rows that nobody has to look at; the others are counted where an approval would load them', () => {
    const { part } = reviewed([
      dull,
      slip,
      { ...dull, draftOwnPrice: 1029, draftPermanent: false, draftExclusion: false },
      { ...dull, listType: 2 },
      { ...dull, avp: null, aep: null },
      { ...dull, calculatedPrice: null },
      { ...dull, inactive: true },
      { ...dull, part: 1 },
    ]);
    expect(part.rows).toEqual([0]);
    expect(part.all).toBe(6);
    expect(part.stays).toEqual([
      [1, 'toReview'],
      [2, 'edited'],
      [3, 'toReview'],
      [4, 'unjudged'],
      [5, 'withoutPrice'],
      [6, 'inactive'],
      [7, 'approved'],
    ]);
  });

  test('leaves out unsaved edits, a draft that is being taken away, and own prices that end at the same price', () => {
    const drafted = { ...dull, draftOwnPrice: 1029, draftPermanent: false, draftExclusion: false };
    const { model, review } = reviewed([dull, drafted, { ...dull, listType: 2, before: 1019 }, slip]);
    const edit = { ownPrice: 1039, permanent: false, exclusion: false };
    const why = (row: number, edits = NO_EDITS) => partBlockerAt(model, review, edits, row);
    expect([why(0), why(0, new Map([['00000001', edit]]))]).toEqual([null, 'edited']);
    expect(why(1)).toBe('edited');
    expect(why(2)).toBe('ownPriceEnds');
  });

  test('leaves out what breaks a guardrail, runs under a period or is due for review', () => {
    expect(reviewed([dull, slip], { ...NO_GUARDRAILS, maxChangePercent: 1 }).part.stays[0]).toEqual([0, 'breach']);
    const { model, review } = reviewed([dull, slip]);
    const why = (facts: object) => partBlockerAt(model, review, NO_EDITS, 0, facts);
    const promotion = { ...dull, listType: 3, ownPrice: 1019, before: 1019, validTo: 20_800 } as const;
    expect(reviewed([promotion, slip]).part.stays[0]).toEqual([0, 'period']);
    expect(why({ isDueForReview: () => true })).toBe('dueReview');
  });
});

const anyGiven: fc.Arbitrary<Given> = fc
  .record({
    before: fc.integer({ min: 200, max: 3000 }),
    percent: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -4, max: 4 }) }, fc.integer({ min: -60, max: 900 })),
    listType: fc.constantFrom<PriceType>(0, 0, 0, 0, 1, 2, 3),
    knows: fc.boolean(),
    units: fc.option(fc.integer({ min: 0, max: 50 })),
    draft: fc.option(fc.integer({ min: 100, max: 3000 }), { freq: 8 }),
    inactive: fc.constantFrom(false, false, false, true),
    name: fc.constantFrom('Ibu 20 St', 'Ibu 50 St', 'Paracetamol'),
    content: fc.constantFrom('20 St', '50 St', null),
  })
  .map(({ before, percent, listType, knows, units, draft, inactive, name, content }) => ({
    before: listType === 1 ? null : before,
    listType,
    calculatedPrice: Math.max(50, Math.round(before * (1 + percent / 100))),
    avp: knows ? Math.round(before * 1.3) : null,
    aep: knows ? Math.round(before * 0.5) : null,
    ownPrice: listType === 2 || listType === 3 ? before : null,
    units,
    inactive,
    name,
    content,
    ...(draft === null ? {} : { draftOwnPrice: draft, draftPermanent: false, draftExclusion: false }),
  }));

test('approving a part changes nothing that is said of the rest, and leaves no second part', () => {
  fc.assert(
    fc.property(fc.array(anyGiven, { minLength: 1, maxLength: 40 }), (given) => {
      const whole = reviewed(given);
      const inPart = new Set(whole.part.rows);
      const after = given.map((row, at) => {
        if (!inPart.has(at)) return row;
        const { priceType, ownPrice } = approvalOutcomeAt(whole.model, at, undefined);
        return { ...row, priceType, ownPrice, part: 1 };
      });
      const rest = reviewed(after);
      expect(rest.part.rows).toEqual([]);
      expect(rest.part.all).toBe(whole.part.all - inPart.size);
      expect(rest.review.doubts).toEqual(whole.review.doubts);
      for (const at of given.keys()) {
        const expected = inPart.has(at) ? 0 : whole.review.reasons[at];
        expect([at, rest.review.reasons[at]]).toEqual([at, expected]);
      }
      const open = [...given.keys()].filter((at) => !inPart.has(at));
      expect(totalReview(rest.review, given.keys()).grossProfit).toEqual(totalReview(whole.review, open).grossProfit);
    }),
  );
});
