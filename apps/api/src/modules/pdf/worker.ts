import { parentPort } from 'node:worker_threads';
import { pdfBodySchema, type PriceListColumnsAnswer } from '@portal/contracts';
import { z } from 'zod';
import { de } from 'zod/locales';
import { makePdf, priceListRows } from './make-pdf.ts';
import type { PdfJob, PdfOutcome } from './pdf-job.ts';

/** A worker thread: one job after the other, each answered with one outcome. */
z.config(de()); // validation messages in German, as on the main thread

parentPort?.on('message', (job: PdfJob) => {
  void carryOut(job)
    .catch((error: unknown): PdfOutcome => ({ status: 'failed', error: error as Error }))
    .then((outcome) => {
      parentPort?.postMessage(outcome, outcome.status === 'made' ? [outcome.pdf.bytes.buffer] : []);
    });
});

async function carryOut(job: PdfJob): Promise<PdfOutcome> {
  let data: unknown;
  try {
    data = JSON.parse(Buffer.from(job.json.buffer, job.json.byteOffset, job.json.byteLength).toString('utf8'));
  } catch {
    return { status: 'malformed' };
  }
  if (job.kind === 'priceList') {
    const products = priceListRows(data as PriceListColumnsAnswer['columns']);
    return { status: 'made', pdf: await makePdf(job.head, { products, template: 'pricelist' }) };
  }
  const parsed = pdfBodySchema.safeParse(data);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
    return { status: 'invalid', issues: issues.slice(0, 200) };
  }
  return { status: 'made', pdf: await makePdf(job.head, parsed.data) };
}
