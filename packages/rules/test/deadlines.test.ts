import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  autoActionFor,
  berlinParts,
  deadlineText,
  deadlineUrgency,
  timeLeft,
  isAtShortNotice,
  isLzdUploadBlocked,
  lzdUploadOpensAt,
  monthlyDeadline,
  PHARMACY_ACTIVE,
  quarterlyDeadline,
  shownDeadline,
} from '../src/index.ts';

const at = (iso: string) => new Date(iso);
const anyInstant = fc.date({ min: at('2000-01-01'), max: at('2080-01-01'), noInvalidDate: true });

// Rules 7.2, 7.3, 7.5, 7.6, 7.9 and 12.3.
describe('monthly: the end of the fifth calendar day after creation', () => {
  test.each([
    ['15 November', '2025-11-15T09:00:00Z', '2025-11-20T23:00:00Z'],
    ['late on the Berlin day', '2025-11-15T22:59:00Z', '2025-11-20T23:00:00Z'],
    ['already the next Berlin day', '2025-11-15T23:00:00Z', '2025-11-21T23:00:00Z'],
    ['over the end of a month', '2025-04-28T10:00:00Z', '2025-05-03T22:00:00Z'],
    ['over the end of a year', '2025-12-30T10:00:00Z', '2026-01-04T23:00:00Z'],
    ['over a leap day', '2024-02-26T10:00:00Z', '2024-03-02T23:00:00Z'],
    ['over no leap day', '2025-02-26T10:00:00Z', '2025-03-03T23:00:00Z'],
    ['over the short day of spring', '2025-03-27T10:00:00Z', '2025-04-01T22:00:00Z'],
    ['into the short day of spring', '2025-03-24T10:00:00Z', '2025-03-29T23:00:00Z'],
    ['over the long day of autumn', '2025-10-23T10:00:00Z', '2025-10-28T23:00:00Z'],
  ])('%s', (_name, created, due) => {
    expect(monthlyDeadline(at(created))).toEqual(at(due));
  });
});

