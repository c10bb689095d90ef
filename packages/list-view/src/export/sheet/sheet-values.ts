import { berlinParts, isAllowedPrice, roundHalfAway } from '@portal/rules';
import type { FileColumn } from '../file-column.ts';

/** Dates: days since 1900. */
export type SheetValue = string | number | null;

const DAY_MS = 86_400_000;
/** Spreadsheets count from 30 December 1899. */
const DAYS_TO_1970 = 25_569;

/** Euros, percent with one decimal (rule 10.14). */
export function sheetValues<Row>(column: FileColumn<Row>): (row: Row) => SheetValue {
  switch (column.kind) {
    case 'text':
      return (row) => column.cell(row) || null;
    case 'price':
      return (row) => {
        const cents = column.cell(row);
        return cents != null && isAllowedPrice(cents) ? cents / 100 : null;
      };
    case 'percent':
      return (row) => {
        const percent = column.cell(row);
        return percent == null ? null : roundHalfAway(percent, 1);
      };
    case 'count':
      return (row) => column.cell(row) ?? null;
    case 'day':
      return (row) => {
        const day = column.cell(row);
        return day ? daysOf(Date.parse(day)) : null;
      };
    case 'moment':
      return (row) => {
        const moment = column.cell(row);
        return moment ? berlinDays(moment) : null;
      };
  }
}

/** Berlin time, to the minute. */
function berlinDays(moment: Date): number {
  const { year, month, day, hour, minute } = berlinParts(moment);
  return daysOf(Date.UTC(year, month - 1, day, hour, minute));
}

function daysOf(wallMs: number): number {
  return wallMs / DAY_MS + DAYS_TO_1970;
}
