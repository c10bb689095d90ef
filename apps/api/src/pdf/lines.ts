import type { Typeface } from './typeface.ts';

/** Between '<' and '>'; width in points. */
export type Line = { readonly codes: string; readonly advance: number };

const NOTHING: Line = { codes: '', advance: 0 };
const TOLERANCE = 0.01;

/** In points. */
export function widthOf(text: string, typeface: Typeface): number {
  let advance = 0;
  for (const character of text) advance += typeface.glyphOf(character).advance;
  return (advance * typeface.size) / 1000;
}

export function setLine(text: string, typeface: Typeface): Line {
  let codes = '';
  let advance = 0;
  for (const character of text) {
    const glyph = typeface.glyphOf(character);
    codes += glyph.code;
    advance += glyph.advance;
  }
  return { codes, advance: (advance * typeface.size) / 1000 };
}

/** Points from the lower left corner. */
export function showLine({ codes }: Line, x: number, y: number): string {
  return `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm <${codes}> Tj\n`;
}

export function wrap(text: string, width: number, typeface: Typeface, most: number): Line[] {
  return widthOf(text, typeface) <= width + TOLERANCE
    ? [setLine(text, typeface)]
    : breakLines(text, width, typeface).slice(0, most);
}

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
  return lines;
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
