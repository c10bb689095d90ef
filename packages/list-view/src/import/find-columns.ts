import { hasValidPznCheckDigit, parsePriceInput, readPznCell } from '@portal/rules';
import { guessColumn } from './guess-columns.ts';
import { isPznLike } from './heading-line.ts';
import { matchPznHeading } from './match-heading.ts';

type Columns = readonly (readonly string[])[];
type Known = {
  readonly headings?: readonly string[] | undefined;
  /** Heading of the list's own input. */
  readonly own?: string | undefined;
  readonly withPzn?: boolean;
};
export type FoundColumns = {
  readonly pzn?: number | undefined;
  readonly price?: number | undefined;
  readonly pznColumns: readonly number[];
  /** Others with a price. */
  readonly priceColumns: readonly number[];
};

/**
 * Prices by headings, if any, else by what cells hold, as PZNs; none where several fit.
 * Rules 3.30 and 9.37.
 * @param columns cells by column, without headings
 */
export function findColumns(columns: Columns, { headings, own, withPzn = true }: Known = {}): FoundColumns {
  const filled = Array.from(columns.keys()).filter((column) => columns[column]?.some(isFilled) || headings?.[column]);
  const pznColumns = withPzn ? filled.filter((column) => holdsPzns(columns[column] as string[])) : [];
  const others = filled.filter((column) => !pznColumns.includes(column));
  const price =
    own !== undefined && headings?.filter((heading) => heading === own).length === 1
      ? headings.indexOf(own)
      : headings
        ? named(others, headings, 'pricecolumn')
        : priceByExample(columns, others);
  const priceColumns = others.filter((column) => columns[column]?.some(isPrice));
  return { pzn: pznColumn(columns, pznColumns, headings), price, pznColumns, priceColumns };
}

function holdsPzns(cells: readonly string[]): boolean {
  const count = cells.filter(isPznLike).length;
  return count > 0 && count * 2 >= cells.filter(isFilled).length;
}

function pznColumn(columns: Columns, found: readonly number[], headings: Known['headings']): number | undefined {
  if (found.length > 1 && headings) return named(found, headings, 'pzncolumn');
  // Article numbers of a till may have eight digits, too.
  const [only, second] = found.length > 1 ? found.filter((column) => isChecked(columns[column] as string[])) : found;
  const heading = (only !== undefined && headings?.[only]) || '';
  if (second !== undefined || (/pzn/i.test(heading) && matchPznHeading(heading) === 'other')) return undefined;
  return only;
}

function isChecked(cells: readonly string[]): boolean {
  const right = cells.filter((cell) => hasValidPznCheckDigit(readPznCell(cell)?.pzn ?? '')).length;
  return right * 2 >= cells.filter(isFilled).length;
}

function priceByExample(columns: Columns, others: readonly number[]): number | undefined {
  const share = (column: number, fits: (cell: string) => boolean) => {
    const cells = (columns[column] as string[]).filter((cell) => isFilled(cell) && !ZERO.test(cell));
    return cells.filter(fits).length / cells.length;
  };
  const likely = others.filter((column) => share(column, isPrice) >= 0.5);
  const decimal = likely.filter((column) => share(column, hasCents) >= 0.5);
  const candidates = [decimal, likely, others].find(({ length }) => length > 0) ?? [];
  return candidates.length === 1 ? candidates[0] : undefined;
}

function named(
  columns: readonly number[],
  headings: readonly string[],
  wanted: 'pzncolumn' | 'pricecolumn',
): number | undefined {
  const at = guessColumn(
    columns.map((column) => headings[column] ?? ''),
    wanted,
  );
  return at === undefined ? undefined : columns[at];
}

const ZERO = /^\s*0+(?:[.,]0+)?\s*$/;
const isFilled = (text: string) => text.trim() !== '';
const isPrice = (text: string) => parsePriceInput(text).kind === 'price';
const hasCents = (text: string) => isPrice(text) && /[.,]\d+\D*$/.test(text);
