import { endsLikePrice } from '@portal/rules';
import type { TableRecord } from './table.ts';

/** What a cell holds whose end can be told from its form. */
export type CutCell = 'price' | 'pzn' | 'integer';

const PZN_DIGITS = 8;

/**
 * Tells whether the last cell of a file without a final line break may be cut off, '6,3' of '6,34' (rule 10.50). Learns the decimal
 * separator of the file, since '1.23' may be the start of '1.234,56'.
 */
export class OpenEnd {
  #usesComma = false;
  #usesPoint = false;

  /** Notes a price cell, before the last one is asked about. */
  note(cell: string): void {
    const sign = cell.charCodeAt(cell.length - 3);
    if (sign === COMMA) this.#usesComma = true;
    else if (sign === POINT) this.#usesPoint = true;
  }

  /** True when the cell at `place` is the last one of the file and may lack its end. */
  isCut({ cells, isOpen }: TableRecord, place: number, cell: CutCell): boolean {
    if (!isOpen || place !== cells.length - 1) return false;
    const text = (cells[place] as string).trim();
    if (cell === 'integer') return text !== '';
    if (cell === 'pzn') return text.replace(/\D/g, '').length < PZN_DIGITS;
    const decimal = this.#usesComma === this.#usesPoint ? null : this.#usesComma ? ',' : '.';
    return !endsLikePrice(text, decimal);
  }
}

const COMMA = 44;
const POINT = 46;
