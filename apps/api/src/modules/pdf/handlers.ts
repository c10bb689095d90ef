import type { Request } from 'express';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { readListPieces } from '../price-lists/index.ts';
import { findPdf, keepPdf, type PdfFile, prefersLink } from './pdf-links.ts';
import { createPdfPool, type PdfPool } from './pdf-pool.ts';
import { readApproval } from './read-approval.ts';
import { pdfHead, sendFile, sendPdf } from './send-pdf.ts';

/** Price lists, approvals and shelf labels on paper (rules 10.11 and 16.6). Rows are parsed, validated and printed in processes of their own only. */
export function pdfHandlers({
  database,
  clock,
  metrics,
}: Deps): Handlers<'createPdf' | 'createLabels' | 'getPriceListPdf' | 'openPdf'> {
  const pool = createPdfPool();
  if (metrics) watchPool(pool, metrics);

  return {
    async createPdf({ pharmacy, params, query, body, caller, request, response }) {
      const approval =
        query.approval === undefined
          ? {}
          : { approval: await readApproval(database.pool, pharmacy, params.productGroup, query.approval) };
      const head = { ...pdfHead(pharmacy, params.productGroup, clock.now()), ...approval };
      const call = { caller, response, ...keeping(request, pharmacy) };
      return sendPdf(pool, call, { kind: 'body', head, json: [body.bytes], lists: body.lists });
    },

    createLabels({ pharmacy, body, caller, request, response }) {
      const head = { pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: clock.now().getTime() };
      const call = { caller, response, ...keeping(request, pharmacy) };
      return sendPdf(pool, call, { kind: 'labels', head, json: [body.bytes], lists: body.lists });
    },

    async openPdf({ params, response }) {
      sendFile(response, await findPdf({ database, clock }, params.apoId, params.ticket));
    },

    async getPriceListPdf({ pharmacy, params, caller, response }) {
      const head = pdfHead(pharmacy, params.productGroup, clock.now());
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      const json = [Buffer.concat(await readListPieces(database.pool, list))];
      return sendPdf(pool, { caller, response }, { kind: 'priceList', head, json });
    },
  };

  function keeping(request: Request, { apoId }: { apoId: number }) {
    return prefersLink(request) ? { keep: (file: PdfFile) => keepPdf({ database, clock }, apoId, file) } : {};
  }
}

function watchPool(pool: PdfPool, metrics: Metrics): void {
  const jobs = metrics.gauge('portal_pdf_jobs', 'PDFs that are being made and that wait for a process', ['state']);
  metrics.onScrape(() => {
    for (const [state, count] of Object.entries(pool.load())) jobs.set({ state }, count);
  });
}
