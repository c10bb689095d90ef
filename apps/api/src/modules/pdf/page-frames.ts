import { formatDate } from '@portal/rules';
import pdfmake from 'pdfmake';
import type { Column, Content, ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.d.ts';
import type { PdfHead } from './pdf-job.ts';
import { PAGE } from './page-rows.ts';
import { COLUMN_GAP, type PdfLayout, TABLE_WIDTH } from './templates.ts';

const GROUP_NAME = { OTC: 'OTC', FREIWAHL: 'Freiwahl', HILFSMITTEL: 'Hilfsmittel' } as const;
const ACCENT = '#0f5c63';
const GREY = '#4a5557';
const MARGINS: [number, number, number, number] = [PAGE.left, 30, PAGE.left, 0];

export type FrameTexts = { head: PdfHead; title: string; layout: PdfLayout; rowCount: number; pageCount: number };

/**
 * The pages without their rows, by pdfmake: on each the title, pharmacy and date, the headings of the columns, and at the
 * foot the legend and the page number. All pages stay open, so that rows can be written onto them.
 */
export function layOutPages(texts: FrameTexts): Promise<PDFKit.PDFDocument> {
  return pdfmake.createPdf(definition(texts), { bufferPages: true }).getStream();
}

function definition(texts: FrameTexts): TDocumentDefinitions {
  const { head, layout, rowCount, pageCount } = texts;
  const title = `${cut(texts.title, 60)} · ${GROUP_NAME[head.productGroup]}`;
  const at = new Date(head.at);
  const pageBody = (page: number): Content => ({
    text: page === 0 && rowCount === 0 ? 'Keine Artikel.' : '',
    ...(page === 0 ? {} : { pageBreak: 'before' as const }),
  });
  return {
    pageSize: 'A4',
    pageMargins: [PAGE.left, PAGE.top + 2, PAGE.left, PAGE.bottom],
    info: {
      title: `${title}, ${head.pharmacyName}`,
      author: head.pharmacyName,
      creator: 'Preisportal',
      creationDate: at,
    },
    language: 'de-DE',
    displayTitle: true,
    defaultStyle: { font: 'Roboto', fontSize: 8, color: GREY },
    content: Array.from({ length: pageCount }, (_, page) => pageBody(page)),
    header: () => ({
      margin: MARGINS,
      stack: [
        twoSides(
          { text: title, bold: true, fontSize: 13, color: ACCENT, noWrap: true },
          { text: `Stand ${formatDate(at, 'dd.MM.yyyy HH:mm')} Uhr`, margin: [0, 4, 0, 0] },
          120,
        ),
        twoSides(
          {
            text: `${cut(head.pharmacyName, 70)} · APO-ID ${head.apoId}`,
            fontSize: 9,
            color: 'black',
            noWrap: true,
            margin: [0, 2, 0, 0],
          },
          { text: `${germanCount(rowCount)} Artikel`, margin: [0, 3, 0, 0] },
          80,
        ),
        headings(layout),
      ],
    }),
    footer: (page, count) => ({
      margin: [PAGE.left, 14, PAGE.left, 0],
      columns: [
        { width: '*', text: [approvedBy(head), layout.legend].filter(Boolean).join(' · ') },
        {
          width: 120,
          alignment: 'right',
          text: `Seite ${germanCount(page)} von ${germanCount(count)}`,
        },
      ],
    }),
  };
}

/** Who approved the package and when; nothing on a price list. */
function approvedBy({ approval }: PdfHead): string {
  if (!approval) return '';
  return `Freigegeben von ${cut(approval.approver, 50)} am ${formatDate(new Date(approval.at), 'dd.MM.yyyy HH:mm')} Uhr`;
}

function twoSides(left: ContentText, right: ContentText, rightWidth: number): Content {
  const columns: Column[] = [
    { ...left, width: '*' },
    { ...right, width: rightWidth, alignment: 'right' },
  ];
  return { columns };
}

/** The repeated header row, on the same lines as the rows below it. */
function headings({ columns }: PdfLayout): Content {
  return {
    stack: [
      {
        columnGap: COLUMN_GAP,
        columns: columns.map(({ heading, width, align }) => ({
          width,
          text: heading,
          alignment: align,
          bold: true,
          color: 'black',
          noWrap: true,
        })),
      },
      { canvas: [{ type: 'line', x1: 0, y1: 3, x2: TABLE_WIDTH, y2: 3, lineWidth: 0.8, lineColor: ACCENT }] },
    ],
    margin: [0, 10, 0, 0],
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

const wholeNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 0 });

function germanCount(count: number): string {
  return wholeNumber.format(count);
}
