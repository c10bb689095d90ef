import {
  PDF_NO_PRICE,
  PDF_PRICE_INFO,
  type PdfBody,
  type PdfRow,
  type PriceListColumnsAnswer,
} from '@portal/contracts';
import { compareGerman } from '@portal/list-view';
import { effectivePrice, namesOfSeveralProducers } from '@portal/rules';
import { closeDocument, openDocument, writePage } from '../../pdf/document.ts';
import { printableWith } from '../../pdf/printable.ts';
import { measuringFonts } from '../../pdf/typeface.ts';
import { addBookmarks } from './bookmarks.ts';
import { framesOf, frameTexts } from './page-frames.ts';
import { breakPages, FONT_SIZE, pageContent } from './page-rows.ts';
import type { MadePdf, PdfHead } from './pdf-job.ts';
import { PDF_LAYOUTS } from './templates.ts';

/** Prints rows in their order (ADR 62). */
export function makePdf(head: PdfHead, body: PdfBody): MadePdf {
  const layout = PDF_LAYOUTS[body.template];
  const { columns } = layout;
  const { products } = body;
  const measuring = measuringFonts();
  const printable = printableWith(measuring);
  const title = printable(body.title ?? '') || layout.title;
  const textsOf = (row: number) => columns.map((column) => printable(column.text(products[row] as PdfRow)));
  const pages = breakPages(products.length, textsOf, columns, measuring.typeface('normal', FONT_SIZE));
  const texts = frameTexts(head, { title, legend: layout.legend, rowCount: products.length }, printable);

  const document = openDocument(
    {
      title: [texts.title, texts.pharmacyName, texts.update].filter(Boolean).join(', '),
      author: texts.pharmacyName,
      at: new Date(head.at),
    },
    pages.length,
  );
  const { fonts, tags } = document;
  const frame = framesOf(texts, { layout, pageCount: pages.length, fonts, tags });
  const typeface = fonts.typeface('normal', FONT_SIZE);
  for (const [number, page] of pages.entries()) {
    tags.turnPage();
    writePage(document, number, frame(number) + pageContent(page, textsOf, columns, typeface, tags));
  }
  const outlines = addBookmarks(
    document,
    texts.title,
    pages.map(({ first }) => printable(products[first]?.name ?? '')),
  );
  return { bytes: closeDocument(document, { outlines }), title };
}

/** By name, ties by PZN (rule 10.11). */
export function priceListRows(list: Pick<PriceListColumnsAnswer['columns'], PrintedColumn>): PdfRow[] {
  const ambiguous = namesOfSeveralProducers(list.name, list.producer);
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
      producer: ambiguous.has(list.name[row] ?? '') ? list.producer[row] : null,
      content: list.content[row] ?? null,
      price: cents === null ? PDF_NO_PRICE : cents / 100,
      priceinfo: PDF_PRICE_INFO.list[priceType],
    };
  });
  return rows.sort((a, b) => compareGerman(a.name, b.name) || (a.pzn < b.pzn ? -1 : 1));
}
type PrintedColumn = 'pzn' | 'name' | 'producer' | 'content' | 'calculatedPrice' | 'ownPrice' | 'priceType';
