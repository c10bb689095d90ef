import { type BerlinParts, berlinParts } from './berlin-time.ts';

/** Rule 2.7. */
export const DATE_FORMATS = [
  'dd. MMMM yyyy HH:mm',
  'dd.MM.yyyy',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yy HH:mm',
  'dd.MMM.yyyy HH:mm',
  'mediumDate',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const;

/** The pattern adds the full stop. */
const SHORT_MONTHS = ['Jan', 'Feb', 'März', 'Apr', 'Mai', 'Juni', 'Juli', 'Aug', 'Sept', 'Okt', 'Nov', 'Dez'] as const;

export function formatDate(instant: Date, format: DateFormat = 'mediumDate'): string {
  const parts = berlinParts(instant);
  const day = two(parts.day);
  const numeric = `${day}.${two(parts.month)}.`;
  switch (format) {
    case 'dd. MMMM yyyy HH:mm':
      return `${day}. ${MONTHS[parts.month - 1]} ${four(parts.year)} ${time(parts)}`;
    case 'dd.MM.yyyy':
    case 'mediumDate':
      return `${numeric}${four(parts.year)}`;
    case 'dd.MM.yyyy HH:mm':
      return `${numeric}${four(parts.year)} ${time(parts)}`;
    case 'dd.MM.yy HH:mm':
      return `${numeric}${two(parts.year % 100)} ${time(parts)}`;
    case 'dd.MMM.yyyy HH:mm':
      return `${day}.${SHORT_MONTHS[parts.month - 1]}.${four(parts.year)} ${time(parts)}`;
  }
}

/** '2026-12-31', in Berlin. */
export function isoDay(instant: Date): string {
  const { year, month, day } = berlinParts(instant);
  return `${four(year)}-${two(month)}-${two(day)}`;
}

/** '31.12.2026' of '2026-12-31'. */
export const formatIsoDay = (day: string): string => day.split('-').toReversed().join('.');

function time({ hour, minute }: BerlinParts): string {
  return `${two(hour)}:${two(minute)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function four(year: number): string {
  return String(year).padStart(4, '0');
}
