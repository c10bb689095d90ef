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
    for (const [place, { bottom, value, issue }] of this.#open) {
      if (bottom < row.line) this.#open.delete(place);
      else if (place < width && !row.cells[place] && !row.unreadable?.has(place)) {
        if (++this.#filled > MOST_FILLED) throw new FileRefusal(FILE_TEXT.tooManyCells);
        while (row.cells.length < place) row.cells.push('');
        row.cells[place] = value;
        if (issue !== undefined) (row.unreadable ??= new Map()).set(place, issue);
      }
    }
    for (const { place, bottom } of this.#byTop.get(row.line) ?? [])
      if (place < width && !this.#open.has(place))
        this.#open.set(place, { bottom, value: row.cells[place] ?? '', issue: row.unreadable?.get(place) });
  }
}
