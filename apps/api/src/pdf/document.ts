import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.d.ts';
import { writeMetadata } from './metadata.ts';
// The fonts and what may be loaded are settled there.
import './typeface.ts';

/** Of a page, in points. */
type Size = { readonly width: number; readonly height: number };
/** Upright. */
export const A4 = { width: 595.28, height: 841.89 } as const;

export type DocumentTexts = {
  readonly title: string;
  readonly author: string;
  readonly at: Date;
};

/**
 * A German document with so many empty pages, all open: tagged, with its title shown by the reader. Everything that is written
 * onto a page has to stand in a leaf of its tags or in an artifact, as PDF/UA-1 asks; `closeDocument` then says that it follows it (rule 10.31).
 */
export async function openDocument(
  texts: DocumentTexts,
  pageCount: number,
  pageSize: Size = A4,
): Promise<PDFKit.PDFDocument> {
  const { title, author, at } = texts;
  const definition: TDocumentDefinitions = {
    pageSize,
    version: '1.7',
    tagged: true,
    language: 'de-DE',
    displayTitle: true,
    info: { title, author, creator: 'Preisportal', creationDate: at },
    defaultStyle: { font: 'Roboto' },
    content: [],
  };
  const document = await pdfmake.createPdf(definition, { bufferPages: true }).getStream();
  for (let page = 1; page < pageCount; page += 1) document.addPage();
  writeMetadata(document, texts);
  return document;
}

/** Writes onto the page turned to. pdfkit has its pages upside down: turned back, y counts from below as content streams have it. */
export function writePage(document: PDFKit.PDFDocument, content: string): void {
  document.addContent(`q 1 0 0 -1 0 ${document.page.height} cm\n${content}Q`);
}

/** The finished file. */
export async function closeDocument(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const written = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
  document.end();
  await written;
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
