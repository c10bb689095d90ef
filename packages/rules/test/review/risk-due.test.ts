import { describe, expect, test } from '@jest/globals';
import { dueReview, type FormerFigures } from '../../src/index.ts';
import { NOW, onList, row } from './rows.ts';

const YEAR = 365 * 86_400;
const FORMER: FormerFigures = { since: '2025-11-25', aep: 300, avp: 1000, umfeldAvg: 900 };
const fixed = {
  before: 650,
  after: 650,
  priceTypeBefore: 3,
  ownPriceBefore: 650,
  ownPriceSince: NOW - YEAR,
  aep: 324,
  avp: 1004,
  umfeldAvg: 873,
} as const;

describe('a fixed price to look at again (rule 19.4)', () => {
  test('is named with how long it stands, and what has moved by half a percent at least', () => {
    expect(dueReview(row(fixed), FORMER, onList)).toMatchObject({
      reason: 'dueReview',
      reference: 650,
      percent: 8,
      stake: 52,
      due: {
        excluded: false,
        months: 12,
        since: '2025-11-25',
        moved: [
          { figure: 'aep', from: 300, to: 324, percent: 8 },
          { figure: 'umfeldAvg', from: 900, to: 873, percent: -3 },
        ],
      },
    });
  });

  test('an exclusion too, where nothing has moved and its day is unknown', () => {
    const excluded = row({ before: null, after: null, priceTypeBefore: 1, aep: 300 });
    expect(dueReview(excluded, FORMER, onList)).toMatchObject({
      stake: 0,
      deviation: 0.2,
      due: { excluded: true, months: null, moved: [] },
    });
  });

  test.each([
    ['not due', row(fixed), undefined],
    ['at another price', row({ ...fixed, after: 690 }), FORMER],
    ['an own price', row({ ...fixed, priceTypeBefore: 2 }), FORMER],
    ['a calculated one', row({ ...fixed, priceTypeBefore: 0 }), FORMER],
  ])('none %s', (_, judged, former) => {
    expect(dueReview(judged, former, onList)).toBe('fine');
  });
});