describe('quarterly: 00:00 of the first such day at least five days ahead', () => {
  test.each([
    // the last moment of the 17th in Berlin, and the first of the 18th
    [22, '2025-11-17T22:59:59Z', '2025-11-21T23:00:00Z'],
    [22, '2025-11-17T23:00:00Z', '2025-12-21T23:00:00Z'],
    [23, '2025-11-18T22:59:59Z', '2025-11-22T23:00:00Z'],
    [23, '2025-11-18T23:00:00Z', '2025-12-22T23:00:00Z'],
    [22, '2025-11-21T22:59:00Z', '2025-12-21T23:00:00Z'],
    [22, '2025-11-22T10:00:00Z', '2025-12-21T23:00:00Z'],
    [23, '2025-11-22T10:00:00Z', '2025-12-22T23:00:00Z'],
    // over the end of a year and of February
    [22, '2025-12-18T10:00:00Z', '2026-01-21T23:00:00Z'],
    [23, '2025-12-31T10:00:00Z', '2026-01-22T23:00:00Z'],
    [23, '2024-02-29T10:00:00Z', '2024-03-22T23:00:00Z'],
    // over the changes of the clock: 30 March and 26 October 2025
    [22, '2025-03-17T22:59:59Z', '2025-03-21T23:00:00Z'],
    [22, '2025-03-18T10:00:00Z', '2025-04-21T22:00:00Z'],
    [22, '2025-10-17T21:59:59Z', '2025-10-21T22:00:00Z'],
    [22, '2025-10-17T22:00:00Z', '2025-11-21T23:00:00Z'],
    [22, '2025-10-01T10:00:00Z', '2025-10-21T22:00:00Z'],
  ] as const)('the %p after %s', (day, from, due) => {
    expect(quarterlyDeadline(at(from), day)).toEqual(at(due));
  });

  // 00:00 in Berlin of 1 October 2025 is 22:00 of the day before by UTC.
  test.each([
    ['17 October: five days are left', 22, '2025-10-17T21:59:00Z', false],
    ['18 October', 22, '2025-10-17T22:00:00Z', true],
    ['18 October, before the 23rd', 23, '2025-10-18T10:00:00Z', false],
    ['21 October, its last minute', 22, '2025-10-21T21:59:00Z', true],
    ['22 October: its midnight is over', 22, '2025-10-21T22:00:00Z', false],
    ['31 October', 22, '2025-10-31T12:00:00Z', false],
  ] as const)('short notice (rule 7.4): %s', (_name, day, from, short) => {
    expect(isAtShortNotice(at(from), day)).toBe(short);
  });

  test('is the first midnight of such a day that leaves five calendar days, wherever one starts', () => {
    fc.assert(
      fc.property(anyInstant, fc.constantFrom(22 as const, 23 as const), (from, day) => {
        const due = quarterlyDeadline(from, day);
        expect(berlinParts(due)).toMatchObject({ day, hour: 0, minute: 0, second: 0 });
        // Calendar days counted by hand, in Berlin: between noon and noon no change of the clock makes one of 23 or 25 hours.
        const noon = (instant: Date) => {
          const { year, month, day: of } = berlinParts(instant);
          return Date.UTC(year, month - 1, of, 12) / 86_400_000;
        };
        const days = noon(due) - noon(from);
        expect(days).toBeGreaterThanOrEqual(5);
        // One that leaves five days is never passed over: the longest wait is a month and four days.
        expect(days).toBeLessThanOrEqual(31 + 4);
        const { year, month } = berlinParts(due);
        const before = Date.UTC(year, month - 2, day, 12) / 86_400_000;
        expect(before - noon(from)).toBeLessThan(5);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('LZD uploads are blocked from the 26th to the 4th', () => {
  test.each([
    ['2025-11-25T22:59:59Z', false],
    ['2025-11-25T23:00:00Z', true],
    ['2025-12-01T12:00:00Z', true],
    ['2025-12-04T22:59:59Z', true],
    ['2025-12-04T23:00:00Z', false],
    ['2025-07-25T21:59:59Z', false],
    ['2025-07-25T22:00:00Z', true],
    ['2024-02-29T12:00:00Z', true],
    ['2025-12-15T12:00:00Z', false],
  ])('%s: %p', (iso, blocked) => {
    expect(isLzdUploadBlocked(at(iso))).toBe(blocked);
  });

  test.each([
    ['2025-12-26T12:00:00Z', '2026-01-04T23:00:00Z'],
    ['2026-01-04T22:59:59Z', '2026-01-04T23:00:00Z'],
    ['2026-04-05T12:00:00Z', '2026-05-04T22:00:00Z'],
  ])('after %s they begin at %s', (iso, opens) => {
    expect(lzdUploadOpensAt(at(iso))).toEqual(at(opens));
  });
});

describe('what happens by itself', () => {
  const arrivedAt = at('2025-11-10T09:00:00Z');
  const none = { at: null, action: null, immediately: false };
  const atOnce = { at: null, action: 'approve', immediately: true };

  test('monthly', () => {
    const due = at('2025-11-15T23:00:00Z');
    expect(autoActionFor('MDP', 0, { arrivedAt })).toEqual({ at: due, action: 'approve', immediately: false });
    expect(autoActionFor('MDP', 1, { arrivedAt })).toEqual(atOnce);
    expect(autoActionFor('MDP', 2, { arrivedAt })).toEqual(none);
  });

  test('quarterly', () => {
    const deletion = { at: at('2025-11-22T23:00:00Z'), action: 'delete', immediately: false };
    const approval = { at: at('2025-11-21T23:00:00Z'), action: 'approve', immediately: false };
    expect(autoActionFor('QDP', 0, { arrivedAt })).toEqual(deletion);
    expect(autoActionFor('QDP', 1, { arrivedAt })).toEqual(approval);
    expect(autoActionFor('QDP', 2, { arrivedAt })).toEqual(atOnce);
  });

  test('an LZD always waits for a person', () => {
    for (const flag of [0, 1, 2] as const) expect(autoActionFor('LZD', flag, { arrivedAt })).toEqual(none);
  });

  test('a reopening restarts the clock', () => {
    const reopenedAt = at('2025-11-19T09:00:00Z');
    expect(autoActionFor('MDP', 0, { arrivedAt, reopenedAt }).at).toEqual(at('2025-11-24T23:00:00Z'));
    expect(autoActionFor('QDP', 1, { arrivedAt, reopenedAt }).at).toEqual(at('2025-12-21T23:00:00Z'));
  });

  test('reopened under an at-once flag a package stays open until the flag is changed', () => {
    const reopenedAt = at('2025-11-19T09:00:00Z');
    expect(autoActionFor('MDP', 1, { arrivedAt, reopenedAt })).toEqual(none);
    expect(autoActionFor('QDP', 2, { arrivedAt, reopenedAt })).toEqual(none);
    const flagChangedAt = at('2025-11-20T09:00:00Z');
    expect(autoActionFor('MDP', 1, { arrivedAt, reopenedAt, flagChangedAt })).toEqual(atOnce);
  });

  test('doubted under an at-once flag a package waits for the slower clock (rule 20.17)', () => {
    const doubted = { arrivedAt, isDoubted: true };
    const fifthDay = { at: at('2025-11-15T23:00:00Z'), action: 'approve', immediately: false };
    const the22nd = { at: at('2025-11-21T23:00:00Z'), action: 'approve', immediately: false };
    expect(autoActionFor('MDP', 1, doubted)).toEqual(fifthDay);
    expect(autoActionFor('QDP', 2, doubted)).toEqual(the22nd);
    // No other clock changes.
    expect(autoActionFor('MDP', 0, doubted)).toEqual(fifthDay);
    expect(autoActionFor('MDP', 2, doubted)).toEqual(none);
    expect(autoActionFor('QDP', 0, doubted)).toEqual(autoActionFor('QDP', 0, { arrivedAt }));
    expect(autoActionFor('QDP', 1, doubted)).toEqual(the22nd);
    const flagChangedAt = at('2025-11-12T09:00:00Z');
    expect(autoActionFor('MDP', 1, { ...doubted, flagChangedAt })).toEqual(fifthDay);
    expect(autoActionFor('QDP', 2, { ...doubted, flagChangedAt: at('2025-11-25T09:00:00Z') }).at).toEqual(
      at('2025-12-21T23:00:00Z'),
    );
    expect(autoActionFor('MDP', 1, { ...doubted, reopenedAt: at('2025-11-19T09:00:00Z') })).toEqual(none);
  });

  test('a changed flag counts from arrival, but never into the past', () => {
    const early = at('2025-11-12T09:00:00Z');
    expect(autoActionFor('MDP', 0, { arrivedAt, flagChangedAt: early }).at).toEqual(at('2025-11-15T23:00:00Z'));
    const late = at('2025-12-01T09:00:00Z');
    expect(autoActionFor('MDP', 0, { arrivedAt, flagChangedAt: late }).at).toEqual(at('2025-12-06T23:00:00Z'));
    expect(autoActionFor('QDP', 0, { arrivedAt, flagChangedAt: late }).at).toEqual(at('2025-12-22T23:00:00Z'));
  });

  test('no deadline lies before the moment it is computed at', () => {
    fc.assert(
      fc.property(
        anyInstant,
        fc.nat(400),
        fc.constantFrom('MDP' as const, 'QDP' as const),
        fc.constantFrom(0 as const, 1 as const),
        (arrival, days, kind, flag) => {
          const flagChangedAt = new Date(arrival.getTime() + days * 86_400_000);
          const { at: due } = autoActionFor(kind, flag, { arrivedAt: arrival, flagChangedAt });
          return due === null || due > flagChangedAt;
        },
      ),
    );
  });
});

test('a cancelled pharmacy is shown no deadline, since the clock passes over it', () => {
  const stored = { autoActionAt: at('2025-11-21T23:00:00Z'), autoAction: 'approve' as const };
  expect(shownDeadline(stored, PHARMACY_ACTIVE.active)).toEqual({ at: stored.autoActionAt, action: 'approve' });
  expect(shownDeadline(stored, PHARMACY_ACTIVE.ordered)).toEqual({ at: stored.autoActionAt, action: 'approve' });
  expect(shownDeadline(stored, PHARMACY_ACTIVE.cancelled)).toBeNull();
  expect(shownDeadline({ autoActionAt: null, autoAction: null }, PHARMACY_ACTIVE.active)).toBeNull();
});

test('deadlines are worded by the day they end or begin (rule 7.9)', () => {
  expect(deadlineText('MDP', at('2025-11-20T23:00:00Z'))).toBe('am 20.11. um 24 Uhr');
  expect(deadlineText('QDP', at('2025-11-21T23:00:00Z'))).toBe('am 22.11. um 0 Uhr');
  expect(deadlineText('MDP', at('2025-03-30T22:00:00Z'))).toBe('am 30.03. um 24 Uhr');
  expect(deadlineText('MDP', at('2025-12-31T23:00:00Z'))).toBe('am 31.12. um 24 Uhr');
});

test.each([
  ['2026-11-24T12:00:00Z', { unit: 'days', count: 2 }],
  ['2026-11-25T11:59:00Z', { unit: 'days', count: 2 }],
  ['2026-11-24T11:59:00Z', { unit: 'hours', count: 47 }],
  ['2026-11-22T13:00:00Z', { unit: 'hours', count: 1 }],
  ['2026-11-22T12:58:30Z', { unit: 'minutes', count: 59 }],
  ['2026-11-22T12:00:01Z', { unit: 'minutes', count: 1 }],
  ['2026-11-22T12:00:00Z', null],
  ['2026-11-21T12:00:00Z', null],
])('until %s it is %j from noon of 2026-11-22 on (rule 2.13)', (at, left) => {
  expect(timeLeft(new Date(at), new Date('2026-11-22T12:00:00Z'))).toEqual(left);
});

test.each([
  [null, 'now'],
  [{ unit: 'minutes', count: 5 }, 'now'],
  [{ unit: 'hours', count: 47 }, 'now'],
  [{ unit: 'days', count: 3 }, 'now'],
  [{ unit: 'days', count: 4 }, 'soon'],
  [{ unit: 'days', count: 7 }, 'soon'],
  [{ unit: 'days', count: 8 }, 'later'],
] as const)('%j until a deadline is %s (rule 2.13)', (left, urgency) => {
  expect(deadlineUrgency(left)).toBe(urgency);
});
