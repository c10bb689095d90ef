import { expect, test } from '@jest/globals';
import type { BulkRule } from '@portal/rules';
import { type Condition, planStanding, type StandingColumns, standingWorth } from '../src/index.ts';

const RULE: BulkRule = {
  from: 'price',
  percent: 10,
  amount: 0,
  endings: [],
  way: 'nearest',
  floorPercent: null,
  upToAvp: false,
};
const same = <Value>(value: Value) => [value, value, value];
const COLUMNS: StandingColumns = {
  pzn: ['01000014', '01000020', '01000037'],
  priceType: same(0),
  inactive: same(false),
  hasDraft: same(false),
  calculatedPrice: [1000, 2000, 3000],
  vatPercent: [19, 7, null],
  producer: ['Bayer', 'Hexal', 'Bayer'],
  brand: same(null),
  normSize: same('N1'),
  atc: same(null),
  peCluster: [0, 1, 2],
  vhCluster: same(null),
  units: [10, 5, null],
  avp: [1250, 2500, 3750],
  aep: [900, 1000, 1500],
  vhp: same(null),
  priceMin: [900, 100, 2500],
  priceAvg: [1100, 2100, 3100],
  priceMax: [1200, 2600, 3500],
};
const rowsFor = (...conditions: Condition[]) =>
  planStanding('MDP', [{ rule: RULE, conditions }], COLUMNS).drafts.map(({ row }) => row);

test('conditions choose rows by texts, figures, differences and the calculated price (rule 18.4)', () => {
  expect(rowsFor()).toEqual([0, 1, 2]);
  expect(rowsFor({ key: 'producer', is: 'oneOf', values: ['BAYER'] })).toEqual([0, 2]);
  expect(rowsFor({ key: 'peCluster', is: 'oneOf', values: ['1'] })).toEqual([1]);
  expect(rowsFor({ key: 'units', is: 'atLeast', than: 5, to: null })).toEqual([0, 1]);
  expect(rowsFor({ key: 'effectivePrice', is: 'between', than: 1500, to: 3000 })).toEqual([1, 2]);
  // 20 % below the AVP each
  expect(rowsFor({ key: 'diffAvp', is: 'below', than: -20, to: null })).toEqual([]);
  expect(rowsFor({ key: 'diffAvp', is: 'atMost', than: -20, to: null })).toEqual([0, 1, 2]);
  // a figure that is missing fulfils nothing
  expect(rowsFor({ key: 'vhp', is: 'above', than: 0, to: null })).toEqual([]);
});

test('a rule does not start from a doubtful Umfeld price (rule 18.5)', () => {
  const { drafts, left } = planStanding(
    'MDP',
    [{ rule: { ...RULE, from: 'umfeldMin', percent: 0 }, conditions: [] }],
    COLUMNS,
  );
  expect(drafts.map(({ price }) => price)).toEqual([900, 2500]);
  expect(left).toEqual([{ row: 1, rule: 0, issue: 'noReference' }]);
});

test('says what its prices are worth at the same sales, and how many stand at the floor (rule 18.11)', () => {
  const rule = { ...RULE, percent: -10, floorPercent: 0 };
  const plan = planStanding(
    'MDP',
    [
      { rule: RULE, conditions: [{ key: 'peCluster', is: 'oneOf', values: ['0'] }] },
      { rule, conditions: [] },
    ],
    COLUMNS,
  );
  // row 0 is the first rule's: 1,00 more / 1,19 × 10 = 8,40
  expect(standingWorth(plan, 0, RULE, COLUMNS)).toEqual({ changes: 1, cents: 840, unknown: 0, atFloor: 0 });
  // 2,00 less / 1,07 × 5 = -9,35 (934,58); row 2 has no units
  expect(standingWorth(plan, 1, rule, COLUMNS)).toEqual({ changes: 2, cents: -935, unknown: 1, atFloor: 0 });
  const alone = planStanding('MDP', [{ rule, conditions: [] }], COLUMNS);
  // AEP 9,00 with 19 % is 10,71: above the calculated price
  expect(standingWorth(alone, 0, rule, COLUMNS)).toMatchObject({ changes: 3, atFloor: 1 });
});
