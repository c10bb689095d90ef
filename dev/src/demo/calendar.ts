/** A date of the calendar in Europe/Berlin; month 1 to 12. */
export interface BerlinDate {
  year: number;
  month: number;
  day: number;
}

const BERLIN_PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

function partsInBerlin(instant: Date): Record<string, number> {
  return Object.fromEntries(BERLIN_PARTS.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
}

/** The Berlin date of an instant, moved by whole days. */
export function berlinDate(instant: Date, plusDays = 0): BerlinDate {
  const parts = partsInBerlin(instant);
  const moved = new Date(Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, (parts.day ?? 1) + plusDays));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** The instant of a Berlin wall-clock time; days and months may overflow as in Date.UTC. */
export function berlinInstant({ year, month, day }: BerlinDate, hour = 0, minute = 0): Date {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // The offset is that of the instant sought, not of the wall time read as UTC: correct it once across a change of clocks.
  const guess = wall - berlinOffset(new Date(wall));
  return new Date(wall - berlinOffset(new Date(guess)));
}

function berlinOffset(instant: Date): number {
  const parts = partsInBerlin(instant);
  const wall = Date.UTC(
    parts.year ?? 0,
    (parts.month ?? 1) - 1,
    parts.day ?? 1,
    parts.hour ?? 0,
    parts.minute ?? 0,
    parts.second ?? 0,
  );
  return wall - Math.floor(instant.getTime() / 1000) * 1000;
}

/** When an MDP of flag 0 is approved: at the end of the fifth calendar day after its creation (design 8). */
export function monthlyDeadline(createdAt: Date): Date {
  return berlinInstant(berlinDate(createdAt, 6));
}

/** When the clock acts on a QDP: the first such day of a month strictly after the creation day, 00:00 (design 8). */
export function quarterlyDeadline(createdAt: Date, dayOfMonth: 22 | 23): Date {
  const { year, month, day } = berlinDate(createdAt);
  return berlinInstant({ year, month: day < dayOfMonth ? month : month + 1, day: dayOfMonth });
}

/** The dates on which the demo lists changed, oldest first: the last eleven firsts and three fifteenths before `now`. */
export function changeDates(now: Date): BerlinDate[] {
  const today = berlinDate(now);
  const dates: BerlinDate[] = [];
  for (let back = 11; back >= 0; back -= 1) {
    const month = berlinDate(berlinInstant({ year: today.year, month: today.month - back, day: 1 }, 12));
    dates.push(month);
    if (back % 4 === 2) dates.push({ ...month, day: 15 });
  }
  return dates.filter((date) => berlinInstant(date, 23, 59) < now).slice(-14);
}
