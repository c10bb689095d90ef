import { describe, expect, test } from '@jest/globals';
import { isTonight, nightOf } from '../src/index.ts';

// Rule 15.7. Midnight in Berlin is 23:00 UTC in winter, 22:00 in summer.
describe('the night of a moment', () => {
  test.each([
    ['midnight', '2026-11-23T23:00:00Z', '2026-11-24'],
    ['the evening before', '2026-11-23T20:00:00Z', '2026-11-24'],
    ['the morning after', '2026-11-24T05:00:00Z', '2026-11-24'],
    ['a month end', '2026-11-30T23:00:00Z', '2026-12-01'],
    ['a year end', '2026-12-31T23:00:00Z', '2027-01-01'],
    ['the change to summer time', '2027-03-28T22:00:00Z', '2027-03-29'],
    ['the change to winter time', '2026-10-24T22:00:00Z', '2026-10-25'],
  ])('%s', (_, at, night) => {
    expect(nightOf(new Date(at))).toBe(night);
  });
});

test.each([
  ['the midnight to come', '2026-11-23T23:00:00Z', true],
  ['the one after it', '2026-11-24T23:00:00Z', false],
  ['what is overdue', '2026-11-20T23:00:00Z', true],
])('tonight is %s: %s', (_, at, tonight) => {
  const day = ['2026-11-22T23:00:00Z', '2026-11-23T09:00:00Z', '2026-11-23T22:59:59Z'];
  expect(day.map((now) => isTonight(new Date(at), new Date(now)))).toEqual(day.map(() => tonight));
});
