/** Rule 7.1. */
export const BUSINESS_TIME_ZONE = 'Europe/Berlin';

/** `month` from 1. */
export type BerlinDay = { readonly year: number; readonly month: number; readonly day: number };

export type BerlinParts = BerlinDay & { readonly hour: number; readonly minute: number; readonly second: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CACHE_LIMIT = 20_000;

/** Lazy: the first format of a process takes 30 ms. */
let offsetFormat: Intl.DateTimeFormat | undefined;
const offsetByUtcHour = new Map<number, number>();

/** Milliseconds ahead of UTC, cached by hour. */
function berlinOffset(instantMs: number): number {
  const utcHour = Math.floor(instantMs / HOUR_MS);
  const known = offsetByUtcHour.get(utcHour);
  if (known !== undefined) return known;
  const offset = lookUpOffset(utcHour * HOUR_MS);
  if (offsetByUtcHour.size >= CACHE_LIMIT) offsetByUtcHour.clear();
  offsetByUtcHour.set(utcHour, offset);
  return offset;
}

function lookUpOffset(instantMs: number): number {
  offsetFormat ??= new Intl.DateTimeFormat('en-US', { timeZone: BUSINESS_TIME_ZONE, timeZoneName: 'longOffset' });
  const name = offsetFormat.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
}

/** @throws RangeError for an invalid date */
export function berlinParts(instant: Date): BerlinParts {
  const ms = instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError('invalid date');
  const wall = new Date(ms + berlinOffset(ms));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

/** Rolls over as `Date.UTC`. */
export function berlinMidnight(year: number, month: number, day: number): Date {
  return new Date(instantOfWall(Date.UTC(year, month - 1, day)));
}

/** Same time of day: a skipped one moves on an hour, of a repeated one the first. */
export function addBerlinDays(instant: Date, days: number): Date {
  const ms = instant.getTime();
  if (Number.isNaN(ms)) throw new RangeError('invalid date');
  if (days === 0) return new Date(ms);
  return new Date(instantOfWall(ms + berlinOffset(ms) + days * DAY_MS));
}

export function berlinDaysBetween(from: Date, to: Date): number {
  return (dayNumber(berlinParts(to)) - dayNumber(berlinParts(from))) / DAY_MS;
}

export function isCalendarDay({ year, month, day }: BerlinDay): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function dayNumber({ year, month, day }: BerlinDay): number {
  return Date.UTC(year, month - 1, day);
}

function instantOfWall(wallMs: number): number {
  const early = wallMs - berlinOffset(wallMs - DAY_MS);
  if (early + berlinOffset(early) === wallMs) return early;
  const late = wallMs - berlinOffset(wallMs + DAY_MS);
  // a skipped time matches neither offset
  return late + berlinOffset(late) === wallMs ? late : early;
}
