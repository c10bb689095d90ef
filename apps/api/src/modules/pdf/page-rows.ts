import { MAX_PDF_PAGES } from '@portal/contracts';
import { A4 } from '../../pdf/document.ts';
import { type Line, showLine, widthOf, wrap } from '../../pdf/lines.ts';
import { artifact, type Tags } from '../../pdf/tags.ts';
import type { Typeface } from '../../pdf/typeface.ts';
import { COLUMN_GAP, type PdfColumn } from './templates.ts';

/** Measures of a page in points, A4 upright. */
export const PAGE = { ...A4, left: 35, top: 84, bottom: 40 } as const;
export const FONT_SIZE = 8;
/** From one line of a cell to the next. */
const LINE = 9.5;
/** What a row is higher than its lines. */
const PADDING = 2.5;
const FIRST_BASELINE = 9;
const MAX_LINES = 12;
/** For the rows of a page. */
const ROOM = PAGE.height - PAGE.top - PAGE.bottom;

export type PageRows = { readonly first: number; readonly end: number };
export type RowTexts = (row: number) => readonly string[];

/** Rows need more pages than a PDF may have. */
export class TooManyPages extends Error {
  override name = 'TooManyPages';
}

/** @throws TooManyPages */
export function breakPages(
  count: number,
  textsOf: RowTexts,
  columns: readonly PdfColumn[],
  typeface: Typeface,
): PageRows[] {
  const pages: PageRows[] = [];
  requireFewPages(count, textsOf, columns, typeface);
  let first = 0;
  let used = 0;
  for (let row = 0; row < count; row += 1) {
    const height = rowHeight(textsOf(row), columns, typeface);
    if (used + height > ROOM) {
      pages.push({ first, end: row });
      if (pages.length >= MAX_PDF_PAGES) throw new TooManyPages();
      first = row;
      used = 0;
    }
    used += height;
  }
  pages.push({ first, end: count });
  return pages;
}

/** A row is at least as high as its texts. */
function requireFewPages(count: number, textsOf: RowTexts, columns: readonly PdfColumn[], typeface: Typeface): void {
  let height = 0;
  for (let row = 0; row < count; row += 1) {
    const texts = textsOf(row);
    let lines = 1;
    for (let column = 0; column < columns.length; column += 1) {
      const { width } = columns[column] as PdfColumn;
      lines = Math.max(lines, Math.floor(widthOf(texts[column] as string, typeface) / width));
    }
    height += Math.min(lines, MAX_LINES) * LINE + PADDING;
    if (height > MAX_PDF_PAGES * ROOM) throw new TooManyPages();
  }
}

function rowHeight(texts: readonly string[], columns: readonly PdfColumn[], typeface: Typeface): number {
  let lines = 1;
  for (let column = 0; column < columns.length; column += 1) {
    const { width } = columns[column] as PdfColumn;
    const text = texts[column] as string;
    if (widthOf(text, typeface) > width) lines = Math.max(lines, wrap(text, width, typeface, MAX_LINES).length);
  }
  return lines * LINE + PADDING;
}

/** One content stream per page. */
export function pageContent(
  page: PageRows,
  textsOf: RowTexts,
  columns: readonly PdfColumn[],
  typeface: Typeface,
  tags: Tags,
): string {
  let text = '';
  let lines = '';
  let top: number = PAGE.top;
  if (page.first === page.end) return '';
  tags.open('TBody');
  for (let row = page.first; row < page.end; row += 1) {
    const texts = textsOf(row);
    let left: number = PAGE.left;
    let height = 1;
    tags.open('TR');
    for (let column = 0; column < columns.length; column += 1) {
      const { width, align, headsRow } = columns[column] as PdfColumn;
      const wrapped = wrap(texts[column] as string, width, typeface, MAX_LINES);
      let cell = '';
      for (let line = 0; line < wrapped.length; line += 1) {
        const set = wrapped[line] as Line;
        if (set.codes === '') continue;
        const x = align === 'right' ? left + width - set.advance : left;
        cell += showLine(set, x, PAGE.height - (top + FIRST_BASELINE + line * LINE));
      }
      text += headsRow ? tags.leaf('TH', cell, HEADS_ROW) : tags.leaf('TD', cell);
      height = Math.max(height, wrapped.length);
      left += width + COLUMN_GAP;
    }
    tags.close();
    top += height * LINE + PADDING;
    const y = (PAGE.height - top).toFixed(2);
    lines += `${PAGE.left} ${y} m ${(left - COLUMN_GAP).toFixed(2)} ${y} l\n`;
  }
  tags.close();
  const hairlines = artifact(`0.25 w 0.75 G\n${lines}S\n`);
  return `${hairlines}0 g BT /${typeface.id} ${typeface.size} Tf\n${text}ET\n`;
}

const HEADS_ROW = { scope: 'Row' } as const;
