import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type EmbeddedFont, embeddedFont, type Glyph } from './embedded-font.ts';
import type { PdfFile } from './pdf-file.ts';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto');

const FILES = { normal: join(folder, 'Roboto-Regular.ttf'), bold: join(folder, 'Roboto-Medium.ttf') } as const;
/** DejaVu Sans: 5,900 characters. TrueType: fontkit inflates a .woff for each glyph, 25 ms each. */
const SECOND = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A font of a document in one size. */
export type Typeface = {
  /** In points. */
  readonly size: number;
  /** Its name in content streams. */
  readonly id: string;
  /** The second font; '?' where both lack it. */
  glyphOf(character: string): Glyph;
};

export type Fonts = {
  typeface(style: 'normal' | 'bold', size: number): Typeface;
  /** Whether one of the fonts has a glyph for the character. */
  draws(character: string): boolean;
  /**
   * Writes the fonts that texts were set in, with the glyphs of them that were used.
   * @returns entries of a dictionary, by the names that content streams call them
   */
  embed(file: PdfFile): string;
};

/** Only used fonts and glyphs are embedded. */
export function createFonts(): Fonts {
  const opened = new Map<string, EmbeddedFont>();
  const used = new Set<EmbeddedFont>();
  const typefaces = new Map<string, Typeface>();
  const open = remembering(opened, (file) => embeddedFont(file, opened.size + 1));
  const has = (file: string, character: string) => open(file).has(character);

  function create(style: 'normal' | 'bold', size: number): Typeface {
    const font = open(FILES[style]);
    used.add(font);
    const glyphs = new Map<string, Glyph>();
    const glyphOf = (character: string): Glyph => {
      if (has(FILES[style], character)) return font.glyphOf(character);
      if (!has(SECOND, character)) return font.glyphOf('?');
      const second = open(SECOND);
      used.add(second);
      const { code, advance } = second.glyphOf(character);
      return { code: `> Tj /${second.id} ${size} Tf <${code}> Tj /${font.id} ${size} Tf <`, advance };
    };
    return { size, id: font.id, glyphOf: remembering(glyphs, glyphOf) };
  }

  return {
    typeface: (style, size) => remembering(typefaces, () => create(style, size))(`${style} ${size}`),
    draws: (character) => has(FILES.normal, character) || has(SECOND, character),
    embed: (file) => [...used].map((font) => `/${font.id} ${font.embed(file)} 0 R`).join(''),
  };
}

function remembering<Value>(known: Map<string, Value>, make: (key: string) => Value): (key: string) => Value {
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      known.set(key, value);
    }
    return value;
  };
}

let measuring: Fonts | undefined;

/** The same fonts for a document that is never written: for measuring before the number of pages is known. */
export function measuringFonts(): Fonts {
  measuring ??= createFonts();
  return measuring;
}
