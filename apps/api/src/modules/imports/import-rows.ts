import { columnLetters, holdsSeveralDays } from '@portal/list-view';
import type { ImportIssue } from '@portal/contracts';
import {
  type Cents,
  type Day,
  dayIssue,
  hasValidPznCheckDigit,
  describePznForm,
  MAX_RANGES,
  orderRanges,
  readDayCell,
  readPznCell,
  PRICE_TYPE,
  type PriceType,
  readPriceTypeCell,
  readTypedPrice,
  withoutNoEnd,
} from '@portal/rules';
import { MAX_TEXT_LENGTH, readPriceCell } from '../../files/cells.ts';
import { OpenEnd } from '../../files/open-end.ts';
import type { TableRecord } from '../../files/table.ts';
import { excerpt } from '../../files/issues.ts';
import { FILE_TEXT } from '../../files/texts.ts';
import { TEXT } from '../../texts/de.ts';
import { IMPORT_TEXT } from './import-texts.ts';

/** What a row of the file says. Money in cents. */
export type ParsedRow = {
  readonly line: number;
  readonly pzn: string;
  readonly ownPrice: Cents | null;
  /** a formula's result that was rounded */
  readonly roundedFrom?: string;
  readonly priceType: PriceType | null;
  readonly validFrom?: Day;
  readonly validTo?: Day;
};

export type FoundColumn = { readonly heading: string; readonly index: number };
export type ImportColumns = {
  readonly pzn: FoundColumn;
  /** undefined where the import reads none */
  readonly price: FoundColumn | undefined;
  readonly code: FoundColumn | undefined;
  readonly validFrom: FoundColumn | undefined;
  readonly validTo: FoundColumn | undefined;
};

const DATED = ['validFrom', 'validTo'] as const;
type Dated = (typeof DATED)[number];
const SAME = ['ownPrice', 'priceType', ...DATED] as const;

const ZERO = /^\s*0+(?:[.,]0+)?\s*(?:€|EUR)?\s*$/;

type Fit = { filled: number; fitting: number };

/** Rule 5.7: invalid rows are named and left out; a PZN whose rows contradict each other is left out entirely. Rule 10.24. */
export class ImportRowReader {
  readonly #columns: ImportColumns;
  readonly #namesCells: boolean;
  readonly #today: Day;
  readonly #zeroIsEmpty: boolean;
  readonly #byPzn = new Map<string, { rows: ParsedRow[]; lines: number[] }>();
  readonly #issues: ImportIssue[] = [];
  readonly #end = new OpenEnd();
  readonly fits: Record<'pzn' | 'price' | 'code', Fit> = {
    pzn: { filled: 0, fitting: 0 },
    price: { filled: 0, fitting: 0 },
    code: { filled: 0, fitting: 0 },
  };
  /** records whose cells can be told apart */
  readable = 0;
  repeated = 0;

  /**
   * @param namesCells as in a workbook, whose columns have letters
   * @param zeroIsEmpty as in a till, for an article without a price
   */
  constructor(
    columns: ImportColumns,
    { namesCells = false, zeroIsEmpty = false, today }: { namesCells?: boolean; zeroIsEmpty?: boolean; today: Day },
  ) {
    this.#columns = columns;
    this.#namesCells = namesCells;
    this.#zeroIsEmpty = zeroIsEmpty;
    this.#today = today;
  }

  read(records: readonly TableRecord[]): void {
    for (const record of records) {
      const [issue] = record.issues;
      if (issue) this.#issue(record.line, null, { column: issue.column, value: issue.value, message: issue.message });
      else this.#readRecord(record);
    }
  }

