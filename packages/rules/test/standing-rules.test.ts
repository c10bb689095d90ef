import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  applyBulkRule,
  applyStandingRules,
  type BulkRule,
  describeBulkRule,
  describeLeft,
  ENDING_WAYS,
  isAtFloor,
  type PriceType,
  STANDING_KEYS,
  type StandingRow,
  standingRuleName,
  UPDATE_KINDS,
} from '../src/index.ts';

const RULE: BulkRule = {
  from: 'price',
  percent: 3,
  amount: 0,
  endings: [95],
  way: 'nearest',
  floorPercent: null,
  upToAvp: false,
};
const ROW: StandingRow = {
  price: 1000,
  calculatedPrice: 1000,
  avp: 1295,
  aep: 600,
  vhp: 950,
  umfeldAvg: 1100,
  umfeldMin: 900,
  umfeldMax: 1250,
  vatPercent: 19,
  priceType: 0,
  inactive: false,
  hasDraft: false,
};
const apply = (rule: Partial<BulkRule>, row: Partial<StandingRow> = {}, kind: 'MDP' | 'QDP' | 'LZD' = 'MDP') =>
  applyStandingRules(kind, [{ rule: { ...RULE, ...rule }, isFor: undefined }], 1, () => ({ ...ROW, ...row }));

