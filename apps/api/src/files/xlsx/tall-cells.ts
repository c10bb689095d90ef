import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { TallCell } from './sheet-marks.ts';

/** 100,000 rows of 32 cells. */
const MOST_FILLED = 3_200_000;

type OpenCell = { readonly bottom: number; readonly value: string; readonly issue: string | undefined };

/** To each row that holds anything else; the first column has the value (rule 10.23). */
export class TallCells {
  readonly #byTop = new Map<number, TallCell[]>();
  /** by column: what the row read last lies in */
  readonly #open = new Map<number, OpenCell>();
  #filled = 0;

  constructor(cells: readonly TallCell[]) {
    for (const cell of cells) {
      const same = this.#byTop.get(cell.top);
      if (same) same.push(cell);
      else this.#byTop.set(cell.top, [cell]);
    }
  }

  /**
   * Rows in order.
   * @throws FileRefusal for too many cells
   */
  fill(row: SheetRow, width: number): void {
    for (const [index, { bottom, value, issue }] of this.#open) {
      if (bottom < row.line) this.#open.delete(index);
      else if (index < width && !row.cells[index] && !row.unreadable?.has(index)) {
        if (++this.#filled > MOST_FILLED) throw new FileRefusal(FILE_TEXT.tooManyCells);
        while (row.cells.length < index) row.cells.push('');
        row.cells[index] = value;
        if (issue !== undefined) (row.unreadable ??= new Map()).set(index, issue);
      }
    }
    for (const { index, bottom } of this.#byTop.get(row.line) ?? [])
      if (index < width && !this.#open.has(index))
        this.#open.set(index, { bottom, value: row.cells[index] ?? '', issue: row.unreadable?.get(index) });
  }
}