  result(): { rows: ParsedRow[]; issues: ImportIssue[] } {
    const rows: ParsedRow[] = [];
    const issues = [...this.#issues];
    const { heading: column, index } = this.#columns.pzn;
    for (const [pzn, { rows: ofArticle, lines }] of this.#byPzn) {
      const clash = findClash(ofArticle, this.#today);
      if (clash === undefined) rows.push(...ofArticle);
      else
        for (const line of lines)
          issues.push({
            line,
            pzn,
            column,
            ...this.#nameCell(line, index),
            value: pzn,
            message: IMPORT_TEXT[clash](lines),
          });
    }
    return { rows, issues: issues.sort((a, b) => a.line - b.line) };
  }

  #readRecord(record: TableRecord): void {
    const { line } = record;
    this.readable++;
    const pzn = this.#readPzn(record);
    const code = this.#readCode(record, pzn ?? null);
    const price = this.#readPrice(record, pzn ?? null, code);
    const days = this.#readDays(record, pzn ?? null, price ?? null);
    if (pzn === undefined || code === undefined || price === undefined || days === undefined) return;
    const { price: column } = this.#columns;
    if (column && price === null && (code === PRICE_TYPE.own || code === PRICE_TYPE.permanent)) {
      this.#cellIssue(record, pzn, column, FILE_TEXT.cellMissing);
      return;
    }
    const isRounded = column !== undefined && price !== null && record.inexact?.has(column.index);
    const rounded = isRounded ? { roundedFrom: cellAt(record, column) } : {};
    this.#keep({ line, pzn, ownPrice: price, ...rounded, priceType: code, ...days });
  }

  #readPzn(record: TableRecord): string | undefined {
    const { pzn: column } = this.#columns;
    const cell = cellAt(record, column);
    const fit = this.fits.pzn;
    const text = cell.slice(0, MAX_TEXT_LENGTH);
    const read = readPznCell(text);
    if (read) fit.filled++;
    if (read?.pzn === undefined) {
      const message = read ? describePznForm(read.form, excerpt(cell.trim())) : FILE_TEXT.pznMissing;
      return this.#cellIssue(record, null, column, message);
    }
    const { pzn } = read;
    fit.fitting++;
    if (this.#end.isCut(record, column.index, 'pzn')) {
      return this.#cellIssue(record, null, column, FILE_TEXT.cutCell);
    }
    if (hasValidPznCheckDigit(pzn)) return pzn;
    const message = pzn === '00000000' ? FILE_TEXT.pznZero : FILE_TEXT.pznCheckDigit;
    return this.#cellIssue(record, pzn, column, message);
  }

