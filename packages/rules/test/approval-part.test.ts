import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  offersPart,
  PART_BLOCKERS,
  partBlocker,
  type PartBlocker,
  type PartRow,
  PRICE_TYPE,
  RISK_REASONS,
  type RiskReason,
  UPDATE_KINDS,
} from '../src/index.ts';

const bits = (...reasons: RiskReason[]) =>
  reasons.reduce((mask, reason) => mask | (1 << RISK_REASONS.indexOf(reason)), 0);
const ALL_COMPARING = bits('belowPurchasePrice', 'aboveAvp', 'aboveUmfeld', 'belowUmfeld');
const dull: PartRow = {
  approved: false,
  inactive: false,
  edited: false,
  reasons: 0,
  unjudged: 0,
  breaches: 0,
  typeBefore: PRICE_TYPE.calculated,
  typeAfter: PRICE_TYPE.calculated,
  hasPriceAfter: true,
  period: false,
  dueReview: false,
};

/** What keeps a row out, each alone. */
const KEPT_OUT: [PartBlocker, Partial<PartRow>][] = [
  ['approved', { approved: true }],
  ['inactive', { inactive: true }],
  ['edited', { edited: true }],
  ['breach', { breaches: 1 << 5 }],
  ['ownPriceEnds', { typeBefore: PRICE_TYPE.own }],
  ['ownPriceEnds', { typeBefore: PRICE_TYPE.permanent, typeAfter: PRICE_TYPE.exclusion, hasPriceAfter: false }],
  ['withoutPrice', { hasPriceAfter: false }],
  ['period', { period: true }],
  ['dueReview', { dueReview: true }],
  ['unjudged', { unjudged: ALL_COMPARING }],
];

const anyRow: fc.Arbitrary<PartRow> = fc.record({
  approved: fc.boolean(),
  inactive: fc.boolean(),
  edited: fc.boolean(),
  reasons: fc.constantFrom(0, 0, ...RISK_REASONS.map((reason) => bits(reason))),
  unjudged: fc.constantFrom(0, ALL_COMPARING, bits('aboveAvp'), bits('largestEffect'), (1 << RISK_REASONS.length) - 1),
  breaches: fc.constantFrom(0, 0, 1, 32),
  typeBefore: fc.constantFrom(null, ...Object.values(PRICE_TYPE)),
  typeAfter: fc.constantFrom(...Object.values(PRICE_TYPE)),
  hasPriceAfter: fc.boolean(),
  period: fc.boolean(),
  dueReview: fc.boolean(),
});

// Rule 6.30.
describe('a row is never in a part', () => {
  test('a dull one may be', () => expect(partBlocker(dull)).toBeNull());

  test.each(KEPT_OUT)('%s', (why, facts) => expect(partBlocker({ ...dull, ...facts })).toBe(why));

  test.each(RISK_REASONS.map((reason) => [reason]))('that is to be reviewed: %s', (reason) =>
    expect(partBlocker({ ...dull, reasons: bits(reason) })).toBe('toReview'),
  );

  test('one comparison is enough; an exclusion needs no price, a new article no type before', () => {
    for (const reason of ['belowPurchasePrice', 'aboveAvp', 'aboveUmfeld', 'belowUmfeld'] as const)
      expect(partBlocker({ ...dull, unjudged: ALL_COMPARING & ~bits(reason) })).toBeNull();
    const exclusion = { typeBefore: PRICE_TYPE.exclusion, typeAfter: PRICE_TYPE.exclusion, hasPriceAfter: false };
    expect(partBlocker({ ...dull, ...exclusion })).toBeNull();
    expect(partBlocker({ ...dull, typeBefore: null })).toBeNull();
    const stays = { typeBefore: PRICE_TYPE.permanent, typeAfter: PRICE_TYPE.permanent };
    expect(partBlocker({ ...dull, ...stays })).toBeNull();
  });

  test('nothing that is said of a row lets one in that was kept out', () => {
    fc.assert(
      fc.property(anyRow, fc.constantFrom(...KEPT_OUT), (row, [, facts]) => {
        expect(partBlocker({ ...row, ...facts })).not.toBeNull();
      }),
    );
  });

  test('the first reason is told, and only rows without any get in', () => {
    fc.assert(
      fc.property(anyRow, (row) => {
        const why = partBlocker(row);
        const isOwn = (type: PartRow['typeBefore']) => type === PRICE_TYPE.own || type === PRICE_TYPE.permanent;
        const mayBe =
          !(row.approved || row.inactive || row.edited || row.period || row.dueReview) &&
          row.reasons === 0 &&
          row.breaches === 0 &&
          (row.unjudged & ALL_COMPARING) !== ALL_COMPARING &&
          (!isOwn(row.typeBefore) || isOwn(row.typeAfter)) &&
          (row.hasPriceAfter || row.typeAfter === PRICE_TYPE.exclusion);
        expect(why === null).toBe(mayBe);
        const earlier = PART_BLOCKERS.slice(0, why === null ? 0 : PART_BLOCKERS.indexOf(why));
        const cured = { ...row, approved: false, inactive: false, edited: false };
        if (earlier.length <= 3) return;
        expect(partBlocker(cured)).toBe(why);
      }),
    );
  });
});

// Rule 6.29.
describe('a part is offered', () => {
  const offer = { kind: 'MDP' as const, open: true, doubted: false, part: 5, all: 6 };
  test('of an open MDP or QDP, where some rows are such and not all', () => {
    expect(UPDATE_KINDS.map((kind) => offersPart({ ...offer, kind }))).toEqual([true, true, false]);
    for (const not of [{ open: false }, { doubted: true }, { part: 0 }, { part: 6 }])
      expect(offersPart({ ...offer, ...not })).toBe(false);
  });
});
