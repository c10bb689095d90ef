import { type Font, openSync } from 'fontkit';
import type { PdfFile } from './pdf-file.ts';

/** Thousandths of the font size. */
export type Glyph = { readonly code: string; readonly advance: number };

/** A TrueType font of a document: what is asked of it is embedded. */
export type EmbeddedFont = {
  /** Its name in content streams. */
  readonly id: string;
  has(character: string): boolean;
  glyphOf(character: string): Glyph;
  /** @returns the font's object */
  embed(file: PdfFile): number;
};

/** Fonts that have been read: reading one takes some milliseconds, and nothing of it changes. */
const fonts = new Map<string, Font>();

function read(file: string): Font {
  const font = fonts.get(file) ?? openSync(file);
  if (!('createSubset' in font)) throw new Error(`a collection of fonts: ${file}`);
  fonts.set(file, font);
  return font;
}

/** @param number of the font among those of its document, from 1 to 26 */
export function embeddedFont(file: string, number: number): EmbeddedFont {
  const font = read(file);
  const subset = font.createSubset();
  const scaled = (units: number) => Number(((units * 1000) / font.unitsPerEm).toFixed(3));
  /** By a glyph's number in the subset; 0 stands for characters that a font lacks, and is never shown. */
  const widths = [scaled(font.glyphForCodePoint(0).advanceWidth)];
  const characters = new Map<number, string>();

  return {
    id: `F${number}`,
    has: (character) => font.hasGlyphForCodePoint(character.codePointAt(0) as number),
    glyphOf(character) {
      const glyph = font.glyphForCodePoint(character.codePointAt(0) as number);
      // The glyph's number in the subset; @types/fontkit says boolean.
      const code = Number(subset.includeGlyph(glyph));
      const advance = scaled(glyph.advanceWidth);
      widths[code] = advance;
      if (!characters.has(code)) characters.set(code, character);
      return { code: hex(code), advance };
    },
    embed(pdf) {
      // A subset's name begins with six letters of its own.
      const name = `/PORTA${String.fromCharCode(64 + number)}+${font.postscriptName}`;
      const bytes = subset.encode();
      const { minX, minY, maxX, maxY } = font.bbox;
      const descriptor = pdf.add(
        `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${[minX, minY, maxX, maxY].map(scaled).join(' ')}]` +
          `/ItalicAngle ${font.italicAngle}/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}` +
          `/CapHeight ${scaled(font.capHeight || font.ascent)}/XHeight ${scaled(font.xHeight || 0)}/StemV 0` +
          `/FontFile2 ${pdf.addStream(bytes, `/Length1 ${bytes.length}`)} 0 R>>`,
      );
      const descendant = pdf.add(
        `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
          `/FontDescriptor ${descriptor} 0 R/W[0[${widths.join(' ')}]]/CIDToGIDMap/Identity>>`,
      );
      return pdf.add(
        `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]` +
          `/ToUnicode ${pdf.addStream(unicodeMap(characters))} 0 R>>`,
      );
    },
  };
}

const hex = (code: number) => code.toString(16).padStart(4, '0');

/** A map may have so many entries in one block. */
const ENTRIES_A_BLOCK = 100;

/** Which character each glyph stands for: what a reader copies, searches and reads aloud. */
function unicodeMap(characters: ReadonlyMap<number, string>): string {
  const entries = [...characters].map(
    ([code, character]) => `<${hex(code)}> <${Buffer.from(character, 'utf16le').swap16().toString('hex')}>\n`,
  );
  let blocks = '';
  for (let first = 0; first < entries.length; first += ENTRIES_A_BLOCK) {
    const block = entries.slice(first, first + ENTRIES_A_BLOCK);
    blocks += `${block.length} beginbfchar\n${block.join('')}endbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
