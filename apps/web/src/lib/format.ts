import { type DateFormat, formatDate } from '@portal/rules';

/** Made when it is first asked for: the first format of a process reads the tables of all languages, 30 ms of a page's start. */
let wholeNumber: Intl.NumberFormat | undefined;

/** 20000 gives '20.000' (rule 2.7). */
export function formatCount(count: number): string {
  wholeNumber ??= new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });
  return wholeNumber.format(count);
}

/** An instant of the wire, ISO 8601, as calendar and clock in Berlin show it; '–' for none. */
export function formatInstant(instant: string | null, format: DateFormat = 'dd.MM.yyyy'): string {
  return instant === null ? '–' : formatDate(new Date(instant), format);
}
