import {
  PDF_NO_PRICE,
  PDF_PRICE_INFO,
  type PdfBody,
  type PdfRow,
  type PriceListColumnsAnswer,
} from '@portal/contracts';
import { compareGerman } from '@portal/list-view';
import { effectivePrice } from '@portal/rules';
import { layOutPages } from './page-frames.ts';
import { breakPages, pageContent } from './page-rows.ts';
import type { MadePdf, PdfHead } from './pdf-job.ts';
import { PDF_LAYOUTS } from './templates.ts';
import { measuringTypeface, typefaceOf } from './typeface.ts';

/** Prints rows in their order: pdfmake makes the pages, their rows are written onto them by hand (docs/adr). */
export async function makePdf(head: PdfHead, body: PdfBody): Promise<MadePdf> {
  const layout = PDF_LAYOUTS[body.template];
  const { columns } = layout;
  const { products } = body;
  const title = printable(body.title ?? '') || layout.title;
  const textsOf = (row: number) => columns.map((column) => printable(column.text(products[row] as PdfRow)));
  const pages = breakPages(products.length, textsOf, columns, await measuringTypeface());

  const document = await layOutPages({ head, title, layout, rowCount: products.length, pageCount: pages.length });
  const typeface = typefaceOf(document);
  for (const [number, page] of pages.entries()) {
    typeface.declareOn(document.switchToPage(number));
    document.addContent(pageContent(page, textsOf, columns, typeface));
  }
  return { bytes: await documentBytes(document), title };
}

/** A stored price list as rows: all products by name, ties by PZN, as the screen sorts at first (rule 10.11). */
export function priceListRows(list: Pick<PriceListColumnsAnswer['columns'], PrintedColumn>): PdfRow[] {
  const rows = list.pzn.map((pzn, row): PdfRow => {
    const priceType = list.priceType[row] ?? 0;
    const cents = effectivePrice({
      priceType,
      calculatedPrice: list.calculatedPrice[row] ?? null,
      ownPrice: list.ownPrice[row] ?? null,
    });
    return {
      pzn,
      name: list.name[row] ?? '',
      content: list.content[row] ?? null,
      price: cents === null ? PDF_NO_PRICE : cents / 100,
      priceinfo: PDF_PRICE_INFO.list[priceType],
    };
  });
  return rows.sort((a, b) => compareGerman(a.name, b.name) || (a.pzn < b.pzn ? -1 : 1));
}
type PrintedColumn = 'pzn' | 'name' | 'content' | 'calculatedPrice' | 'ownPrice' | 'priceType';

/** One line without control characters, with composed umlauts: the font has no glyphs for the others. */
export function printable(text: string): string {
  return PLAIN.test(text)
    ? text.trim()
    : text
        .normalize('NFC')
        .replace(/[\p{C}\p{Z}]+/gu, ' ')
        .trim();
}
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f€–…·]*$/;

/** A finished document as bytes. */
export async function documentBytes(document: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
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
