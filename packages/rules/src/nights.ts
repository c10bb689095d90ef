import { berlinDaysBetween, berlinParts } from './berlin-time.ts';

const HALF_DAY_MS = 12 * 3_600_000;

/** Berlin: midnight and the evening before belong to the day that begins. */
function dayAfterNight(at: Date): { year: number; month: number; day: number } {
  return berlinParts(new Date(at.getTime() + HALF_DAY_MS));
}

/** '2026-11-24', sortable. */
export function nightOf(at: Date): string {
  const { year, month, day } = dayAfterNight(at);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** By the end of the day in Berlin. */
export function isTonight(at: Date, now: Date): boolean {
  return berlinDaysBetween(now, new Date(at.getTime() - 1)) <= 0;
}
