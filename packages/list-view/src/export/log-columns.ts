import { type Cents, decimalText, formatDate, PRICE_TYPE_WORDS, type PriceType } from '@portal/rules';
import { writeCsvCell } from './csv-cell.ts';

/** One changed price as a log names it. A type is null where the list did not hold the product. */
export type LogRow = {
  readonly pzn: string;
  readonly product: string;
  readonly oldPrice: Cents | null;
  readonly newPrice: Cents | null;
  readonly oldType: PriceType | null;
  readonly newType: PriceType | null;
  readonly userName: string;
  readonly at: Date;
};

/** Stands for a type that there is none of: the product came to the list or left it. */
const NOT_LISTED = 'Nicht gelistet';

const price = (cents: Cents | null) => (cents === null ? '' : decimalText(cents));
const type = (code: PriceType | null) => (code === null ? NOT_LISTED : PRICE_TYPE_WORDS[code]);

/** The columns of a log (rule 10.12), for every file that lists changed prices. Cells are ready to stand in a CSV file. */
export const LOG_COLUMNS: readonly { readonly heading: string; readonly cell: (row: LogRow) => string }[] = [
  { heading: 'PZN', cell: (row) => row.pzn },
  { heading: 'Produkt', cell: (row) => writeCsvCell(row.product) },
  { heading: 'Preis alt', cell: (row) => price(row.oldPrice) },
  { heading: 'Preis neu', cell: (row) => price(row.newPrice) },
  { heading: 'Preistyp alt', cell: (row) => type(row.oldType) },
  { heading: 'Preistyp neu', cell: (row) => type(row.newType) },
  { heading: 'Benutzer', cell: (row) => writeCsvCell(row.userName) },
  { heading: 'Zeitpunkt', cell: (row) => formatDate(row.at, 'dd.MM.yyyy HH:mm') },
];

/** The first line of a log with the mark by which Excel knows UTF-8. */
export function logCsvHead(): string {
  return `\ufeff${LOG_COLUMNS.map(({ heading }) => heading).join(';')}\r\n`;
}

/** One line of a log, with its line end. */
export function logCsvLine(row: LogRow): string {
  return `${LOG_COLUMNS.map(({ cell }) => cell(row)).join(';')}\r\n`;
}
