import type { Request } from 'express';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { watchPool } from '../../metrics/watch-pool.ts';
import { readLowestBefore } from '../price-periods/index.ts';
import { readListPieces } from '../price-lists/index.ts';
import { findPdf, keepPdf, type PdfFile, prefersLink } from './pdf-links.ts';
import { createPdfPool } from './pdf-pool.ts';
import { readApproval } from './read-approval.ts';
import { pdfHead, sendFile, sendPdf } from './send-pdf.ts';

/** Rules 10.11 and 16.6; rows are only parsed in child processes. */
export function pdfHandlers({
  database,
  clock,
  metrics,
}: Deps): Handlers<'createPdf' | 'createLabels' | 'getPriceListPdf' | 'openPdf'> {
  const pool = createPdfPool();
  watchPool(metrics, 'pdf', pool);

  return {
    async createPdf({ pharmacy, params, query, body, holder, request, response, signal }) {
      const approval =
        query.approval === undefined
          ? {}
          : { approval: await readApproval(database.pool, pharmacy, params.productGroup, query.approval) };
      const head = { ...pdfHead(pharmacy, params.productGroup, clock.now()), ...approval };
      const call = { holder, response, signal, ...keeping(request, pharmacy) };
      return sendPdf(pool, call, { kind: 'body', head, json: body.blocks, lists: body.lists });
    },

    async createLabels({ pharmacy, body, holder, request, response, signal }) {
      const lowestBefore = await readLowestBefore(database.pool, pharmacy, clock.now());
      const head = { pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: clock.now().getTime(), lowestBefore };
      const call = { holder, response, signal, ...keeping(request, pharmacy) };
      return sendPdf(pool, call, { kind: 'labels', head, json: body.blocks, lists: body.lists });
    },

    async openPdf({ params, response }) {
      sendFile(response, await findPdf({ database, clock }, params.apoId, params.ticket));
    },

    async getPriceListPdf({ pharmacy, params, holder, response, signal }) {
      const head = pdfHead(pharmacy, params.productGroup, clock.now());
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      const json = await readListPieces(database.pool, list);
      return sendPdf(pool, { holder, response, signal }, { kind: 'priceList', head, json });
    },
  };

  function keeping(request: Request, { apoId }: { apoId: number }) {
    return prefersLink(request) ? { keep: (file: PdfFile) => keepPdf({ database, clock }, apoId, file) } : {};
  }
}
