import {
  type Cents,
  type ColumnHolds,
  decimalText,
  ELASTICITY_WORDS,
  type FileHeading,
  formatDate,
  isAllowedPrice,
  roundHalfAway,
} from '@portal/rules';
import { writeCsvCell } from './csv-cell.ts';

/** What the cells of a column hold: prices in cents, percentages unrounded, days as '2025-11-05', moments as instants. */
type Values = { text: string; price: Cents; percent: number; count: number; day: string; moment: Date };
export type ColumnKind = keyof Values;

/**
 * A column of a file that leaves: one definition for its CSV and its Excel form (rule 10.13). A cell without a value is empty (rule 10.35).
 */
export type FileColumn<Row = number> = {
  [Kind in ColumnKind]: {
    readonly heading: string;
    readonly kind: Kind;
    readonly cell: (row: Row) => Values[Kind] | null | undefined;
    /** Of the column in a spreadsheet, in characters; that of its kind when absent. */
    readonly width?: number;
    /** True for what people rarely read: hidden in a spreadsheet, and there. */
    readonly technical?: boolean;
  };
}[ColumnKind];

/** What a file of a list holds, in whatever form it is written. */
export type ListFile = {
  readonly columns: readonly FileColumn[];
  /** Rows of the model in the order of the file. */
  readonly rows: ArrayLike<number>;
};

/** Prices in cents; what cannot be a price gives an empty cell. */
export function priceColumn(heading: string, priceOf: (row: number) => Cents | null | undefined): FileColumn {
  return { heading, kind: 'price', cell: priceOf };
}

/** One of a few words, chosen by a code; none for a missing code. */
export function wordColumn(
  heading: string,
  words: readonly string[],
  codeOf: (row: number) => number | null | undefined,
): FileColumn {
  return { heading, kind: 'text', cell: (row) => words[codeOf(row) ?? -1] };
}

/** A column of the catalogue. @param cell gives values of the kind that the column holds */
export function plainColumn(
  holds: ColumnHolds,
  { heading, width = 16, technical }: FileHeading,
  cell: (row: number) => unknown,
): FileColumn {
  return technical ? { ...columnOf(), technical } : columnOf();

  function columnOf(): FileColumn {
    switch (holds) {
      case 'price':
        return priceColumn(heading, cell as (row: number) => Cents | null);
      case 'elasticity':
        return wordColumn(heading, ELASTICITY_WORDS, cell as (row: number) => number | null);
      case 'count':
        return { heading, kind: 'count', cell: cell as (row: number) => number | null };
      default:
        return { heading, kind: 'text', cell: cell as (row: number) => string | null, width };
    }
  }
}

/** How a column writes its cells into a CSV file: German numbers, one decimal for percentages (rule 2.7). */
export function csvCells<Row>(column: FileColumn<Row>): (row: Row) => string {
  switch (column.kind) {
    case 'text':
      return (row) => {
        const text = column.cell(row);
        return text ? writeCsvCell(text) : '';
      };
    case 'price':
      return (row) => {
        const cents = column.cell(row);
        return cents != null && isAllowedPrice(cents) ? decimalText(cents) : '';
      };
    case 'percent':
      return (row) => {
        const percent = column.cell(row);
        return percent == null ? '' : tenthsText(Math.round(roundHalfAway(percent, 1) * 10));
      };
    case 'count':
      return (row) => column.cell(row)?.toString() ?? '';
    case 'day':
      return (row) => germanDay(column.cell(row));
    case 'moment':
      return (row) => {
        const moment = column.cell(row);
        return moment ? formatDate(moment, 'dd.MM.yyyy HH:mm') : '';
      };
  }
}

/** -123 gives '-12,3'. */
function tenthsText(tenths: number): string {
  const magnitude = Math.abs(tenths);
  const rest = magnitude % 10;
  return `${tenths < 0 ? '-' : ''}${(magnitude - rest) / 10},${rest}`;
}

/** '2025-11-05' gives '05.11.2025'. */
function germanDay(day: string | null | undefined): string {
  return day ? `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}` : '';
}
