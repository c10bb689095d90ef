import { Console } from 'node:console';
import {
  bodyBounds,
  ENDPOINTS,
  joinPieces,
  type LabelsBody,
  type PdfBody,
  type PriceListPieces,
} from '@portal/contracts';
import { z } from 'zod';
import { PortalError } from '../../http/errors.ts';
import { bodyForm, parseBody } from '../../http/parse-body.ts';
import { TEXT } from '../../texts/de.ts';
import { makeLabels } from './labels.ts';
import { makePdf, priceListRows } from './make-pdf.ts';
import { TooManyPages } from './page-rows.ts';
import type { MadePdf, PdfAnswer, PdfOrder } from './pdf-job.ts';
import { GERMAN } from '../../texts/zod-german.ts';

// A process of its own that makes one PDF after the other (docs/adr/0022). Orders and answers travel over the channel to the
// server, the bytes of both over standard input and output.
z.config(GERMAN); // validation messages in German, as in the server
globalThis.console = new Console(process.stderr);

// It ends with the server, not by signals that a terminal sends to both: the server finishes what is under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

const form = bodyForm(ENDPOINTS.createPdf.body, bodyBounds(ENDPOINTS.createPdf).rows, { printed: true });
const labelsForm = bodyForm(ENDPOINTS.createLabels.body, bodyBounds(ENDPOINTS.createLabels).rows, { printed: true });

process.on('message', (order: PdfOrder) => {
  void receive(order.size)
    .then((json) => carryOut(order, json))
    .then(send, (error: unknown) => answer(failureOf(error)));
});

async function carryOut(order: PdfOrder, json: Buffer): Promise<MadePdf> {
  if (order.kind === 'priceList') {
    const { columns } = joinPieces(JSON.parse(json.toString('utf8')) as PriceListPieces);
    return makePdf(order.head, { products: priceListRows(columns), template: 'pricelist' });
  }
  if (order.kind === 'labels') {
    return makeLabels(order.head, (await parseBody(labelsForm, { bytes: json, lists: order.lists })) as LabelsBody);
  }
  return makePdf(order.head, (await parseBody(form, { bytes: json, lists: order.lists })) as PdfBody);
}

/** The next bytes of standard input. The server sends those of one job at a time. */
function receive(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let received = 0;
  return new Promise((resolve) => {
    if (size === 0) return resolve(bytes);
    const onData = (chunk: Buffer) => {
      received += chunk.copy(bytes, received);
      if (received < size) return;
      process.stdin.off('data', onData).pause();
      resolve(bytes);
    };
    process.stdin.on('data', onData).resume();
  });
}

function send({ bytes, title }: MadePdf): void {
  answer({ status: 'made', size: bytes.length, title });
  process.stdout.write(bytes);
}

function answer(message: PdfAnswer): void {
  process.send?.(message);
}

function failureOf(error: unknown): PdfAnswer {
  if (error instanceof TooManyPages)
    return { status: 'refused', httpStatus: 422, message: TEXT.pdf.tooLong, issues: [] };
  if (error instanceof PortalError) {
    const { httpStatus, message, details } = error;
    return { status: 'refused', httpStatus, message, issues: details.issues ?? [] };
  }
  const { message, stack } = error as Error;
  return { status: 'failed', message, stack };
}
