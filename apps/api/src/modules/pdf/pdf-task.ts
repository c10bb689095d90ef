import {
  bodyBounds,
  ENDPOINTS,
  joinPieces,
  type LabelsBody,
  type PdfBody,
  type PriceListPieces,
  REASON,
} from '@portal/contracts';
import { z } from 'zod';
import type { Task } from '../../child-pool/messages.ts';
import { PortalError } from '../../http/errors.ts';
import { bodyForm, parseBody } from '../../http/parse-body.ts';
import { TEXT } from '../../texts/de.ts';
import { GERMAN } from '../../texts/zod-german.ts';
import { makeLabels } from './labels.ts';
import { makePdf, priceListRows } from './make-pdf.ts';
import { TooManyPages } from './page-rows.ts';
import type { MadePdf, PdfOrder } from './pdf-job.ts';

z.config(GERMAN); // validation messages in German, as in the server

const form = bodyForm(ENDPOINTS.createPdf.body, bodyBounds(ENDPOINTS.createPdf).rows, { printed: true });
const labelsForm = bodyForm(ENDPOINTS.createLabels.body, bodyBounds(ENDPOINTS.createLabels).rows, { printed: true });

const task: Task<PdfOrder, string> = async (order, json) => {
  try {
    const { bytes, title } = await make(order, json);
    return { answer: title, parts: [bytes] };
  } catch (error) {
    throw error instanceof TooManyPages ? new PortalError(422, REASON.invalid, TEXT.pdf.tooLong) : error;
  }
};
export default task;

async function make(order: PdfOrder, json: Buffer): Promise<MadePdf> {
  if (order.kind === 'priceList') {
    const { columns } = joinPieces(JSON.parse(json.toString('utf8')) as PriceListPieces);
    return makePdf(order.head, { products: priceListRows(columns), template: 'pricelist' });
  }
  if (order.kind === 'labels') {
    return makeLabels(order.head, (await parseBody(labelsForm, { bytes: json, lists: order.lists })) as LabelsBody);
  }
  return makePdf(order.head, (await parseBody(form, { bytes: json, lists: order.lists })) as PdfBody);
}
