import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addBerlinDays,
  berlinDaysBetween,
  berlinMidnight,
  berlinParts,
  DATE_FORMATS,
  formatDate,
  formatIsoDay,
  isCalendarDay,
  isoDay,
} from '../src/index.ts';

const at = (iso: string) => new Date(iso);

// Rule 7.1.
describe('Berlin clock', () => {
  test.each([
    ['2025-01-15T11:00:00Z', [2025, 1, 15, 12, 0, 0]],
    ['2025-07-15T11:00:00Z', [2025, 7, 15, 13, 0, 0]],
    ['2025-12-31T23:00:00Z', [2026, 1, 1, 0, 0, 0]],
    // 30 March 2025: 02:00 becomes 03:00
    ['2025-03-30T00:59:59Z', [2025, 3, 30, 1, 59, 59]],
    ['2025-03-30T01:00:00Z', [2025, 3, 30, 3, 0, 0]],
    // 26 October 2025: 03:00 becomes 02:00
    ['2025-10-26T00:59:59Z', [2025, 10, 26, 2, 59, 59]],
    ['2025-10-26T01:00:00Z', [2025, 10, 26, 2, 0, 0]],
  ])('%s', (iso, [year, month, day, hour, minute, second]) => {
    expect(berlinParts(at(iso))).toEqual({ year, month, day, hour, minute, second });
  });

  test('agrees with Intl at any time', () => {
    const intl = new Intl.DateTimeFormat('de-DE', {
      timeZone: 'Europe/Berlin',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    fc.assert(
      fc.property(fc.date({ min: at('1996-01-01'), max: at('2099-12-31'), noInvalidDate: true }), (date) => {
        expect(formatDate(date, 'dd.MM.yyyy HH:mm')).toBe(intl.format(date).replace(', ', ' '));
      }),
    );
  });

  test('an invalid date is refused', () => {
    expect(() => berlinParts(new Date(Number.NaN))).toThrow(RangeError);
    expect(() => addBerlinDays(new Date(Number.NaN), 1)).toThrow(RangeError);
  });
});

describe('days', () => {
  test.each([
    [2025, 1, 1, '2024-12-31T23:00:00Z'],
    [2025, 7, 1, '2025-06-30T22:00:00Z'],
    [2025, 3, 30, '2025-03-29T23:00:00Z'],
    [2025, 3, 31, '2025-03-30T22:00:00Z'],
    [2025, 10, 26, '2025-10-25T22:00:00Z'],
    [2025, 10, 27, '2025-10-26T23:00:00Z'],
    [2025, 13, 1, '2025-12-31T23:00:00Z'],
    [2024, 2, 30, '2024-02-29T23:00:00Z'],
  ])('%p-%p-%p begins at %s', (year, month, day, iso) => {
    expect(berlinMidnight(year, month, day)).toEqual(at(iso));
  });

  test.each([
    ['2025-03-29T11:00:00Z', 1, '2025-03-30T10:00:00Z'],
    ['2025-10-25T10:00:00Z', 1, '2025-10-26T11:00:00Z'],
    ['2024-02-28T12:00:00Z', 1, '2024-02-29T12:00:00Z'],
    ['2025-02-28T12:00:00Z', 1, '2025-03-01T12:00:00Z'],
    ['2025-01-31T12:00:00Z', 1, '2025-02-01T12:00:00Z'],
    ['2025-03-31T10:00:00Z', -1, '2025-03-30T10:00:00Z'],
    // 02:30 does not exist on 30 March: 03:30
    ['2025-03-29T01:30:00Z', 1, '2025-03-30T01:30:00Z'],
    // 02:30 comes twice on 26 October: the first
    ['2025-10-25T00:30:00Z', 1, '2025-10-26T00:30:00Z'],
  ])('%s and %p days', (iso, days, expected) => {
    expect(addBerlinDays(at(iso), days)).toEqual(at(expected));
  });

  test('every midnight is a midnight, 23 to 25 hours apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 365 * 60 }), (offset) => {
        const midnight = berlinMidnight(2000, 1, 1 + offset);
        expect(berlinParts(midnight)).toMatchObject({ hour: 0, minute: 0, second: 0 });
        const hours = (addBerlinDays(midnight, 1).getTime() - midnight.getTime()) / 3_600_000;
        expect([23, 24, 25]).toContain(hours);
        expect(berlinDaysBetween(midnight, addBerlinDays(midnight, 1))).toBe(1);
      }),
    );
  });

  test('days that exist', () => {
    expect(isCalendarDay({ year: 2024, month: 2, day: 29 })).toBe(true);
    expect(isCalendarDay({ year: 2025, month: 2, day: 29 })).toBe(false);
    expect(isCalendarDay({ year: 2025, month: 4, day: 31 })).toBe(false);
    expect(isCalendarDay({ year: 2025, month: 0, day: 1 })).toBe(false);
    expect(isCalendarDay({ year: 2025, month: 13, day: 1 })).toBe(false);
  });
});

describe('date formats of rule 2.7', () => {
  const expected = {
    'dd. MMMM yyyy HH:mm': '05. März 2025 14:03',
    'dd.MM.yyyy': '05.03.2025',
    'dd.MM.yyyy HH:mm': '05.03.2025 14:03',
    'dd.MM.yy HH:mm': '05.03.25 14:03',
    'dd.MMM.yyyy HH:mm': '05.März.2025 14:03',
    mediumDate: '05.03.2025',
  };

  test.each(DATE_FORMATS)('%s', (format) => {
    expect(formatDate(at('2025-03-05T13:03:00Z'), format)).toBe(expected[format]);
  });

  test('the short month has one full stop', () => {
    expect(formatDate(at('2025-11-30T23:30:00Z'), 'dd.MMM.yyyy HH:mm')).toBe('01.Dez.2025 00:30');
  });

  test('the default is mediumDate', () => {
    expect(formatDate(at('2025-11-30T23:30:00Z'))).toBe('01.12.2025');
  });
});

test('a day of Berlin is written for computers and for people', () => {
  // an hour before midnight in London it is tomorrow in Berlin
  expect(isoDay(at('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
  expect(isoDay(at('2026-03-09T12:00:00Z'))).toBe('2026-03-09');
  expect(formatIsoDay('2026-03-09')).toBe('09.03.2026');
});
