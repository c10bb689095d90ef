import { type DateFormat, formatDate } from '@portal/rules';

/** Lazy: the first format of a process takes 30 ms. */
let wholeNumber: Intl.NumberFormat | undefined;

/** 20000 gives '20.000' (rule 2.7). */
export function formatCount(count: number): string {
  wholeNumber ??= new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });
  return wholeNumber.format(count);
}

/** Berlin time; '–' for none. */
export function formatInstant(instant: string | null, format: DateFormat = 'dd.MM.yyyy'): string {
  return instant === null ? '–' : formatDate(new Date(instant), format);
}
