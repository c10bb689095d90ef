import { type BerlinDay, berlinMidnight, berlinParts } from '@portal/rules';

/** The Berlin day of an instant, moved by whole days. */
export function berlinDay(instant: Date, plusDays = 0): BerlinDay {
  const { year, month, day } = berlinParts(instant);
  const {
    year: movedYear,
    month: movedMonth,
    day: movedDay,
  } = berlinParts(berlinMidnight(year, month, day + plusDays));
  return { year: movedYear, month: movedMonth, day: movedDay };
}

/** So many hours and minutes into a Berlin day; where clocks change, the demo does not mind the hour. */
export function berlinMoment({ year, month, day }: BerlinDay, hours: number, minutes = 0): Date {
  return new Date(berlinMidnight(year, month, day).getTime() + (hours * 60 + minutes) * 60_000);
}

/** The 14 days on which the demo lists changed, oldest first: firsts and three fifteenths of the twelve months before `now`. */
export function changeDays(now: Date): BerlinDay[] {
  const today = berlinParts(now);
  const days: BerlinDay[] = [];
  for (let back = 11; back >= 0; back -= 1) {
    const first = berlinDay(berlinMidnight(today.year, today.month - back, 1));
    days.push(first);
    if (back % 4 === 2) days.push({ ...first, day: 15 });
  }
  return days.filter((day) => berlinMoment(day, 24) <= now).slice(-14);
}
