import { endsLikePrice } from '@portal/rules';
import type { TableRecord } from './table.ts';

export type CutCell = 'price' | 'pzn' | 'integer' | 'vat';

const PZN_DIGITS = 8;

/** '6,3' of '6,34' (rule 10.50). Learns the decimal separator: '1.23' may begin '1.234,56'. */
export class OpenEnd {
  #usesComma = false;
  #usesPoint = false;
  /** Rows before the last one, and whether the last column is empty in one of them. */
  #rows = 0;
  #hasEmptyEnd = false;

  /** Notes a price cell, before the last one is asked about. */
  note(cell: string): void {
    const sign = cell.charCodeAt(cell.length - 3);
    if (sign === COMMA) this.#usesComma = true;
    else if (sign === POINT) this.#usesPoint = true;
  }

  /** Notes a row that was read, so that an empty last cell stands out where no other row has one. */
  noteRow({ cells }: TableRecord): void {
    this.#rows += 1;
    this.#hasEmptyEnd ||= (cells.at(-1) ?? '').trim() === '';
  }

  /**
   * True when the cell at `index` is the last one of the file and may lack its end, or is missing altogether.
   * @param emptyIsCut else an empty cell is cut only where all rows before are filled
   */
  isCut({ cells, isOpen }: TableRecord, index: number, cell: CutCell, emptyIsCut = false): boolean {
    if (!isOpen || index !== cells.length - 1) return false;
    const text = (cells[index] as string).trim();
    if (text === '') return emptyIsCut || (this.#rows > 0 && !this.#hasEmptyEnd);
    if (cell === 'integer') return true;
    // '1' of '19' is refused as no rate.
    if (cell === 'vat') return false;
    if (cell === 'pzn') return text.replace(/\D/g, '').length < PZN_DIGITS;
    const decimal = this.#usesComma === this.#usesPoint ? null : this.#usesComma ? ',' : '.';
    return !endsLikePrice(text, decimal);
  }
}

const COMMA = 44;
const POINT = 46;
