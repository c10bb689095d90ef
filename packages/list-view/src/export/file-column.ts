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

/** Percent unrounded, days as '2025-11-05'. */
type Values = { text: string; price: Cents; percent: number; count: number; day: string; moment: Date };
export type ColumnKind = keyof Values;

/** For CSV and Excel (rules 10.13 and 10.35). */
export type FileColumn<Row = number> = {
  [Kind in ColumnKind]: {
    readonly heading: string;
    readonly kind: Kind;
    readonly cell: (row: Row) => Values[Kind] | null | undefined;
    /** Characters. */
    readonly width?: number;
    /** Hidden in a spreadsheet. */
    readonly technical?: boolean;
  };
}[ColumnKind];

export type ListFile = {
  readonly columns: readonly FileColumn[];
  readonly rows: ArrayLike<number>;
};

/** Cents. */
export function priceColumn(heading: string, priceOf: (row: number) => Cents | null | undefined): FileColumn {
  return { heading, kind: 'price', cell: priceOf };
}

export function wordColumn(
  heading: string,
  words: readonly string[],
  codeOf: (row: number) => number | null | undefined,
): FileColumn {
  return { heading, kind: 'text', cell: (row) => words[codeOf(row) ?? -1] };
}

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

/** German numbers, one decimal for percent (rule 2.7). */
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

function tenthsText(tenths: number): string {
  const magnitude = Math.abs(tenths);
  const rest = magnitude % 10;
  return `${tenths < 0 ? '-' : ''}${(magnitude - rest) / 10},${rest}`;
}

function germanDay(day: string | null | undefined): string {
  return day ? `${day.slice(8)}.${day.slice(5, 7)}.${day.slice(0, 4)}` : '';
}
