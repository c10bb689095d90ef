import type { LabelsBody } from '@portal/contracts';
import {
  formatDate,
  type LabelPiece,
  labelPages,
  labelPlace,
  labelScale,
  labelSheet,
  labelsPerPage,
  layOutLabel,
  layOutRulers,
  layOutTestLabel,
} from '@portal/rules';
import { closeDocument, openDocument, writePage } from '../../pdf/document.ts';
import { setLine, showLine, widthOf } from '../../pdf/lines.ts';
import { printableWith } from '../../pdf/printable.ts';
import type { Typeface } from '../../pdf/typeface.ts';
import type { LabelsHead, MadePdf } from './pdf-job.ts';

/** Points in a millimetre. */
const MM = 72 / 25.4;

type Position = { readonly page: number; readonly x: number; readonly y: number };

/** Rule 16.6: true size. */
export function makeLabels(head: LabelsHead, { labels, form, test }: LabelsBody): MadePdf {
  const sheet = labelSheet(form);
  const { page: size } = sheet;
  const scale = labelScale(form);
  const name = test ? 'Testseite' : 'Etiketten';
  const texts = { title: `${name}, ${head.pharmacyName}`, author: head.pharmacyName, at: new Date(head.at) };
  const pageSize = { width: size.width * MM, height: size.height * MM };
  const pageCount = test ? 1 : labelPages(sheet, labels.length, form.first);
  const document = openDocument(texts, pageCount, pageSize);
  const { fonts, tags } = document;
  const printable = printableWith(fonts);
  const measure = (text: string, millimetres: number) => widthOf(text, typefaceOf(millimetres)) / MM;
  const day = formatDate(new Date(head.at), 'dd.MM.yyyy');
  const perPage = labelsPerPage(sheet);
  for (let page = 0; page < pageCount; page += 1) {
    tags.turnPage();
    writePage(document, page, `0 g\n${test ? testPage() : labelsOf(page)}`);
  }
  return { bytes: closeDocument(document, { trueSize: true }), title: name };

  function labelsOf(page: number): string {
    const from = Math.max(0, page * perPage - (form.first - 1));
    const end = (page + 1) * perPage - (form.first - 1);
    let content = '';
    for (const [index, label] of labels.slice(from, end).entries()) {
      const printed = {
        name: printable(label.name),
        content: printable(label.content ?? ''),
        producer: printable(label.producer ?? ''),
      };
      const pieces = layOutLabel({ ...label, ...printed, lowestBefore: head.lowestBefore[label.pzn] }, sheet, form, {
        measure,
        day,
      });
      content += written(pieces, labelPlace(sheet, from + index, form), `Strichcode der PZN ${label.pzn}`);
    }
    return content;
  }

  function testPage(): string {
    const whole = { ...form, first: 1 };
    const corner = { page: 0, x: form.offsetX, y: form.offsetY };
    const outlines = Array.from({ length: perPage }, (_, index) =>
      written(
        layOutTestLabel(sheet, index + 1, measure),
        labelPlace(sheet, index, whole),
        `Umriss von Etikett ${index + 1}`,
      ),
    );
    return outlines.join('') + written(layOutRulers(sheet, measure), corner, 'Linien zum Nachmessen');
  }

  function typefaceOf(millimetres: number): Typeface {
    return fonts.typeface('normal', Number(points(millimetres)));
  }

  function written(pieces: readonly LabelPiece[], position: Position, meaning: string): string {
    let shown = '';
    let bars = '';
    for (const piece of pieces) {
      const x = position.x + piece.x * scale.x;
      const y = position.y + piece.y * scale.y;
      if (piece.kind === 'text') {
        const typeface = typefaceOf(piece.size * scale.text);
        const line = showLine(setLine(piece.text, typeface), x * MM, (size.height - y) * MM);
        shown += `BT /${typeface.id} ${typeface.size} Tf\n${line}ET\n`;
      } else {
        const height = piece.height * scale.y;
        bars += `${points(x)} ${points(size.height - y - height)} ${points(piece.width * scale.x)} ${points(height)} re f\n`;
      }
    }
    tags.open('Sect');
    const content = tags.leaf('P', shown) + (bars && tags.leaf('Figure', bars, { alt: meaning }));
    tags.close();
    return content;
  }
}

/** Points. */
function points(millimetres: number): string {
  return (millimetres * MM).toFixed(4);
}
