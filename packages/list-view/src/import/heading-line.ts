import { hasValidPznCheckDigit, normalizePzn, parsePriceInput } from '@portal/rules';
import { type HeadingMatch, matchPznHeading } from './match-heading.ts';

/** Lines from the first one on among which headings are looked for; titles and notes may stand above them (rule 10.27). */
export const HEADING_LINES = 20;

/** Shorter numbers could be amounts by chance; a spreadsheet takes zeros off, but hardly more than three. */
const PZN_SHAPE = /^\s*(?:pzn[\s-]*)?\d{5,8}\s*$/i;
/** A longer cell is a title. */
const LONGEST_HEADING = 60;

/** True for a cell that holds a PZN with the right check digit. */
export function isPznCell(text: string): boolean {
  return isShort(text) && PZN_SHAPE.test(text) && hasValidPznCheckDigit(normalizePzn(text) ?? '');
}

/** True for what can only be a PZN, right or mistyped: so many digits are no price. */
export function isPznLike(text: string): boolean {
  return isPznCell(text) || (isShort(text) && /^\s*(?:pzn[\s-]*)?\d{7,8}\s*$/i.test(text));
}

/**
 * Finds the line of headings of a table (rule 10.27): the first line that names the PZN, or else the last filled line above the first PZN,
 * as long as it names several columns where there are several. A line that holds an article or a price is never taken for one.
 * @param rows the first lines as cells, blank ones included; only HEADING_LINES of them are looked at
 * @returns its index, or undefined where no line above the PZNs can be it
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

/** A mistyped PZN ('O1234562') or a price shows a line of data. */
function isData(cells: readonly string[]): boolean {
  return cells.some((cell) => /\d{5}/.test(cell) || (isShort(cell) && parsePriceInput(cell).kind === 'price'));
}

function firstOf<Row>(rows: readonly Row[], fits: (row: Row) => boolean): number | undefined {
  const at = rows.findIndex(fits);
  return at === -1 ? undefined : at;
}

const isShort = (text: string) => text.length <= LONGEST_HEADING;
const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
