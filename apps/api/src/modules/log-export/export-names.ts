import { berlinParts, formatDate } from '@portal/rules';
import type { ExportRange } from './export-range.ts';

export function exportFileName({ since, until }: ExportRange): string {
  const iso = (at: Date) => formatDate(at, 'dd.MM.yyyy').split('.').toReversed().join('-');
  return since ? `Veraenderungen_${iso(since)}_bis_${iso(until)}` : `Veraenderungen_bis_${iso(until)}`;
}

export function packedAt({ until }: ExportRange): Date {
  const { year, month, day: date, hour, minute, second } = berlinParts(until);
  return new Date(year, month - 1, date, hour, minute, second);
}
