import { berlinDaysBetween, berlinParts } from './berlin-time.ts';

const HALF_DAY_MS = 12 * 3_600_000;
const WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'] as const;

/** Berlin: midnight and the evening before belong to the day that begins. */
function dayAfterNight(at: Date): { year: number; month: number; day: number } {
  return berlinParts(new Date(at.getTime() + HALF_DAY_MS));
}

/** '2026-11-24', sortable. */
export function nightOf(at: Date): string {
  const { year, month, day } = dayAfterNight(at);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** 'in der Nacht zu Dienstag, 24.11.' (rule 15.7) */
export function nightText(at: Date): string {
  const { year, month, day } = dayAfterNight(at);
  const weekday = WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `in der Nacht zu ${weekday}, ${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.`;
}

/** By the end of the day in Berlin. */
export function isTonight(at: Date, now: Date): boolean {
  return berlinDaysBetween(now, new Date(at.getTime() - 1)) <= 0;
}
