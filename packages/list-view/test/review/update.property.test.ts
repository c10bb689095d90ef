import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { NO_GUARDRAILS } from '@portal/rules';
import fc from 'fast-check';
import { buildReview, type ReviewColumns, updateReview } from '../../src/index.ts';
import { scoreOf } from '../../src/review/build-review.ts';
import { type Entry, NOW, reviewColumns } from './factory.ts';

/** As many times the cases at night, when scripts/test.mjs sets it to 10. */
const TIMES = Number(process.env.PORTAL_PROPERTY_TIMES ?? 1);

const cents = fc.integer({ min: 50, max: 3000 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const priceType = fc.constantFrom(...([0, 1, 2, 3] as const));

/** Rows of few products, so that packs of one product, neighbours and equal prices meet. */
const entry: fc.Arbitrary<Partial<Entry>> = fc
  .record({
    name: fc.constantFrom('Gel', 'Saft', 'Tee'),
    content: fc.constantFrom('20 St', '50 St', '2X50 St', '100 ml', null),
    atc: maybe(fc.constantFrom('A01', 'B02')),
    before: maybe(cents),
    after: maybe(cents),
    calculatedPrice: cents,
    priceTypeBefore: maybe(priceType),
    ownPriceBefore: maybe(cents),
    ownPriceSince: maybe(fc.integer({ min: NOW - 1e8, max: NOW })),
    aep: maybe(cents),
    avp: maybe(cents),
    umfeldMin: maybe(cents),
    umfeldAvg: maybe(cents),
    umfeldMax: maybe(cents),
    units: maybe(fc.nat(500)),
    formerAep: maybe(cents),
    formerAvp: maybe(cents),
    formerUmfeld: maybe(cents),
  })
  .map((row) => ({ ...row, ownPriceBefore: (row.priceTypeBefore ?? 0) >= 2 ? row.ownPriceBefore : null }));

const world = fc.record({
  entries: fc.array(entry, { minLength: 1, maxLength: 40, size: 'max' }),
  standing: fc.boolean(),
  // a share at which several rows are the largest
  largestShare: fc.constantFrom(0, 0.005, 0.3),
  sequence: fc.array(fc.array(fc.tuple(fc.nat(39), maybe(cents)), { maxLength: 5 }), { maxLength: 8 }),
  guardrails: fc.constantFrom(
    NO_GUARDRAILS,
    { ...NO_GUARDRAILS, minMarginPercent: 20, maxChangePercent: 30 },
    { ...NO_GUARDRAILS, maxAboveAvpPercent: 0, maxBelowUmfeldPercent: 10 },
  ),
  listEndings: maybe(fc.array(fc.nat(200), { minLength: 10, maxLength: 10 })),
});

/** Thousands of comparisons: jest's own one is slow, and only needed to show a difference. */
function expectSame(review: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(review, wanted)) expect(review).toStrictEqual(wanted);
}

test('after any sequence of edits a review says the same as one made anew', () => {
  fc.assert(
    fc.property(world, ({ entries, standing, largestShare, sequence, guardrails, listEndings }) => {
      const options = { standing, now: NOW, limits: { largestShare }, guardrails };
      let columns: ReviewColumns = reviewColumns(entries, listEndings);
      let review = buildReview(columns, options);
      for (const step of sequence) {
        const changes = step.map(([row, price]) => [row % entries.length, price] as const);
        const before = structuredClone(review);
        const updated = updateReview(review, changes);
        expectSame(review, before); // the former review still says what it said
        const after = columns.after.slice();
        for (const [row, price] of changes) after[row] = price;
        columns = { ...columns, after };
        review = updated;
        expectSame(review, buildReview(columns, options));
      }
    }),
    { numRuns: 30 * TIMES },
  );
});

test('the order holds every row with a reason once, by score and then by PZN', () => {
  fc.assert(
    fc.property(world, ({ entries, standing, listEndings }) => {
      const review = buildReview(reviewColumns(entries, listEndings), { standing, now: NOW });
      const flagged = [...review.reasons].flatMap((mask, row) => (mask === 0 ? [] : [row]));
      expect([...review.order].sort((a, b) => a - b)).toEqual(flagged);
      review.order.forEach((row, place) => {
        const previous = place === 0 ? undefined : (review.order[place - 1] as number);
        if (previous === undefined) return;
        const [higher, lower] = [scoreOf(review, previous), scoreOf(review, row)];
        expect(higher > lower || (higher === lower && previous < row)).toBe(true); // PZNs count up with the rows
      });
    }),
  );
});
