import { setImmediate as breath } from 'node:timers/promises';
import { guardFormula, needsQuotes } from '@portal/list-view';
import { type Cents, decimalText, formatDate } from '@portal/rules';
import { type Options, stringify } from 'csv-stringify/sync';

export type CsvColumn<Row> = {
  readonly heading: string;
  readonly cell: (row: Row) => string | Cents | Date | null | undefined;
};

/** ADR 57 */
const FORM: Options = {
  delimiter: ';',
  record_delimiter: 'windows',
  cast: {
    // Options of a cell's own cost more than the cell.
    string: (text) => {
      const value = guardFormula(text);
      return needsQuotes(value) ? { value, quoted: true } : value;
    },
    number: decimalText,
    date: (moment) => formatDate(moment, 'dd.MM.yyyy HH:mm'),
  },
};

/** By this mark Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Rows per time slice. */
const SLICE = 250;

/** @param options.mark false: no byte order mark */
export async function* csvTexts<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { mark = true }: { mark?: boolean } = {},
): AsyncGenerator<{ text: string; rows: number }, void> {
  let text = (mark ? BYTE_ORDER_MARK : '') + write([columns.map(({ heading }) => heading)]);
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += SLICE) {
      const slice = page.slice(start, start + SLICE);
      text += write(slice.map((row) => columns.map(({ cell }) => cell(row))));
      yield { text, rows: slice.length };
      text = '';
      await breath();
    }
  }
  if (text !== '') yield { text, rows: 0 };
}

function write(rows: (string | Cents | Date | null | undefined)[][]): string {
  return stringify(rows, FORM);
}
