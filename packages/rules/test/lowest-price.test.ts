import { expect, test } from '@jest/globals';
import { lowestPrice, type PriceSince, takenBackAt } from '../src/index.ts';

type Marks = 'period' | 'told' | `back:${string}`;

/** Berlin time of 2026; 'period': of the running period, 'told': a till, a file or a label had it, 'back:…': taken back then. */
function at(moment: string, price: number | null, ...marks: Marks[]): PriceSince {
  const back = marks.find((mark) => mark.startsWith('back:'));
  return {
    since: momentOf(moment),
    price,
    inPeriod: marks.includes('period'),
    isTold: marks.includes('told'),
    takenBack: back === undefined ? undefined : momentOf(back.slice('back:'.length)),
  };
}

function momentOf(moment: string): Date {
  const [day = '', time = '00:00'] = moment.split(' ');
  const offset = day >= '03-29' && day < '10-25' ? '+02:00' : '+01:00';
  return new Date(`2026-${day}T${time}:00${offset}`);
}

const first = at('01-01', 1000);
type History = readonly [name: string, prices: readonly PriceSince[], now: string, lowest: string | undefined];

/** Rule 17.10: lowest price, its last day, 'lower' where the running period lowered it. */
const HISTORIES: readonly History[] = [
  ['1: no reduction: the last 30 days', [first], '06-20 12:00', '1000 2026-06-20'],
  ['2: the same', [first, at('06-01', 800), at('06-10', 900)], '06-20 12:00', '800 2026-06-09'],
  ['3: before the period', [first, at('06-10', 800, 'period')], '06-20 12:00', '1000 2026-06-09 lower'],
  [
    '4: lower than now, still the lowest',
    [first, at('05-20', 700), at('06-01', 900), at('06-10', 800, 'period')],
    '06-20 12:00',
    '700 2026-05-31 lower',
  ],
  [
    '5: the 30th day before',
    [first, at('06-01', 800), at('06-11', 1000), at('07-10', 700, 'period')],
    '07-12 12:00',
    '800 2026-06-10 lower',
  ],
  [
    '6: 10.6. is the 31st',
    [first, at('06-01', 800), at('06-11', 1000), at('07-11', 700, 'period')],
    '07-12 12:00',
    '1000 2026-07-10 lower',
  ],
  // The clock ends it a moment after midnight, and another price is gone within minutes.
  [
    '26: the clock took a minute',
    [first, at('06-01', 800), at('06-10 00:01', 900), at('06-10 00:02', 1000)],
    '06-20 12:00',
    '800 2026-06-09',
  ],
  ['26, a short life', [first, at('06-10 00:01', 900), at('06-10 00:02', 1000)], '06-20 12:00', '900 2026-06-10'],
  ['26, the 31st day', [first, at('06-01', 800), at('06-11 00:04', 1000)], '07-11 12:00', '1000 2026-07-11'],
  ['26, no clock', [first, at('06-01', 800), at('06-11 00:06', 1000)], '07-11 12:00', '800 2026-06-11'],
  // 30 times 24 hours before 10 April, 0:00 is 10 March, 23:00, a day too many.
  [
    '7: days, not 720 hours: the clock went forward',
    [first, at('03-01', 800), at('03-10 23:30', 1000), at('04-10', 700, 'period')],
    '04-12 12:00',
    '1000 2026-04-09 lower',
  ],
  [
    '8: a day counts whole',
    [first, at('03-01', 800), at('03-11 09:00', 1000), at('04-10 15:00', 700, 'period')],
    '04-12 12:00',
    '800 2026-03-11 lower',
  ],
  [
    '9: step by step',
    [first, at('06-10', 900, 'period'), at('06-12', 800, 'period')],
    '06-20 12:00',
    '1000 2026-06-09 lower',
  ],
  [
    '10: a rise between: another reduction',
    [first, at('06-10', 800, 'period'), at('06-12', 900, 'period'), at('06-14', 700, 'period')],
    '06-20 12:00',
    '800 2026-06-11 lower',
  ],
  [
    '11: still below 10,00',
    [first, at('06-10', 800, 'period'), at('06-12', 900, 'period')],
    '06-20 12:00',
    '1000 2026-06-09 lower',
  ],
  [
    '12: begins at the price in force, lowered later',
    [first, at('06-10', 1000, 'period'), at('06-12 10:00', 900, 'period')],
    '06-20 12:00',
    '1000 2026-06-12 lower',
  ],
  [
    '13: begins with a rise',
    [first, at('06-10', 1200, 'period'), at('06-12 10:00', 900, 'period')],
    '06-20 12:00',
    '1000 2026-06-09 lower',
  ],
  [
    '14: raised and lowered on one day',
    [first, at('06-10 09:00', 1200), at('06-10 10:00', 800, 'period')],
    '06-20 12:00',
    '1000 2026-06-10 lower',
  ],
  [
    '15: below the last price',
    [first, at('06-05', null), at('06-10', 800, 'period')],
    '06-20 12:00',
    '1000 2026-06-04 lower',
  ],
  ['16: no price in 30 days', [first, at('05-01', null), at('06-10', 800, 'period')], '06-20 12:00', undefined],
  [
    '17: less than 30 days',
    [at('06-01', null), at('06-08', 900), at('06-10', 800, 'period')],
    '06-20 12:00',
    '900 2026-06-09 lower',
  ],
  [
    '18: nobody had it',
    [first, at('06-01 09:00', 500, 'back:06-01 09:30'), at('06-01 09:30', 1000), at('06-10', 800, 'period')],
    '06-20 12:00',
    '1000 2026-06-09 lower',
  ],
  [
    '19: somebody had it, confirmed or not',
    [first, at('06-01 09:00', 500, 'told', 'back:06-01 09:30'), at('06-01 09:30', 1000), at('06-10', 800, 'period')],
    '06-20 12:00',
    '500 2026-06-01 lower',
  ],
  [
    '20: the steps are not interrupted',
    [
      first,
      at('06-10', 800, 'period', 'told'),
      at('06-12 09:00', 1200, 'period', 'back:06-12 09:05'),
      at('06-12 09:05', 800, 'period'),
      at('06-14', 700, 'period'),
    ],
    '06-20 12:00',
    '1000 2026-06-09 lower',
  ],
  [
    '21: one within the other',
    [
      first,
      at('06-01 09:00', 500, 'back:06-01 09:30'),
      at('06-01 09:10', 400, 'back:06-01 09:20'),
      at('06-01 09:20', 500),
      at('06-01 09:30', 1000),
    ],
    '06-20 12:00',
    '1000 2026-06-20',
  ],
  [
    '22: it stands again',
    [
      first,
      at('06-01 09:00', 500),
      at('06-01 09:10', 1000, 'back:06-01 09:20'),
      at('06-01 09:20', 500),
      at('06-05', 900),
    ],
    '06-20 12:00',
    '500 2026-06-04',
  ],
  [
    '23: the period was never over',
    [
      at('05-01', 1200),
      at('05-20', 1000, 'period', 'told'),
      at('06-01', 1200, 'back:06-02'),
      at('06-02', 1000, 'period'),
    ],
    '06-20 12:00',
    '1200 2026-05-19 lower',
  ],
  [
    '24: no reduction any more',
    [first, at('06-10', 800, 'period'), at('06-12', 1000, 'period')],
    '06-20 12:00',
    '800 2026-06-11',
  ],
  [
    '25: nobody had it',
    [first, at('06-01', 500, 'back:06-12'), at('06-02', 800, 'period')],
    '06-20 12:00',
    '1000 2026-06-01 lower',
  ],
  [
    '25 where a till had it',
    [first, at('06-01', 500, 'back:06-12', 'told'), at('06-02', 800, 'period')],
    '06-20 12:00',
    '500 2026-06-01',
  ],
  // Two packages that the clock approved at midnight: 3,33 and, at the same moment, 8,49.
  ['of one moment', [first, at('06-12', 333), at('06-12', 849)], '06-12 00:01', '849 2026-06-12'],
  [
    'of one moment, before a period of the same',
    [first, at('06-12', 333), at('06-12', 849, 'period')],
    '06-20 12:00',
    '1000 2026-06-11 lower',
  ],
  [
    '25, over',
    [first, at('06-01', 500, 'back:06-05'), at('06-02', 800), at('06-10', 1000)],
    '06-20 12:00',
    '800 2026-06-09',
  ],
  [
    '25, covered and over, then taken back',
    [first, at('06-01', 500, 'back:06-12'), at('06-02', 800), at('06-10', 500), at('06-12', 1000)],
    '06-20 12:00',
    '800 2026-06-09',
  ],
  [
    '25, another period over meanwhile',
    [first, at('06-01', null, 'back:06-12'), at('06-02', 800), at('06-02', null), at('06-12', 700), at('06-14', null)],
    '06-20 12:00',
    '700 2026-06-13',
  ],
  [
    '25, saved, taken back and done again before the period, that taken back beneath it',
    [
      first,
      at('06-01 09:00', 500, 'back:06-05'),
      at('06-01 09:10', 1000),
      at('06-01 09:20', 500, 'back:06-05'),
      at('06-02', 800, 'period'),
    ],
    '06-20 12:00',
    '1000 2026-06-01 lower',
  ],
];

// Rule 17.10.
test.each(HISTORIES)('lowest price of history %s', (_number, prices, now, lowest) => {
  const found = lowestPrice(prices, at(now, null).since);
  const text = found && [found.price, found.day, found.isLower ? 'lower' : ''].join(' ').trim();
  expect(text).toBe(lowest);
});

test('nothing is known of an article without a record', () => {
  expect(lowestPrice([], new Date('2026-06-20T10:00:00Z'))).toBeUndefined();
  expect(lowestPrice([first, at('06-01', 800)], at('06-01 00:00', null).since)?.price).toBe(1000);
});

test('what is done again has been taken back by nothing', () => {
  const at = (minute: number) => new Date(minute * 60_000);
  const save = { by: 2, taken: 1, at: at(2) };
  expect([...takenBackAt([save])]).toEqual([[1, at(2)]]);
  expect([...takenBackAt([save, { by: 3, taken: 2, at: at(3) }])]).toEqual([[2, at(3)]]);
  const thrice = [save, { by: 3, taken: 2, at: at(3) }, { by: 4, taken: 3, at: at(4) }];
  expect([...takenBackAt(thrice)].toSorted(([a], [b]) => a - b)).toEqual([
    [1, at(2)],
    [3, at(4)],
  ]);
});
