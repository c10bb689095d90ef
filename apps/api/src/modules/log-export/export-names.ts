import { berlinParts, isoDay } from '@portal/rules';
import type { ExportRange } from './export-range.ts';

export function exportFileName({ since, until }: ExportRange): string {
  return since ? `Veraenderungen_${isoDay(since)}_bis_${isoDay(until)}` : `Veraenderungen_bis_${isoDay(until)}`;
}

export function packedAt({ until }: ExportRange): Date {
  const { year, month, day: date, hour, minute, second } = berlinParts(until);
  return new Date(year, month - 1, date, hour, minute, second);
}
