import { boundText, MOST_TEXT, type TextIssue, textIssue } from '../incoming-text.ts';
import { centDecimals } from '../price-text.ts';
import { hasValidPznCheckDigit } from '../pzn.ts';
import { readPznCell } from '../pzn-cell.ts';
import type { HeldPrice } from './held-prices.ts';
import { isTillFileEnd } from './write-file.ts';
import type { TillColumn, TillField, TillProfile } from './profile.ts';

export type HeldIssue = 'pzn' | 'price' | 'cells' | 'heading' | TextIssue;
/** `field` null: the whole line. */
export type TillLine = { readonly line: number } & (
  | { readonly row: HeldPrice }
  | { readonly issue: HeldIssue; readonly field: TillField | null; readonly value: string }
);

/** Cents of 99.999,99 €. */
export const MOST_HELD_CENTS = 9_999_999;

/** The other way round of `writeTillFile`; line 1 is the heading where the profile has one. Rules 9.24 and 13.15. */
export function* readTillFile(profile: TillProfile, text: string): Generator<TillLine> {
  const at = (field: TillField) => profile.columns.findIndex((column) => column.field === field);
  const indexes = { pzn: at('pzn'), price: at('price') };
  const priceOf = priceReader(profile);
  for (const split of splitTillFile(profile, text)) {
    const { line, content, cells } = split;
    if (!cells) {
      yield { line, issue: split.issue, field: null, value: content };
      continue;
    }
    const [pznCell = '', priceCell = ''] = [cells[indexes.pzn]?.trim(), cells[indexes.price]?.trim()];
    if (line === 1 && profile.heading) {
      const heading = profile.columns[indexes.pzn]?.heading ?? '';
      if (pznCell !== boundText(heading, MOST_TEXT)) yield { line, issue: 'heading', field: 'pzn', value: pznCell };
      continue;
    }
    const pzn = readPznCell(pznCell)?.pzn;
    const cents = priceOf(priceCell);
    if (pzn === undefined || pzn === '00000000') yield { line, issue: 'pzn', field: 'pzn', value: pznCell };
    else if (cents === undefined) yield { line, issue: 'price', field: 'price', value: priceCell };
    else yield { line, row: { pzn, cents } };
  }
}

type SplitLine = { readonly line: number; readonly content: string } & (
  | { readonly cells: readonly string[] }
  | { readonly cells?: undefined; readonly issue: HeldIssue }
);

/** The heading too. */
export function* splitTillFile(profile: TillProfile, text: string): Generator<SplitLine> {
  const cellsOf = profile.separator === null ? byWidth(profile.columns) : bySeparator(profile);
  let line = 0;
  for (const content of linesOf(text)) {
    line += 1;
    const issue = textIssue(content, MOST_TEXT);
    if (!issue && (content.trim() === '' || isTillFileEnd(profile, content))) continue;
    const cells = issue ? undefined : cellsOf(content);
    yield cells ? { line, content, cells } : { line, content, issue: issue ?? 'cells' };
  }
}

const FIT_LINES = 200;

/** By its first lines. Rule 9.37. */
export function fitsTillProfile(profile: TillProfile, text: string): boolean {
  let [rows, checked, prices, others] = [0, 0, 0, 0];
  for (const read of readTillFile(profile, text)) {
    if ('row' in read) {
      rows += 1;
      if (hasValidPznCheckDigit(read.row.pzn)) checked += 1;
      if (read.row.cents !== null) prices += 1;
    } else if (rows === 0) return false;
    else others += 1;
    if (rows + others >= FIT_LINES) break;
  }
  return prices > 0 && checked * 2 >= rows && others * 9 <= rows;
}

function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g;
  let from = 0;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  if (from < text.length) yield text.slice(from);
}

type CellsOf = (line: string) => readonly string[] | undefined;

function byWidth(columns: readonly TillColumn[]): CellsOf {
  return (line) => {
    const characters = Array.from(boundText(line, MOST_TEXT));
    let from = 0;
    const cells = columns.map(({ width }) => characters.slice(from, (from += width ?? 0)).join(''));
    return characters.slice(from).every((character) => character === ' ') ? cells : undefined;
  };
}

function bySeparator({ separator, columns }: TillProfile): CellsOf {
  return (line) => {
    const cells = line.includes('"') ? quotedCells(line, separator ?? '') : line.split(separator ?? '');
    const isWhole = cells && cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell === '');
    return isWhole ? cells : undefined;
  };
}

/** Undefined where a quote is left open, or text follows one. */
function quotedCells(line: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let end = line.indexOf(separator, at);
    if (line[at] === '"') {
      let cell = '';
      let from = at + 1;
      for (;;) {
        const quote = line.indexOf('"', from);
        if (quote === -1) return undefined;
        cell += line.slice(from, quote);
        from = quote + 1;
        if (line[from] !== '"') break;
        cell += '"';
        from += 1;
      }
      if (from < line.length && line[from] !== separator) return undefined;
      cells.push(cell);
      end = from < line.length ? from : -1;
    } else cells.push(end === -1 ? line.slice(at) : line.slice(at, end));
    if (end === -1) return cells;
    at = end + 1;
  }
}

/** Null for an empty cell, undefined for one that is no price. */
function priceReader({ decimals: form }: TillProfile): (cell: string) => number | null | undefined {
  const shape = {
    comma: /^0*(\d{1,7})(?:,(\d{1,9}))?$/,
    point: /^0*(\d{1,7})(?:\.(\d{1,9}))?$/,
    cents: /^0*(\d{1,9})$/,
  }[form];
  return (cell) => {
    if (cell === '') return null;
    const [, whole, decimals = ''] = shape.exec(cell) ?? [];
    const part = centDecimals(decimals);
    if (whole === undefined || part === undefined) return undefined;
    const cents = form === 'cents' ? Number(whole) : Number(whole) * 100 + Number(part.padEnd(2, '0'));
    return cents > MOST_HELD_CENTS ? undefined : cents;
  };
}
