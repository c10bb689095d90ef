import {
  type Cents,
  type ColumnHolds,
  dayOfNumber,
  decimalText,
  ELASTICITY_WORDS,
  type FileHeading,
  formatDate,
  isAllowedPrice,
  PRICE_TYPE_WORDS,
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

const YES_NO = ['nein', 'ja'];

/** @param cell cents, seconds and days since 1970 */
export function plainColumn(
  holds: ColumnHolds,
  { heading, width = 16, technical }: FileHeading,
  cell: (row: number) => unknown,
): FileColumn {
  const number = cell as (row: number) => number | null;
  return technical ? { ...columnOf(), technical } : columnOf();

  function columnOf(): FileColumn {
    switch (holds) {
      case 'text':
      case 'optionalText':
        return { heading, kind: 'text', cell: cell as (row: number) => string | null, width };
      case 'price':
        return priceColumn(heading, number);
      case 'percent':
        return { heading, kind: 'percent', cell: number };
      case 'count':
      case 'vat':
        return { heading, kind: 'count', cell: number };
      case 'elasticity':
        return wordColumn(heading, ELASTICITY_WORDS, number);
      case 'priceType':
        return wordColumn(heading, PRICE_TYPE_WORDS, number);
      case 'flag':
      case 'optionalFlag':
        return wordColumn(heading, YES_NO, (row) => (cell(row) === null ? null : Number(cell(row))));
      case 'day':
        return { heading, kind: 'day', cell: (row) => (number(row) === null ? null : dayOfNumber(Number(cell(row)))) };
      case 'instant':
        return { heading, kind: 'moment', cell: (row) => (cell(row) ? new Date(Number(cell(row)) * 1000) : null) };
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
