import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import type { SheetRow } from './sheet-rows.ts';
import type { TallCell } from './sheet-marks.ts';

/** Cells that merged ones fill, in all: 100,000 rows of 32 cells, as many as a sheet may have. */
const MOST_FILLED = 3_200_000;

type OpenCell = { readonly bottom: number; readonly value: string; readonly issue: string | undefined };

/**
 * Gives a merged cell that is several rows high to each of them that holds anything else, since that is how it is read on
 * screen; of one over several columns the first has the value (rule 10.23). A column has one at a time: of several that overlap, which no
 * spreadsheet writes, the first one counts.
 */
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
   * Fills a row in place; rows come in their order.
   * @param width columns of the table; cells beside it are not read
   * @throws FileRefusal when more cells are filled than a sheet may have
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
