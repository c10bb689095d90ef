import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';

const folder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

/** Roboto (Apache License 2.0), which comes with pdfmake: Latin with all umlauts, €, figures of one width. */
const FONT = 'Roboto';
const REGULAR = join(folder, 'Roboto-Regular.ttf');

pdfmake.setFonts({ [FONT]: { normal: REGULAR, bold: join(folder, 'Roboto-Medium.ttf') } });
// Nothing is loaded but these files: no address, no other path, whatever a document says.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === folder);

/** A glyph as a content stream names it, and how far it moves on, in thousandths of the font size. */
export type Glyph = { readonly code: string; readonly advance: number };

/** The part of pdfkit's font used here; its types leave it out. Roboto has one glyph for a character alone. */
type KitFont = {
  readonly id: string;
  encode(text: string): [codes: string[], positions: { advanceWidth: number }[]];
  ref(): unknown;
};

/** The regular font in a document, as rows are written with it. */
export type Typeface = {
  /** Its name in content streams. */
  readonly id: string;
  glyphOf(character: string): Glyph;
  /** A page has to declare the fonts its content names. */
  declareOn(page: PDFKit.PDFPage): void;
};

export function typefaceOf(document: PDFKit.PDFDocument): Typeface {
  document.font(REGULAR);
  const font = (document as unknown as { _font: KitFont })._font;
  const glyphs = new Map<string, Glyph>();
  return {
    id: font.id,
    glyphOf(character) {
      const known = glyphs.get(character);
      if (known) return known;
      const [codes, positions] = font.encode(character);
      const glyph = {
        code: codes.join(''),
        advance: positions.reduce((sum, position) => sum + position.advanceWidth, 0),
      };
      glyphs.set(character, glyph);
      return glyph;
    },
    declareOn(page) {
      page.fonts[font.id] ??= font.ref();
    },
  };
}

let measuring: Promise<Typeface> | undefined;

/** The same font in a document that is never written: for measuring before the number of pages is known. */
export function measuringTypeface(): Promise<Typeface> {
  measuring ??= pdfmake.createPdf({ content: '' }).getStream().then(typefaceOf);
  return measuring;
}