  /** null in imports that read no code */
  #readCode(record: TableRecord, pzn: string | null): PriceType | null | undefined {
    const { code: column } = this.#columns;
    if (!column) return null;
    const fit = this.fits.code;
    const code = readPriceTypeCell(cellAt(record, column).slice(0, MAX_TEXT_LENGTH));
    if (code !== null) fit.filled++;
    if (code !== null && code !== undefined) {
      fit.fitting++;
      return code;
    }
    return this.#cellIssue(record, pzn, column, code === null ? IMPORT_TEXT.codeMissing : IMPORT_TEXT.notACode);
  }

  #readPrice(record: TableRecord, pzn: string | null, code: PriceType | null | undefined): Cents | null | undefined {
    const { price: column } = this.#columns;
    if (!column || code === PRICE_TYPE.exclusion) return null;
    const cell = cellAt(record, column);
    if (record.unreadable?.has(column.index)) return this.#cellIssue(record, pzn, column, FILE_TEXT.cellMissing);
    if (this.#zeroIsEmpty && ZERO.test(cell)) return null;
    const price = tooLong(cell) === undefined ? readNumber(cell, record.inexact?.get(column.index)) : 'notANumber';
    const fit = this.fits.price;
    if (price !== null) fit.filled++;
    if (price !== null && price !== 'notANumber') fit.fitting++;
    if (this.#end.isCut(record, column.index, 'price', true)) {
      return this.#cellIssue(record, pzn, column, FILE_TEXT.cutCell);
    }
    this.#end.note(cell);
    if (typeof price !== 'string') return price;
    return this.#cellIssue(record, pzn, column, FILE_TEXT.price[price]);
  }

  /** Rule 17.2. */
  #readDays(record: TableRecord, pzn: string | null, price: Cents | null): Pick<ParsedRow, Dated> | undefined {
    const days: { [Name in Dated]?: Day } = {};
    for (const name of DATED) {
      const column = this.#columns[name];
      const text = column ? cellAt(record, column).trim() : '';
      if (!column || text === '') continue;
      const day = tooLong(text) === undefined ? readDayCell(text) : undefined;
      if (day === undefined) {
        const message = holdsSeveralDays(text) ? IMPORT_TEXT.severalDays : IMPORT_TEXT.notADay;
        return this.#cellIssue(record, pzn, column, message);
      }
      if (day < this.#today) return this.#cellIssue(record, pzn, column, TEXT.row.periodPast);
      days[name] = day;
    }
    const last = this.#columns[days.validTo ? 'validTo' : 'validFrom'];
    if (!last || (days.validFrom === undefined && days.validTo === undefined)) return days;
    const issue = dayIssue({ from: days.validFrom ?? null, to: days.validTo ?? null }, this.#today);
    const message = issue ?? (price === null ? 'periodNeedsPrice' : undefined);
    return message ? this.#cellIssue(record, pzn, last, TEXT.row[message]) : days;
  }

  #keep(row: ParsedRow): void {
    const known = this.#byPzn.get(row.pzn);
    if (!known) {
      this.#byPzn.set(row.pzn, { rows: [row], lines: [row.line] });
      return;
    }
    known.lines.push(row.line);
    if (known.rows.some((other) => SAME.every((name) => other[name] === row[name]))) this.repeated++;
    // One more than are allowed is enough to refuse them.
    else if (known.rows.length <= MAX_RANGES) known.rows.push(row);
  }

  #cellIssue(record: TableRecord, pzn: string | null, { heading, index }: FoundColumn, message: string): undefined {
    const { line, unreadable } = record;
    const text = record.cells[index] ?? '';
    this.#issue(line, pzn, {
      column: heading,
      ...this.#nameCell(line, index),
      value: text === '' ? null : excerpt(text),
      message: unreadable?.get(index) ?? tooLong(text) ?? message,
    });
    return undefined;
  }

  #nameCell(line: number, index: number): { cell?: string } {
    return this.#namesCells ? { cell: `${columnLetters(index)}${line}` } : {};
  }

  /** One issue a row is enough. */
  #issue(line: number, pzn: string | null, issue: Omit<ImportIssue, 'line' | 'pzn'>): void {
    if (this.#issues.at(-1)?.line !== line) this.#issues.push({ line, pzn, ...issue });
  }
}

/** Why rows of one PZN cannot all be meant (rules 5.7 and 17.13). */
function findClash(rows: readonly ParsedRow[], today: Day): 'conflicting' | 'overlapping' | 'tooMany' | undefined {
  if (rows.length === 1) return undefined;
  const isDated = rows.some(({ validFrom, validTo }) => validFrom ?? validTo);
  if (!isDated || rows.some(({ ownPrice }) => ownPrice === null)) return 'conflicting';
  const ordered = orderRanges(rows.map(withoutNoEnd), today);
  return typeof ordered === 'string' ? ordered : undefined;
}

/** Never ambiguous (rule 10.22); formulas are rounded (rule 3.11), typed extra decimals are issues. */
function readNumber(cell: string, inexact: 'formula' | 'constant' | undefined): ReturnType<typeof readPriceCell> {
  if (inexact === undefined) return readPriceCell(cell);
  const typed = readTypedPrice(cell);
  if (typed.kind === 'issue') return typed.reason === 'code' ? 'notANumber' : typed.reason;
  return typed.kind === 'price' && inexact === 'formula' ? typed.cents : 'tooManyDecimals';
}

function cellAt({ cells }: TableRecord, { index }: FoundColumn): string {
  return cells[index] ?? '';
}

function tooLong(cell: string): string | undefined {
  return cell.length > MAX_TEXT_LENGTH ? FILE_TEXT.textTooLong(MAX_TEXT_LENGTH) : undefined;
}
