import { expect, test } from '@jest/globals';
import { NO_GUARDRAILS } from '@portal/rules';
import { breachesOf, flagsOf, referencesOf } from '../../src/index.ts';
import { reviewOf } from './factory.ts';

// Maximum 12 times Ø, minimum 0,01, swapped ends
const ROWS = [
  { before: 1099, after: 1299, umfeldMin: 1061, umfeldAvg: 1117, umfeldMax: 13_404 },
  { before: 1000, after: 880, umfeldMin: 1, umfeldAvg: 1000, umfeldMax: 1100 },
  { before: 1000, after: 1150, umfeldMin: 1100, umfeldAvg: 1000, umfeldMax: 900 },
  { before: 1000, after: 1150, umfeldMin: 900, umfeldAvg: 1000, umfeldMax: 1200 },
];

test('risk rules, guardrails and the scale of the card doubt the same ends (rule 14.60)', () => {
  const guardrails = { ...NO_GUARDRAILS, maxAboveUmfeldPercent: 10, maxBelowUmfeldPercent: 10 };
  const review = reviewOf(ROWS, { guardrails });
  const umfeld = (row: number) =>
    flagsOf(review, row)
      .filter(({ reason }) => /Umfeld/.test(reason))
      .map(({ reason, basis, doubtfulEnd }) => [reason, basis, doubtfulEnd]);
  expect(ROWS.map((_, row) => umfeld(row))).toEqual([
    [['aboveUmfeld', 'umfeldAvg', 13_404]],
    [['belowUmfeld', 'umfeldAvg', 1]],
    [['aboveUmfeld', 'umfeldAvg', 900]],
    [],
  ]);
  expect(ROWS.map((_, row) => breachesOf(review, row).map(({ name }) => name))).toEqual([
    ['maxAboveUmfeldPercent'],
    ['maxBelowUmfeldPercent'],
    ['maxAboveUmfeldPercent'],
    [],
  ]);
  const doubtful = (row: number) =>
    referencesOf(review, row)
      .filter((each) => each.doubtful)
      .map(({ name, percent }) => [name, percent]);
  expect(ROWS.map((_, row) => doubtful(row))).toEqual([
    [['umfeldMax', null]],
    [['umfeldMin', null]],
    [
      ['umfeldMin', null],
      ['umfeldMax', null],
    ],
    [],
  ]);
});
