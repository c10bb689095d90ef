import { writeCsvCell } from './csv-cell.ts';
import { csvCells, type ListFile } from './file-column.ts';

/** For Excel. */
const BYTE_ORDER_MARK = '\ufeff';

/** 20,000 rows take a few frames. */
export function csvText({ columns, rows }: ListFile): string {
  const lines = [columns.map(({ heading }) => writeCsvCell(heading)).join(';')];
  const writers = columns.map((column) => csvCells(column));
  // spares the garbage collector half a million strings
  const cells = columns.map(() => '');
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    for (let c = 0; c < cells.length; c++) cells[c] = (writers[c] as (row: number) => string)(row);
    lines.push(cells.join(';'));
  }
  lines.push('');
  return BYTE_ORDER_MARK + lines.join('\r\n');
}
