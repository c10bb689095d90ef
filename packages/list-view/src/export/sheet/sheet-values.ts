import { berlinParts, isAllowedPrice, roundHalfAway } from '@portal/rules';
import type { FileColumn } from '../file-column.ts';

/** What a cell of a spreadsheet holds: a text, a number (days since 1900 for dates), or nothing. */
export type SheetValue = string | number | null;

const DAY_MS = 86_400_000;
/** Spreadsheets count days from 30 December 1899. */
const DAYS_TO_1970 = 25_569;

/** How a column gives its cells to a spreadsheet: prices in euros, percentages with one decimal, both as numbers (rule 10.14). */
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

/** What the clock in Berlin shows at an instant, to the minute as in the CSV. */
function berlinDays(moment: Date): number {
  const { year, month, day, hour, minute } = berlinParts(moment);
  return daysOf(Date.UTC(year, month - 1, day, hour, minute));
}

function daysOf(wallMs: number): number {
  return wallMs / DAY_MS + DAYS_TO_1970;
}
