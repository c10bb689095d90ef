import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { readListPieces } from '../price-lists/index.ts';
import { createPdfPool, type PdfPool } from './pdf-pool.ts';
import { readApproval } from './read-approval.ts';
import { pdfHead, sendPdf } from './send-pdf.ts';

/** Price lists, approvals and shelf labels on paper (rules 10.11 and 16.6). Rows are parsed, validated and printed in processes of their own only. */
export function pdfHandlers({
  database,
  clock,
  metrics,
}: Deps): Handlers<'createPdf' | 'createLabels' | 'getPriceListPdf'> {
  const pool = createPdfPool();
  if (metrics) watchPool(pool, metrics);

  return {
    async createPdf({ pharmacy, params, query, body, caller, response }) {
      const approval =
        query.approval === undefined
          ? {}
          : { approval: await readApproval(database.pool, pharmacy, params.productGroup, query.approval) };
      const head = { ...pdfHead(pharmacy, params.productGroup, clock.now()), ...approval };
      return sendPdf(pool, { caller, response }, { kind: 'body', head, json: [body.bytes], lists: body.lists });
    },

    createLabels({ pharmacy, body, caller, response }) {
      const head = { pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: clock.now().getTime() };
      return sendPdf(pool, { caller, response }, { kind: 'labels', head, json: [body.bytes], lists: body.lists });
    },

    async getPriceListPdf({ pharmacy, params, caller, response }) {
      const head = pdfHead(pharmacy, params.productGroup, clock.now());
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      const json = [Buffer.concat(await readListPieces(database.pool, list))];
      return sendPdf(pool, { caller, response }, { kind: 'priceList', head, json });
    },
  };
}

function watchPool(pool: PdfPool, metrics: Metrics): void {
  const jobs = metrics.gauge('portal_pdf_jobs', 'PDFs that are being made and that wait for a process', ['state']);
  metrics.onScrape(() => {
    for (const [state, count] of Object.entries(pool.load())) jobs.set({ state }, count);
  });
}
