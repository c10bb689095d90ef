import { type DateFormat, formatDate } from '@portal/rules';

const wholeNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });

/** 20000 gives '20.000'. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** An instant of the wire, ISO 8601, as calendar and clock in Berlin show it; '–' for none. */
export function formatInstant(instant: string | null, format: DateFormat = 'dd.MM.yyyy'): string {
  return instant === null ? '–' : formatDate(new Date(instant), format);
}
