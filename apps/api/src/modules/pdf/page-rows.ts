import { MAX_PDF_PAGES } from '@portal/contracts';
import type { Typeface } from './typeface.ts';
import { COLUMN_GAP, type PdfColumn } from './templates.ts';

/** Measures of a page in points, A4 upright. */
export const PAGE = { width: 595.28, height: 841.89, left: 35, top: 84, bottom: 40 } as const;
const FONT_SIZE = 8;
/** From one line of a cell to the next. */
const LINE = 9.5;
/** What a row is higher than its lines. */
const PADDING = 2.5;
const FIRST_BASELINE = 9;
const MAX_LINES = 12;
/** For the rows of a page. */
const ROOM = PAGE.height - PAGE.top - PAGE.bottom;

/** The rows of a page: where the next page begins is where this one ends. */
export type PageRows = { readonly first: number; readonly end: number };
export type RowTexts = (row: number) => readonly string[];

/** Rows need more pages than a PDF may have. */
export class TooManyPages extends Error {
  override name = 'TooManyPages';
}

/**
 * Which rows come on which page; there is always one page. Rows are as high as their highest cell.
 * @throws TooManyPages for more than `MAX_PDF_PAGES`
 */
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

/** A first look that costs little: a row is at least as high as its texts would be if lines could break anywhere. */
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

function widthOf(text: string, typeface: Typeface): number {
  let advance = 0;
  for (const character of text) advance += typeface.glyphOf(character).advance;
  return (advance * FONT_SIZE) / 1000;
}

function rowHeight(texts: readonly string[], columns: readonly PdfColumn[], typeface: Typeface): number {
  let lines = 1;
  for (let column = 0; column < columns.length; column += 1) {
    const { width } = columns[column] as PdfColumn;
    const text = texts[column] as string;
    if (widthOf(text, typeface) > width + TOLERANCE) lines = Math.max(lines, breakLines(text, width, typeface).length);
  }
  return lines * LINE + PADDING;
}

/**
 * The content stream of a page's rows, written in one piece: pdfkit's own text call makes nine buffers a cell and takes
 * four times as long (docs/adr). A hairline below every row.
 */
export function pageContent(
  page: PageRows,
  textsOf: RowTexts,
  columns: readonly PdfColumn[],
  typeface: Typeface,
): string {
  let text = '';
  let lines = '';
  let top: number = PAGE.top;
  for (let row = page.first; row < page.end; row += 1) {
    const texts = textsOf(row);
    let left: number = PAGE.left;
    let height = 1;
    for (let column = 0; column < columns.length; column += 1) {
      const { width, align } = columns[column] as PdfColumn;
      const wrapped = wrap(texts[column] as string, width, typeface);
      for (let line = 0; line < wrapped.length; line += 1) {
        const { codes, advance } = wrapped[line] as Line;
        if (codes === '') continue;
        const x = align === 'right' ? left + width - advance : left;
        const y = PAGE.height - (top + FIRST_BASELINE + line * LINE);
        text += `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm <${codes}> Tj\n`;
      }
      height = Math.max(height, wrapped.length);
      left += width + COLUMN_GAP;
    }
    top += height * LINE + PADDING;
    const y = (PAGE.height - top).toFixed(2);
    lines += `${PAGE.left} ${y} m ${(left - COLUMN_GAP).toFixed(2)} ${y} l\n`;
  }
  // pdfkit has its pages upside down: turned back, y counts from below as content streams have it.
  return `q 1 0 0 -1 0 ${PAGE.height} cm 0.25 w 0.75 G\n${lines}S 0 g BT /${typeface.id} ${FONT_SIZE} Tf\n${text}ET Q`;
}

type Line = { readonly codes: string; readonly advance: number };
const NOTHING: Line = { codes: '', advance: 0 };

/** Most texts fit on one line; the others break at blanks. */
function wrap(text: string, width: number, typeface: Typeface): Line[] {
  return widthOf(text, typeface) <= width + TOLERANCE ? [setLine(text, typeface)] : breakLines(text, width, typeface);
}

const TOLERANCE = 0.01;

function setLine(text: string, typeface: Typeface): Line {
  let codes = '';
  let advance = 0;
  for (const character of text) {
    const glyph = typeface.glyphOf(character);
    codes += glyph.code;
    advance += glyph.advance;
  }
  return { codes, advance: (advance * FONT_SIZE) / 1000 };
}

/** As many words a line as fit; a word wider than the column breaks where it has to. Beyond MAX_LINES the text is cut. */
function breakLines(text: string, width: number, typeface: Typeface): Line[] {
  const lines: Line[] = [];
  const blank = setLine(' ', typeface);
  let line = NOTHING;
  for (const piece of text.split(' ').flatMap((word) => breakWord(word, width, typeface))) {
    const grown = line.codes === '' ? piece : join(join(line, blank), piece);
    if (grown.advance <= width + TOLERANCE) line = grown;
    else {
      lines.push(line);
      line = piece;
    }
  }
  lines.push(line);
  return lines.slice(0, MAX_LINES);
}

function breakWord(word: string, width: number, typeface: Typeface): Line[] {
  const whole = setLine(word, typeface);
  if (whole.advance <= width) return [whole];
  const pieces: Line[] = [];
  let piece = NOTHING;
  for (const character of word) {
    const glyph = setLine(character, typeface);
    if (piece.advance + glyph.advance > width && piece.codes !== '') {
      pieces.push(piece);
      piece = NOTHING;
    }
    piece = join(piece, glyph);
  }
  return [...pieces, piece];
}

function join(a: Line, b: Line): Line {
  return { codes: a.codes + b.codes, advance: a.advance + b.advance };
}
