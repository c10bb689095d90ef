import { type Cents, decimalText, isAllowedPrice, roundHalfAway } from '@portal/rules';
import { writeCsvCell } from './csv-cell.ts';

/** A column of a CSV file: what its cell holds for a row, ready to stand in the file. */
export type CsvColumn = { readonly heading: string; readonly cell: (row: number) => string };

/** By this mark Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The whole text of a CSV file as German spreadsheets open it: byte order mark, header line, semicolons, CRLF. 20,000 rows
 * take a few frames, so that it can be made where the click happens.
 * @param rows numbers of the rows in the order of the file
 */
export function csvText(columns: readonly CsvColumn[], rows: ArrayLike<number>): string {
  const lines = [columns.map(({ heading }) => writeCsvCell(heading)).join(';')];
  // one array for all rows, joined: adding cell to cell would leave half a million strings to the garbage collector
  const cells = columns.map(() => '');
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    for (let c = 0; c < cells.length; c++) cells[c] = (columns[c] as CsvColumn).cell(row);
    lines.push(cells.join(';'));
  }
  lines.push('');
  return BYTE_ORDER_MARK + lines.join('\r\n');
}

/** Texts; missing ones give an empty cell. */
export function textColumn(heading: string, values: readonly (string | null)[]): CsvColumn {
  return {
    heading,
    cell: (row) => {
      const text = values[row];
      return text ? writeCsvCell(text) : '';
    },
  };
}

/** Prices in euros with a decimal comma; what cannot be a price, a missing one included, gives an empty cell. */
export function priceColumn(heading: string, priceOf: (row: number) => Cents | null | undefined): CsvColumn {
  return {
    heading,
    cell: (row) => {
      const cents = priceOf(row);
      return cents != null && isAllowedPrice(cents) ? decimalText(cents) : '';
    },
  };
}

/** Percentages with one decimal (rule 2.7), halves away from zero. */
export function percentColumn(heading: string, percentOf: (row: number) => number | null): CsvColumn {
  return {
    heading,
    cell: (row) => {
      const percent = percentOf(row);
      return percent === null ? '' : tenthsText(Math.round(roundHalfAway(percent, 1) * 10));
    },
  };
}

/** Counts of pieces. */
export function countColumn(heading: string, values: readonly (number | null)[]): CsvColumn {
  return { heading, cell: (row) => values[row]?.toString() ?? '' };
}

/** One of a few words, chosen by a code; none for a missing code. */
export function wordColumn(
  heading: string,
  words: readonly string[],
  codeOf: (row: number) => number | null | undefined,
): CsvColumn {
  return { heading, cell: (row) => words[codeOf(row) ?? -1] ?? '' };
}

/** -123 gives '-12,3'. */
function tenthsText(tenths: number): string {
  const magnitude = Math.abs(tenths);
  const rest = magnitude % 10;
  return `${tenths < 0 ? '-' : ''}${(magnitude - rest) / 10},${rest}`;
}