describe('a standing rule', () => {
  test('sets the price that the bulk rule sets by hand (rule 18.5)', () => {
    // 10,00 + 3 % = 10,30; 9,95 is 35 away, 10,95 is 65
    expect(apply({})).toEqual({ drafts: [{ row: 0, rule: 0, price: 995 }], left: [] });
    // in both directions
    expect(apply({ endings: [], percent: 7 }).drafts[0]?.price).toBe(1070);
    expect(apply({ endings: [], percent: -7 }).drafts[0]?.price).toBe(930);
  });

  test.each<[string, Partial<StandingRow>]>([
    ['an exclusion', { priceType: 1 }],
    ['a permanent price', { priceType: 3 }],
    ['an inactive row', { inactive: true }],
    ["a row with a person's draft", { hasDraft: true }],
    ['a row without a calculated price', { calculatedPrice: null, price: null }],
    ['a price that would equal the calculated one', { calculatedPrice: 995, price: 966 }],
  ])('leaves %s alone (rule 18.3)', (_, row) => {
    expect(apply({}, row)).toEqual({ drafts: [], left: [] });
  });

  test('takes an own price that ends with an MDP, not one that a QDP leaves, and no LZD (rules 18.2 and 18.3)', () => {
    expect(apply({}, { priceType: 2 }).drafts).toHaveLength(1);
    expect(apply({}, { priceType: 2 }, 'QDP').drafts).toEqual([]);
    expect(apply({}, { priceType: null }, 'QDP').drafts).toHaveLength(1);
    expect(apply({}, {}, 'LZD')).toEqual({ drafts: [], left: [] });
  });

  test('leaves a row alone whose limits contradict each other, and names it (rule 18.5)', () => {
    const { drafts, left } = apply({ floorPercent: 100, upToAvp: true });
    expect([drafts, left]).toEqual([[], [{ row: 0, rule: 0, issue: 'contradiction' }]]);
    const four = [0, 1, 2, 3].map((row) => ({ row, rule: 0, issue: 'contradiction' as const }));
    expect(describeLeft(four, (row) => `Artikel ${row}`)).toBe(
      'nicht gesetzt: 4 mit Untergrenze über dem AVP (Artikel 0, Artikel 1, Artikel 2 …)',
    );
    expect(describeLeft([], String)).toBeNull();
  });

  test('the first in order wins, also where it leaves the row as it is (rule 18.4)', () => {
    const dearer = { rule: { ...RULE, endings: [], percent: 10 }, isFor: undefined };
    const nothing = { rule: { ...RULE, endings: [], percent: 0, from: 'calculatedPrice' as const }, isFor: undefined };
    const evenRows = { ...dearer, isFor: (row: number) => row % 2 === 0 };
    const cheaper = { rule: { ...RULE, endings: [], percent: -10 }, isFor: undefined };
    expect(applyStandingRules('MDP', [evenRows, cheaper], 2, () => ROW).drafts).toEqual([
      { row: 0, rule: 0, price: 1100 },
      { row: 1, rule: 1, price: 900 },
    ]);
    expect(applyStandingRules('MDP', [nothing, cheaper], 2, () => ROW).drafts).toEqual([]);
  });

  test('says where the floor holds its price up (rule 18.11)', () => {
    // AEP 6,00 with 19 %: 7,14; and 50 %: 10,71
    const rule = { ...RULE, endings: [], floorPercent: 50 };
    expect(isAtFloor(rule, ROW, 1071)).toBe(true);
    expect(isAtFloor({ ...rule, percent: 10 }, ROW, 1100)).toBe(false);
    expect(isAtFloor({ ...rule, floorPercent: null }, ROW, 1030)).toBe(false);
  });

  test('says in words what it does (rule 18.1)', () => {
    const words = describeBulkRule({
      ...RULE,
      amount: -20,
      endings: [95, 5],
      way: 'up',
      floorPercent: 10,
      upToAvp: true,
    });
    expect(words.replaceAll('\u00a0', ' ')).toBe(
      'Preis +3,0 % −0,20 €, Endungen ,95 ,05 aufwärts, mindestens AEP mit MwSt. +10,0 %, höchstens AVP',
    );
    expect(describeBulkRule({ ...RULE, from: 'avp', percent: 0, endings: [] })).toBe('AVP');
    expect(standingRuleName('Bestseller ,95')).toBe('Regel »Bestseller ,95«');
  });

  test('its conditions look at columns of the price list (rule 18.4)', () => {
    expect(STANDING_KEYS).toEqual(
      expect.arrayContaining(['producer', 'units', 'avp', 'diffAvp', 'priceMin', 'effectivePrice']),
    );
    expect(STANDING_KEYS).not.toEqual(expect.arrayContaining(['pzn']));
  });

  const known = fc.option(fc.integer({ min: 1, max: 200_000 }), { nil: null });
  const row: fc.Arbitrary<StandingRow> = fc
    .record({
      calculatedPrice: known,
      avp: known,
      aep: known,
      vhp: known,
      umfeldAvg: known,
      umfeldMin: known,
      umfeldMax: known,
      vatPercent: fc.constantFrom(7, 19),
      priceType: fc.constantFrom<PriceType | null>(null, 0, 0, 0, 1, 2, 3),
      inactive: fc.constantFrom(false, false, true),
      hasDraft: fc.constantFrom(false, false, true),
    })
    .map((each) => ({ ...each, price: each.calculatedPrice }));
  const rule: fc.Arbitrary<BulkRule> = fc.record({
    from: fc.constantFrom('price', 'calculatedPrice', 'avp', 'aep', 'umfeldMin'),
    percent: fc.integer({ min: -999, max: 999 }).map((tenths) => tenths / 10),
    amount: fc.integer({ min: -500, max: 500 }),
    endings: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 3 }),
    way: fc.constantFrom(...ENDING_WAYS),
    floorPercent: fc.option(fc.integer({ min: 0, max: 50 }), { nil: null }),
    upToAvp: fc.boolean(),
  });
  const rules = fc.array(fc.tuple(rule, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 })), { maxLength: 3 });

  test('equals the bulk rule on every row it may touch, and touches no other', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UPDATE_KINDS), rules, fc.array(row, { maxLength: 20 }), (kind, chosen, rows) => {
        const running = chosen.map(([each, fits]) => ({ rule: each, isFor: (at: number) => fits[at] === true }));
        const { drafts, left } = applyStandingRules(kind, running, rows.length, (at) => rows[at] as StandingRow);
        for (const [at, facts] of rows.entries()) {
          const mine = drafts.filter((each) => each.row === at);
          const named = left.filter((each) => each.row === at);
          const first = chosen.findIndex(([, fits]) => fits[at]);
          const types: readonly (number | null)[] = kind === 'MDP' ? [null, 0, 2] : [null, 0];
          const touched =
            kind !== 'LZD' &&
            first >= 0 &&
            !facts.inactive &&
            !facts.hasDraft &&
            facts.calculatedPrice !== null &&
            types.includes(facts.priceType);
          const byHand = touched ? applyBulkRule((chosen[first] as [BulkRule, boolean[]])[0], facts) : null;
          const price = byHand && 'price' in byHand ? byHand.price : null;
          const expected = price !== null && price !== facts.calculatedPrice ? [{ row: at, rule: first, price }] : [];
          expect(mine).toEqual(expected);
          expect(named).toEqual(byHand && 'issue' in byHand ? [{ row: at, rule: first, issue: byHand.issue }] : []);
        }
      }),
      { numRuns: 500 },
    );
  });
});
