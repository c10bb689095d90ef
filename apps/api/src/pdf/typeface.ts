import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import { type KitFont, kitOf } from './kit.ts';

const require = createRequire(import.meta.url);
const folder = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto');

/** Roboto (Apache License 2.0), which comes with pdfmake: Latin, Greek, Cyrillic, figures of one width. */
const FILES = { normal: join(folder, 'Roboto-Regular.ttf'), bold: join(folder, 'Roboto-Medium.ttf') } as const;
/**
 * DejaVu Sans (licence of Bitstream Vera, free) has 5,900 characters, arrows and mathematical signs among them. It stands in for Roboto. As
 * TrueType: fontkit inflates the tables of a .woff again for each glyph, 25 ms each.
 */
const SECOND = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

pdfmake.setFonts({ Roboto: FILES });
// Nothing is loaded but these files: no address, no other path, whatever a document says.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === folder);

/** A glyph as a content stream names it between '<' and '>', and how far it moves on, in thousandths of the font size. */
export type Glyph = { readonly code: string; readonly advance: number };

/** A font of a document in one size (rule 10.32). */
export type Typeface = {
  /** In points. */
  readonly size: number;
  /** Its name in content streams. */
  readonly id: string;
  /** Of a character that Roboto lacks, in the second font; of one that both lack, '?': `spellOut` comes before. */
  glyphOf(character: string): Glyph;
};

export type Fonts = {
  typeface(style: 'normal' | 'bold', size: number): Typeface;
  /** Whether one of the fonts has a glyph for the character. */
  draws(character: string): boolean;
  /** Each page has to declare the fonts its content names, once that is known. */
  declareOn(page: PDFKit.PDFPage): void;
};

/** The fonts of a document. Only those are embedded, and only the glyphs of them, that are used. */
export function fontsOf(document: PDFKit.PDFDocument): Fonts {
  const opened = new Map<string, KitFont>();
  const used = new Set<KitFont>();
  const typefaces = new Map<string, Typeface>();
  const open = remembering(opened, (file) => {
    document.font(file);
    return kitOf(document)._font;
  });
  const has = (file: string, character: string) =>
    open(file).font.hasGlyphForCodePoint(character.codePointAt(0) as number);

  function create(style: 'normal' | 'bold', size: number): Typeface {
    const font = open(FILES[style]);
    used.add(font);
    const glyphs = new Map<string, Glyph>();
    const glyphOf = (character: string): Glyph => {
      if (has(FILES[style], character)) return encode(font, character);
      if (!has(SECOND, character)) return encode(font, '?');
      const second = open(SECOND);
      used.add(second);
      const { code, advance } = encode(second, character);
      // the other font for one glyph, in the middle of what is shown
      return { code: `> Tj /${second.id} ${size} Tf <${code}> Tj /${font.id} ${size} Tf <`, advance };
    };
    return { size, id: font.id, glyphOf: remembering(glyphs, glyphOf) };
  }

  return {
    typeface: (style, size) => remembering(typefaces, () => create(style, size))(`${style} ${size}`),
    draws: (character) => has(FILES.normal, character) || has(SECOND, character),
    declareOn(page) {
      for (const font of used) page.fonts[font.id] ??= font.ref();
    },
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

/** Both fonts have one glyph for a character alone. */
function encode(font: KitFont, character: string): Glyph {
  const [codes, positions] = font.encode(character);
  return { code: codes.join(''), advance: positions.reduce((sum, position) => sum + position.advanceWidth, 0) };
}

let measuring: Promise<Fonts> | undefined;

/** The same fonts in a document that is never written: for measuring before the number of pages is known. */
export function measuringFonts(): Promise<Fonts> {
  measuring ??= pdfmake.createPdf({ content: '' }).getStream().then(fontsOf);
  return measuring;
}
