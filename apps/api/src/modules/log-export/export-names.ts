import { berlinParts, formatDate } from '@portal/rules';
import type { ExportRange } from './export-range.ts';

/** The name of an export's file without its extension, days in Berlin. */
export function exportFileName({ since, until }: ExportRange): string {
  const iso = (at: Date) => formatDate(at, 'dd.MM.yyyy').split('.').toReversed().join('-');
  return since ? `Veraenderungen_${iso(since)}_bis_${iso(until)}` : `Veraenderungen_bis_${iso(until)}`;
}

/** The time that the archive of an export names: that of the request, as the clock in Berlin shows it. */
export function packedAt({ until }: ExportRange): Date {
  const { year, month, day: date, hour, minute, second } = berlinParts(until);
  return new Date(year, month - 1, date, hour, minute, second);
}
