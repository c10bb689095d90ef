import type { LabelsBody } from '@portal/contracts';
import {
  formatDate,
  type LabelPiece,
  labelPages,
  labelPlace,
  labelSheet,
  labelsPerPage,
  layOutLabel,
} from '@portal/rules';
import { closeDocument, openDocument, writePage } from '../../pdf/document.ts';
import { type KitReference, kitOf } from '../../pdf/kit.ts';
import { setLine, showLine, widthOf } from '../../pdf/lines.ts';
import { printableWith } from '../../pdf/printable.ts';
import { openTags } from '../../pdf/tags.ts';
import { fontsOf, type Typeface } from '../../pdf/typeface.ts';
import type { LabelsHead, MadePdf } from './pdf-job.ts';

/** Points in a millimetre. */
const MM = 72 / 25.4;

/** Labels on their sheets, at true size: a viewer that honours it does not scale them (rule 16.6). */
export async function makeLabels(head: LabelsHead, { labels, form }: LabelsBody): Promise<MadePdf> {
  const sheet = labelSheet(form);
  const { page: size } = sheet;
  const texts = { title: `Etiketten, ${head.pharmacyName}`, author: head.pharmacyName, at: new Date(head.at) };
  const pageSize = { width: size.width * MM, height: size.height * MM };
  const document = await openDocument(texts, labelPages(sheet, labels.length, form.first), pageSize);
  printAtTrueSize(document);
  const fonts = fontsOf(document);
  const tags = openTags(document);
  const printable = printableWith(fonts);
  const at = {
    measure: (text: string, millimetres: number) => widthOf(text, typefaceOf(millimetres)) / MM,
    day: formatDate(new Date(head.at), 'dd.MM.yyyy'),
  };
  const perPage = labelsPerPage(sheet);
  for (let from = 0, page = 0; from < labels.length; page += 1) {
    const end = (page + 1) * perPage - (form.first - 1);
    const kitPage = document.switchToPage(page);
    tags.turnTo(kitPage);
    let content = '';
    for (const [index, label] of labels.slice(from, end).entries()) {
      const printed = {
        name: printable(label.name),
        content: printable(label.content ?? ''),
        producer: printable(label.producer ?? ''),
      };
      const pieces = layOutLabel({ ...label, ...printed }, sheet, form, at);
      content += written(pieces, labelPlace(sheet, from + index, form), label.pzn);
    }
    writePage(document, `0 g\n${content}`);
    fonts.declareOn(kitPage);
    from = end;
  }
  tags.end();
  return { bytes: await closeDocument(document), title: 'Etiketten' };

  function typefaceOf(millimetres: number): Typeface {
    return fonts.typeface('normal', Number(points(millimetres)));
  }

  /** A label's pieces on its page: its texts are read aloud, the bars of its codes as the PZN they mean. */
  function written(pieces: readonly LabelPiece[], place: { x: number; y: number }, pzn: string): string {
    let shown = '';
    let bars = '';
    for (const piece of pieces) {
      const x = (place.x + piece.x) * MM;
      if (piece.kind === 'text') {
        const typeface = typefaceOf(piece.size);
        const line = showLine(setLine(piece.text, typeface), x, (size.height - place.y - piece.y) * MM);
        shown += `BT /${typeface.id} ${typeface.size} Tf\n${line}ET\n`;
      } else {
        const y = points(size.height - place.y - piece.y - piece.height);
        bars += `${points(place.x + piece.x)} ${y} ${points(piece.width)} ${points(piece.height)} re f\n`;
      }
    }
    tags.open('Sect');
    const content = tags.leaf('P', shown) + (bars && tags.leaf('Figure', bars, { alt: `Strichcode der PZN ${pzn}` }));
    tags.close();
    return content;
  }
}

function printAtTrueSize(document: PDFKit.PDFDocument): void {
  const preferences = kitOf(document)._root.data['ViewerPreferences'] as KitReference;
  preferences.data['PrintScaling'] = 'None';
}

/** To a ten-thousandth of a point, far below what printers can place. */
function points(millimetres: number): string {
  return (millimetres * MM).toFixed(4);
}
