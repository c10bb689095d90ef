import { createHash } from 'node:crypto';
import { xmpOf } from './metadata.ts';
import { createPdfFile, type PdfFile, pdfText } from './pdf-file.ts';
import { openTags, type Tags } from './tags.ts';
import { createFonts, type Fonts } from './typeface.ts';

/** Of a page, in points. */
type Size = { readonly width: number; readonly height: number };
/** Upright. */
export const A4 = { width: 595.28, height: 841.89 } as const;

export type DocumentTexts = {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
};

/** A document that is being written. */
export type PdfDocument = {
  readonly file: PdfFile;
  readonly fonts: Fonts;
  readonly tags: Tags;
  /** The numbers of the pages' objects. */
  readonly pages: readonly number[];
  /** That of the object that they hang on. */
  readonly pageTree: number;
  readonly pageSize: Size;
  readonly texts: DocumentTexts;
};

/** Tagged as PDF/UA-1 asks: everything written must be in a tag leaf or an artifact. */
export function openDocument(texts: DocumentTexts, pageCount: number, pageSize: Size = A4): PdfDocument {
  const file = createPdfFile();
  const pageTree = file.reserve();
  const pages = Array.from({ length: pageCount }, () => file.reserve());
  return { file, fonts: createFonts(), tags: openTags(file, pages), pages, pageTree, pageSize, texts };
}

/** Writes a page, each once, after its tags; x and y count from its lower left corner. */
export function writePage({ file, pages, pageTree }: PdfDocument, page: number, content: string): void {
  const contents = file.addStream(content);
  file.write(
    pages[page] as number,
    `<</Type/Page/Parent ${pageTree} 0 R/Contents ${contents} 0 R/StructParents ${page}/Tabs/S>>`,
  );
}

/**
 * The finished file.
 * @param options `outlines`: the object of the bookmarks; `trueSize`: a viewer that honours it does not scale what it prints
 */
export function closeDocument(
  { file, fonts, tags, pages, pageTree, pageSize, texts }: PdfDocument,
  { outlines, trueSize = false }: { outlines?: number; trueSize?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  const tree = tags.end();
  file.write(
    pageTree,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]` +
      `/MediaBox[0 0 ${pageSize.width} ${pageSize.height}]/Resources<</Font<<${fonts.embed(file)}>>>>>>`,
  );
  const xmp = xmpOf(texts);
  const metadata = file.addStream(xmp, '/Type/Metadata/Subtype/XML');
  const day = texts.at.toISOString().replaceAll(/[-:T]|\..*/g, '');
  const info = file.add(
    `<</Title ${pdfText(texts.title)}/Author ${pdfText(texts.author)}/Creator(Preisportal)/CreationDate(D:${day}Z)>>`,
  );
  const catalog = file.add(
    `<</Type/Catalog/Pages ${pageTree} 0 R/Lang(de-DE)/MarkInfo<</Marked true>>/StructTreeRoot ${tree} 0 R/Metadata ${metadata} 0 R` +
      `/ViewerPreferences<</DisplayDocTitle true${trueSize ? '/PrintScaling/None' : ''}>>` +
      `${outlines === undefined ? '' : `/Outlines ${outlines} 0 R/PageMode/UseOutlines`}>>`,
  );
  return file.end({ catalog, info, fileId: createHash('sha256').update(xmp).digest().subarray(0, 16) });
}
