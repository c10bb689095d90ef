import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import { cellText, type SharedParts } from './shared-parts.ts';
import { LAST_ROW } from './sheet-marks.ts';
import { dateText, errorText, isInexact, isoDateText, numberText, parseReference } from './values.ts';
import type { Attributes, XmlHandlers } from './xml-reader.ts';

/** A row that holds anything. */
export type SheetRow = {
  /** as it is numbered in the sheet */
  readonly line: number;
  /** '' where empty */
  readonly cells: string[];
  unreadable?: Map<number, string>;
  /** not whole cents */
  inexact?: Map<number, 'formula' | 'constant'>;
  /** the sheet shows it to nobody */
  hidden?: true;
};

/** Columns behind this one are not read. */
export const MOST_COLUMNS = 1_000;

/** Cell that is being read. */
type OpenCell = { index: number; type: string; style: number; formula: boolean; value: string | undefined };

/** The consumer empties `rows`. Rules 10.22 and 10.28. */
export class SheetRows implements XmlHandlers {
  rows: SheetRow[] = [];
  /** Cells in columns from here on are of no interest. */
  width = MOST_COLUMNS;
  readonly hiddenColumns = new Set<number>();
  readonly #shared: SharedParts;
  #namedColumns = 0;
  #line = 0;
  #index = -1;
  #row: SheetRow | undefined;
  #cell: OpenCell | undefined;
  #takesText = false;
  #phonetic = false;
  #tags = 0;

  constructor(shared: SharedParts) {
    this.#shared = shared;
  }

  /** Tags opened since the last call. */
  takeTags(): number {
    const tags = this.#tags;
    this.#tags = 0;
    return tags;
  }

  open(name: string, attributes: Attributes): void {
    this.#tags += 1;
    this.#takesText = false;
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'col') this.#hideColumns(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (!this.#cell) return;
    else if (name === 'f') this.#cell.formula = true;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'v' || (name === 't' && !this.#phonetic)) {
      this.#takesText = true;
      this.#cell.value ??= '';
    }
  }

  text(text: string): void {
    if (this.#takesText && this.#cell) this.#cell.value += text;
  }

  close(name: string): void {
    this.#takesText = false;
    if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #hideColumns({ min, max, hidden, width }: Attributes): void {
    if (!isTrue(hidden) && !isZero(width)) return;
    const last = Math.min(Number(max), MOST_COLUMNS);
    // repeated parts must not cost a loop each
    const from = Math.max(1, Number(min), this.#namedColumns + 1);
    for (let column = from; column <= last; column++) this.hiddenColumns.add(column - 1);
    if (last > this.#namedColumns) this.#namedColumns = last;
  }

  #openRow({ r, hidden, ht }: Attributes): void {
    const line = r === undefined ? this.#line + 1 : Number(r);
    if (!Number.isInteger(line) || line <= this.#line || line > LAST_ROW)
      throw new FileRefusal(FILE_TEXT.workbook.broken);
    this.#line = line;
    this.#index = -1;
    this.#row = { line, cells: [], ...((isTrue(hidden) || isZero(ht)) && { hidden: true as const }) };
  }

  #openCell({ r, t: type = 'n', s: style = '0' }: Attributes): void {
    const index = r === undefined ? this.#index + 1 : (parseReference(r)?.index ?? -1);
    if (index <= this.#index) throw new FileRefusal(FILE_TEXT.workbook.broken);
    this.#index = index;
    if (index < this.width) this.#cell = { index, type, style: Number(style), formula: false, value: undefined };
  }

  #closeCell(): void {
    const cell = this.#cell;
    const row = this.#row;
    this.#cell = undefined;
    if (!cell || !row) return;
    const { index, formula, type, value } = cell;
    const missing = formula && (value === undefined || (value === '' && type !== 'str'));
    if (value === undefined && !missing) return;
    const issue = missing
      ? FILE_TEXT.workbook.formulaWithoutValue
      : type === 'e'
        ? FILE_TEXT.workbook.errorValue
        : undefined;
    if (issue !== undefined) (row.unreadable ??= new Map()).set(index, issue);
    while (row.cells.length < index) row.cells.push('');
    row.cells.push(missing ? '' : this.#textOf(cell, value ?? ''));
    if (type === 'n' && !this.#shared.dates[cell.style] && isInexact(value ?? ''))
      (row.inexact ??= new Map()).set(index, formula ? 'formula' : 'constant');
  }

  #closeRow(): void {
    const row = this.#row;
    this.#row = undefined;
    if (row && (row.unreadable || row.cells.some((cell) => cell !== ''))) this.rows.push(row);
  }

  #textOf({ type, style }: OpenCell, value: string): string {
    const { strings, dates, from1904 } = this.#shared;
    switch (type) {
      case 's':
        return shared(strings[Number(value)]);
      case 'str':
      case 'inlineStr':
        return cellText(value);
      case 'b':
        return value === '1' ? 'WAHR' : 'FALSCH';
      case 'e':
        return errorText(value);
      case 'd':
        return isoDateText(value);
      default:
        return dates[style] ? dateText(value, from1904) : numberText(value);
    }
  }
}

function shared(text: string | undefined): string {
  if (text === undefined) throw new FileRefusal(FILE_TEXT.workbook.broken);
  return text;
}

const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true';
/** A height or width of nothing hides as well. */
const isZero = (attribute: string | undefined) => attribute !== undefined && Number(attribute) === 0;
