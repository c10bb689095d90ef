/** The calendar in Berlin, daylight saving included; days are counted as numbers since 1970. */
const DAY = 86_400_000;
const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The wall clock in Berlin, read as if it were UTC. */
function wallClock(moment: number): number {
  const parts = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export const dayOf = (moment: number): number => Math.floor(wallClock(moment) / DAY);
export const dayOfMonth = (day: number): number => new Date(day * DAY).getUTCDate();

/** The first moment of a day in Berlin. */
export function startOfDay(day: number): number {
  const wanted = day * DAY;
  for (const offsetHours of [1, 2]) {
    const moment = wanted - offsetHours * 3_600_000;
    if (wallClock(moment) === wanted) return moment;
  }
  throw new Error(`no midnight on day ${day}`);
}

/** The first day with this number in its month that lies at least `ahead` days after another. */
export function nextDayOfMonth(from: number, number: number, ahead: number): number {
  for (let day = from + ahead; ; day += 1) if (dayOfMonth(day) === number) return day;
}

/** '2036-03-10'. */
export const berlinDayText = (moment: number): string => new Date(wallClock(moment)).toISOString().slice(0, 10);
