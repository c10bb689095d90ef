import { writeCsvCell } from './csv-cell.ts';
import { csvCells, type ListFile } from './file-column.ts';

/** By this mark Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The whole text of a CSV file as German spreadsheets open it: byte order mark, header line, semicolons, CRLF. 20,000 rows
 * take a few frames, so that it can be made where the click happens.
 */
export function csvText({ columns, rows }: ListFile): string {
  const lines = [columns.map(({ heading }) => writeCsvCell(heading)).join(';')];
  const writers = columns.map((column) => csvCells(column));
  // one array for all rows, joined: adding cell to cell would leave half a million strings to the garbage collector
  const cells = columns.map(() => '');
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    for (let c = 0; c < cells.length; c++) cells[c] = (writers[c] as (row: number) => string)(row);
    lines.push(cells.join(';'));
  }
  lines.push('');
  return BYTE_ORDER_MARK + lines.join('\r\n');
}
