import { addBerlinDays, berlinParts, isCalendarDay } from '@portal/rules';

const two = (number: number) => String(number).padStart(2, '0');

export function readGermanDay(text: string): string | null {
  const [, d, m, y] = /^\s*(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})\s*$/.exec(text) ?? [];
  if (d === undefined || m === undefined || y === undefined) return null;
  const day = { year: Number(y.length === 2 ? `20${y}` : y), month: Number(m), day: Number(d) };
  return isCalendarDay(day) ? `${day.year}-${two(day.month)}-${two(day.day)}` : null;
}

/** The day in Berlin as '2026-03-01'. */
export function isoDay(at: Date): string {
  const { year, month, day } = berlinParts(at);
  return `${year}-${two(month)}-${two(day)}`;
}

export const PRESETS = ['today', 'yesterday', 'week', 'month'] as const;
const DAYS_AGO = { today: 0, yesterday: 1, week: 6 } as const;

/** The day from which changes are exported. */
export function presetDay(preset: (typeof PRESETS)[number], today: string): string {
  if (preset === 'month') return `${today.slice(0, 7)}-01`;
  return isoDay(addBerlinDays(new Date(`${today}T12:00:00Z`), -DAYS_AGO[preset]));
}
