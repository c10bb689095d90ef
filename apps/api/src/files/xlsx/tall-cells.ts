import type { SheetRow } from './sheet-rows.ts';
import type { TallCell } from './sheet-marks.ts';

/**
 * Gives a merged cell that is several rows high to each of them that holds anything else, since that is how it is read on
 * screen; of one over several columns the first has the value (rule 10.23).
 */
export class TallCells {
  readonly #byTop = new Map<number, TallCell[]>();
  /** those that the rows read last lie in */
  #open: (TallCell & { readonly value: string; readonly issue: string | undefined })[] = [];

  constructor(cells: readonly TallCell[]) {
    for (const cell of cells) {
      const same = this.#byTop.get(cell.top);
      if (same) same.push(cell);
      else this.#byTop.set(cell.top, [cell]);
    }
  }

  /** Fills a row in place; rows come in their order. */
  fill(row: SheetRow): void {
    if (this.#open.length > 0) this.#open = this.#open.filter(({ bottom }) => bottom >= row.line);
    for (const { place, value, issue } of this.#open) {
      if (row.cells[place] || row.unreadable?.has(place)) continue;
      while (row.cells.length < place) row.cells.push('');
      row.cells[place] = value;
      if (issue !== undefined) (row.unreadable ??= new Map()).set(place, issue);
    }
    for (const cell of this.#byTop.get(row.line) ?? [])
      this.#open.push({ ...cell, value: row.cells[cell.place] ?? '', issue: row.unreadable?.get(cell.place) });
  }
}
