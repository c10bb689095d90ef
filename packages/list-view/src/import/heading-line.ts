import { hasValidPznCheckDigit, parsePriceInput, readPznCell } from '@portal/rules';
import { type HeadingMatch, matchPznHeading } from './match-heading.ts';

/** Rule 10.27. */
export const HEADING_LINES = 20;

/** Shorter numbers could be amounts. */
const MIN_DIGITS = 5;
const LONGEST_HEADING = 60;

/** With the right check digit. */
export function isPznCell(text: string): boolean {
  return isShort(text) && countDigits(text) >= MIN_DIGITS && hasValidPznCheckDigit(readPznCell(text)?.pzn ?? '');
}

/** The check digit may be wrong. */
export function isPznLike(text: string): boolean {
  return isPznCell(text) || (isShort(text) && /^\s*(?:pzn[\s-]*)?\d{7,8}\s*$/i.test(text));
}

/**
 * Rule 10.27: the first line naming the PZN, else the last filled one above the first PZN; never one with an article
 * or price.
 * @returns its index
 */
export function findHeadingLine(rows: readonly (readonly string[])[]): number | undefined {
  const head = rows.slice(0, HEADING_LINES);
  const firstPzn = head.findIndex((cells) => cells.some(isPznCell));
  const above = firstPzn === -1 ? head : head.slice(0, firstPzn);
  const width = Math.max(0, ...head.map(countFilled));
  const isWide = (cells: readonly string[]) => countFilled(cells) >= Math.min(width, 2);
  const names = (wanted: HeadingMatch) => (cells: readonly string[]) =>
    cells.some((cell) => isShort(cell) && matchPznHeading(cell) === wanted);
  const named = firstOf(above, names('named'));
  if (named !== undefined) return named;
  const possible = firstOf(above, (cells) => isWide(cells) && !isData(cells) && names('possible')(cells));
  if (possible !== undefined) return possible;
  if (firstPzn === -1) return firstOf(above, (cells) => isWide(cells) && countFilled(cells) > 0 && !isData(cells));
  const last = above.findLast((cells) => countFilled(cells) > 0 && !isData(cells));
  return last !== undefined && isWide(last) ? above.indexOf(last) : undefined;
}

function isData(cells: readonly string[]): boolean {
  return cells.some((cell) => /\d{5}/.test(cell) || (isShort(cell) && parsePriceInput(cell).kind === 'price'));
}

function firstOf<Row>(rows: readonly Row[], fits: (row: Row) => boolean): number | undefined {
  const at = rows.findIndex(fits);
  return at === -1 ? undefined : at;
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;
const isShort = (text: string) => text.length <= LONGEST_HEADING;
const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
