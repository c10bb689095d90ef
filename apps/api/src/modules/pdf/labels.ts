import type { LabelsBody } from '@portal/contracts';
import {
  formatDate,
  type LabelPiece,
  labelPages,
  labelPlace,
  labelSheet,
  labelsPerPage,
  layOutLabel,
  type LabelSheet,
} from '@portal/rules';
import pdfmake from 'pdfmake';
import { documentBytes, printable } from './make-pdf.ts';
import type { LabelsHead, MadePdf } from './pdf-job.ts';
import { type Typeface, typefaceOf } from './typeface.ts';

/** Points in a millimetre. */
const MM = 72 / 25.4;

/** Labels on their sheets, at true size: a viewer that honours it does not scale them (rule 16.6). */
export async function makeLabels(head: LabelsHead, { labels, form }: LabelsBody): Promise<MadePdf> {
  const sheet = labelSheet(form);
  const document = await emptyPages(head, sheet, labelPages(sheet, labels.length, form.first));
  const typeface = typefaceOf(document);
  const at = { measure: measureBy(typeface), day: formatDate(new Date(head.at), 'dd.MM.yyyy') };
  const perPage = labelsPerPage(sheet);
  for (let from = 0, page = 0; from < labels.length; page += 1) {
    const end = (page + 1) * perPage - (form.first - 1);
    let content = '';
    for (const [index, label] of labels.slice(from, end).entries()) {
      const texts = {
        name: printable(label.name),
        content: printable(label.content ?? ''),
        producer: printable(label.producer ?? ''),
      };
      const pieces = layOutLabel({ ...label, ...texts }, sheet, form, at);
      content += written(pieces, labelPlace(sheet, from + index, form), typeface);
    }
    typeface.declareOn(document.switchToPage(page));
    document.addContent(`q 1 0 0 -1 0 ${points(sheet.page.height)} cm 0 g\n${content}Q`);
    from = end;
  }
  return { bytes: await documentBytes(document), title: 'Etiketten' };

  /** Where a label's pieces go on its page; content streams count from below. */
  function written(pieces: readonly LabelPiece[], place: { x: number; y: number }, font: Typeface): string {
    let stream = '';
    for (const piece of pieces) {
      const x = points(place.x + piece.x);
      if (piece.kind === 'text') {
        const y = points(sheet.page.height - place.y - piece.y);
        stream += `BT /${font.id} ${points(piece.size)} Tf 1 0 0 1 ${x} ${y} Tm <${codesOf(piece.text, font)}> Tj ET\n`;
      } else {
        const y = points(sheet.page.height - place.y - piece.y - piece.height);
        stream += `${x} ${y} ${points(piece.width)} ${points(piece.height)} re f\n`;
      }
    }
    return stream;
  }
}

/** The part of pdfkit's document used here, which its types leave out: what `displayTitle` has made. */
type KitDocument = { _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } } };

/** pdfmake makes the pages, as it does for lists; they stay open. */
async function emptyPages(head: LabelsHead, { page }: LabelSheet, count: number): Promise<PDFKit.PDFDocument> {
  const title = `Etiketten, ${head.pharmacyName}`;
  const definition = {
    pageSize: { width: page.width * MM, height: page.height * MM },
    pageMargins: 0,
    info: { title, author: head.pharmacyName, creator: 'Preisportal', creationDate: new Date(head.at) },
    language: 'de-DE',
    displayTitle: true,
    defaultStyle: { font: 'Roboto' },
    content: Array.from({ length: count }, (_, at) => ({ text: '', ...(at > 0 && { pageBreak: 'before' as const }) })),
  };
  const document = await pdfmake.createPdf(definition, { bufferPages: true }).getStream();
  const { _root: root } = document as unknown as KitDocument;
  root.data.ViewerPreferences.data.PrintScaling = 'None';
  return document;
}

function measureBy(typeface: Typeface) {
  return (text: string, size: number) => {
    let advance = 0;
    for (const character of text) advance += typeface.glyphOf(character).advance;
    return (advance * size) / 1000;
  };
}

function codesOf(text: string, typeface: Typeface): string {
  let codes = '';
  for (const character of text) codes += typeface.glyphOf(character).code;
  return codes;
}

/** To a ten-thousandth of a point, far below what printers can place. */
function points(millimetres: number): string {
  return (millimetres * MM).toFixed(4);
}
