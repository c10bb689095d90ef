import { describe, expect, test } from '@jest/globals';
import {
  describeBreaches,
  type GuardedPrice,
  guardrailBreaches,
  type Guardrails,
  NO_GUARDRAILS,
  unjudgedGuardrails,
} from '../../src/index.ts';

const ROW: GuardedPrice = {
  before: 1000,
  after: 1190,
  aep: null,
  avp: null,
  umfeldMin: null,
  umfeldAvg: null,
  umfeldMax: null,
  vatPercent: 19,
};
const breaches = (row: Partial<GuardedPrice>, limits: Partial<Guardrails>) =>
  guardrailBreaches({ ...ROW, ...row }, { ...NO_GUARDRAILS, ...limits });

// Each limit with a price on it, and the next cent beyond (rule 12.6). 11,90 € is 10,00 € net.
describe('a price on a limit keeps it, a cent beyond breaks it', () => {
  test.each<[keyof Guardrails, number, Partial<GuardedPrice>, number, number]>([
    // 20 % of 10,00 net leave 8,00 for the AEP
    ['minMarginPercent', 20, { aep: 800 }, 1190, 1189],
    ['maxChangePercent', 20, { before: 1000 }, 1200, 1201],
    ['maxChangePercent', 20, { before: 1000 }, 800, 799],
    ['maxAboveAvpPercent', 0, { avp: 1190 }, 1190, 1191],
    ['maxAboveAvpPercent', 10, { avp: 1000 }, 1100, 1101],
    ['minAboveAepPercent', 25, { aep: 800 }, 1190, 1189],
    ['minAboveAepPercent', 0, { aep: 1000 }, 1190, 1189],
    ['maxAboveUmfeldPercent', 5, { umfeldMax: 1000 }, 1050, 1051],
    ['maxBelowUmfeldPercent', 10, { umfeldMin: 1000 }, 900, 899],
  ])('%s %i %o: %i and %i cents', (name, percent, row, on, beyond) => {
    expect(breaches({ ...row, after: on }, { [name]: percent })).toEqual([]);
    expect(breaches({ ...row, after: beyond }, { [name]: percent })).toEqual([name]);
  });
});

const ALL = {
  minMarginPercent: 50,
  maxChangePercent: 1,
  maxAboveAvpPercent: 0,
  minAboveAepPercent: 100,
  maxAboveUmfeldPercent: 0,
  maxBelowUmfeldPercent: 0,
};

test('without a limit nothing is broken', () => {
  expect(breaches({ aep: 9999, avp: 1, umfeldMin: 9999, umfeldMax: 1 }, {})).toEqual([]);
});

test('a limit whose figure is missing is not broken', () => {
  expect(breaches({ before: null }, ALL)).toEqual([]);
});

test('limits that are set and lack their figure are named, of a price that changes', () => {
  const missing = (row: Partial<GuardedPrice>, limits: Partial<Guardrails> = ALL) =>
    unjudgedGuardrails({ ...ROW, ...row }, { ...NO_GUARDRAILS, ...limits });
  expect(missing({ before: null, aep: 800 })).toEqual([
    'maxChangePercent',
    'maxAboveAvpPercent',
    'maxAboveUmfeldPercent',
    'maxBelowUmfeldPercent',
  ]);
  expect(missing({}, { maxChangePercent: 1 })).toEqual([]);
  expect(missing({ after: 1000 })).toEqual([]);
});

test('all broken limits are named, in their order', () => {
  // No price is above everybody around and below them.
  const { maxAboveUmfeldPercent, maxBelowUmfeldPercent, ...others } = ALL;
  const row = { aep: 900, avp: 1000 };
  expect(breaches({ ...row, umfeldMax: 1100 }, ALL)).toEqual(Object.keys({ ...others, maxAboveUmfeldPercent }));
  expect(breaches({ ...row, umfeldMin: 2000 }, ALL)).toEqual(Object.keys({ ...others, maxBelowUmfeldPercent }));
});

test('a price that stays, and a product that has none after, are not judged', () => {
  const row = { aep: 900, avp: 1000, umfeldMin: 2000, umfeldMax: 1100 };
  expect(breaches({ ...row, after: 1000 }, ALL)).toEqual([]);
  expect(breaches({ ...row, after: null }, ALL)).toEqual([]);
});

// 11,90 € is 10,00 € net.
test.each<[keyof Guardrails, number, Partial<GuardedPrice>, number, 'above' | 'below' | null]>([
  ['minMarginPercent', 20, { aep: 900 }, 10, null],
  ['minMarginPercent', 20, { aep: 1100 }, -10, null],
  // 19.93 %
  ['minMarginPercent', 20, { aep: 800, after: 1189 }, 19.9, null],
  // 19.983 %
  ['minMarginPercent', 20, { aep: 3200, after: 4759 }, 20, 'below'],
  ['maxChangePercent', 5, { before: 1000, after: 1201 }, 20.1, null],
  ['maxChangePercent', 5, { before: 1000, after: 700 }, -30, null],
  // 63.93 %, which the other columns of its row round to +63,9
  ['maxChangePercent', 20, { before: 1500, after: 2459 }, 63.9, null],
  // 20.004 and -20.004 %
  ['maxChangePercent', 20, { before: 25_000, after: 30_001 }, 20, 'above'],
  ['maxChangePercent', 20, { before: 25_000, after: 19_999 }, -20, 'above'],
  ['maxAboveAvpPercent', 10, { avp: 1000 }, 19, null],
  ['minAboveAepPercent', 30, { aep: 800 }, 25, null],
  ['minAboveAepPercent', 0, { aep: 1250 }, -20, null],
  ['maxAboveUmfeldPercent', 0, { umfeldMax: 1000 }, 19, null],
  ['maxBelowUmfeldPercent', 10, { umfeldMin: 1400 }, 15, null],
])('%s %i of %o is %f %% in words, rounded as everywhere (rule 2.7)', (name, limit, row, percent, barely) => {
  expect(describeBreaches({ ...ROW, ...row }, { ...NO_GUARDRAILS, [name]: limit })).toEqual([
    { name, limit, percent, barely },
  ]);
});
