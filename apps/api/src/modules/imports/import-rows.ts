import type { ImportIssue } from '@portal/contracts';
import {
  type Cents,
  hasValidPznCheckDigit,
  normalizePzn,
  PRICE_TYPE,
  type PriceType,
  readPriceTypeCell,
} from '@portal/rules';
import { MAX_TEXT_LENGTH, readPriceCell } from '../../files/cells.ts';
import type { CsvRecord } from '../../files/csv-reader.ts';
import { excerpt, type FileIssue } from '../../files/issues.ts';
import { FILE_TEXT } from '../../files/texts.ts';
import { IMPORT_TEXT } from './import-texts.ts';

/** What a row of the file says. Money in cents. */
export type ParsedRow = {
  readonly line: number;
  readonly pzn: string;
  readonly ownPrice: Cents | null;
  readonly priceType: PriceType | null;
};

/** A column of the import: its heading and its place in the file. */
export type PlacedColumn = { readonly heading: string; readonly place: number };
export type ImportPlaces = {
  readonly pzn: PlacedColumn;
  /** undefined where the import reads none */
  readonly price: PlacedColumn | undefined;
  readonly code: PlacedColumn | undefined;
};

/** How many of the filled cells of a column fit it; shows a wrongly chosen column. */
type Fit = { filled: number; fitting: number };

/**
 * Reads the rows of an import (rule 5.7): an invalid row is named and left out, the same PZN with the same content counts
 * once, with different content every row of it is named and left out.
 */
export class ImportRowReader {
  readonly #places: ImportPlaces;
  readonly #byPzn = new Map<string, { row: ParsedRow; lines: number[]; conflicting: boolean }>();
  readonly #issues: ImportIssue[] = [];
  readonly fits: Record<'pzn' | 'price' | 'code', Fit> = {
    pzn: { filled: 0, fitting: 0 },
    price: { filled: 0, fitting: 0 },
    code: { filled: 0, fitting: 0 },
  };
  /** records whose cells can be told apart */
  readable = 0;
  repeated = 0;

  constructor(places: ImportPlaces) {
    this.#places = places;
  }

  read(records: readonly CsvRecord[]): void {
    for (const record of records) {
      const [issue] = record.issues;
      if (issue) this.#issue(record.line, null, issue);
      else this.#readRecord(record);
    }
  }

  /** Usable rows in the order of the file, and the faulty ones by line; once everything is read. */
  result(): { rows: ParsedRow[]; issues: ImportIssue[] } {
    const rows: ParsedRow[] = [];
    const issues = [...this.#issues];
    const column = this.#places.pzn.heading;
    for (const [pzn, { row, lines, conflicting }] of this.#byPzn) {
      if (!conflicting) rows.push(row);
      else
        for (const line of lines)
          issues.push({ line, pzn, column, value: pzn, message: IMPORT_TEXT.conflicting(lines) });
    }
    return { rows, issues: issues.sort((a, b) => a.line - b.line) };
  }

  #readRecord({ line, cells }: CsvRecord): void {
    this.readable++;
    const pzn = this.#readPzn(line, cells[this.#places.pzn.place] ?? '');
    const code = this.#readCode(line, pzn ?? null, cells);
    const price = this.#readPrice(line, pzn ?? null, code, cells);
    if (pzn === undefined || code === undefined || price === undefined) return;
    if (price === null && (code === PRICE_TYPE.own || code === PRICE_TYPE.permanent)) {
      this.#cellIssue(line, pzn, this.#places.price, '', FILE_TEXT.cellMissing);
      return;
    }
    this.#keep({ line, pzn, ownPrice: price, priceType: code });
  }

  #readPzn(line: number, cell: string): string | undefined {
    const { pzn: column } = this.#places;
    const fit = this.fits.pzn;
    const pzn = normalizePzn(cell.slice(0, MAX_TEXT_LENGTH));
    if (cell.trim() !== '') fit.filled++;
    if (pzn === undefined) {
      const message = cell.trim() === '' ? FILE_TEXT.pznMissing : FILE_TEXT.pznShape;
      return this.#cellIssue(line, null, column, cell, tooLong(cell) ?? message);
    }
    fit.fitting++;
    if (hasValidPznCheckDigit(pzn)) return pzn;
    const message = pzn === '00000000' ? FILE_TEXT.pznZero : FILE_TEXT.pznCheckDigit;
    return this.#cellIssue(line, pzn, column, cell, message);
  }

  /** null in imports that read no code */
  #readCode(line: number, pzn: string | null, cells: readonly string[]): PriceType | null | undefined {
    const { code: column } = this.#places;
    if (!column) return null;
    const cell = cells[column.place] ?? '';
    const fit = this.fits.code;
    const code = readPriceTypeCell(cell.slice(0, MAX_TEXT_LENGTH));
    if (code !== null) fit.filled++;
    if (code !== null && code !== undefined) {
      fit.fitting++;
      return code;
    }
    const message = code === null ? IMPORT_TEXT.codeMissing : IMPORT_TEXT.notACode;
    return this.#cellIssue(line, pzn, column, cell, tooLong(cell) ?? message);
  }

  /** null where the cell is empty or not needed: an exclusion has no price. */
  #readPrice(
    line: number,
    pzn: string | null,
    code: PriceType | null | undefined,
    cells: readonly string[],
  ): Cents | null | undefined {
    const { price: column } = this.#places;
    if (!column || code === PRICE_TYPE.exclusion) return null;
    const cell = cells[column.place] ?? '';
    const price = tooLong(cell) === undefined ? readPriceCell(cell) : 'notANumber';
    const fit = this.fits.price;
    if (price !== null) fit.filled++;
    if (price !== null && price !== 'notANumber') fit.fitting++;
    if (typeof price !== 'string') return price;
    return this.#cellIssue(line, pzn, column, cell, tooLong(cell) ?? FILE_TEXT.price[price]);
  }

  #keep(row: ParsedRow): void {
    const known = this.#byPzn.get(row.pzn);
    if (!known) {
      this.#byPzn.set(row.pzn, { row, lines: [row.line], conflicting: false });
      return;
    }
    known.lines.push(row.line);
    if (known.row.ownPrice === row.ownPrice && known.row.priceType === row.priceType) this.repeated++;
    else known.conflicting = true;
  }

  #cellIssue(
    line: number,
    pzn: string | null,
    column: PlacedColumn | undefined,
    cell: string,
    message: string,
  ): undefined {
    const value = cell === '' ? null : excerpt(cell);
    this.#issue(line, pzn, { column: column?.heading ?? null, value, message });
    return undefined;
  }

  /** One issue a row is enough. */
  #issue(line: number, pzn: string | null, { column, value, message }: Omit<FileIssue, 'line'>): void {
    if (this.#issues.at(-1)?.line === line) return;
    this.#issues.push({ line, pzn, column, value, message });
  }
}

function tooLong(cell: string): string | undefined {
  return cell.length > MAX_TEXT_LENGTH ? FILE_TEXT.textTooLong(MAX_TEXT_LENGTH) : undefined;
}
