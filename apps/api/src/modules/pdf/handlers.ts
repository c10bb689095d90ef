import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/implement.ts';
import { watchPool } from '../../metrics/watch-pool.ts';
import { readListPieces } from '../price-lists/index.ts';
import { createPdfPool } from './pdf-pool.ts';
import { readApproval } from './read-approval.ts';
import { pdfHead, sendPdf } from './send-pdf.ts';

/** Price lists, approvals and shelf labels on paper (rules 10.11 and 16.6). Rows are parsed, validated and printed in processes of their own only. */
export function pdfHandlers({
  database,
  clock,
  metrics,
}: Deps): Handlers<'createPdf' | 'createLabels' | 'getPriceListPdf'> {
  const pool = createPdfPool();
  watchPool(metrics, 'pdf', pool);

  return {
    async createPdf({ pharmacy, params, query, body, holder, response, signal }) {
      const approval =
        query.approval === undefined
          ? {}
          : { approval: await readApproval(database.pool, pharmacy, params.productGroup, query.approval) };
      const head = { ...pdfHead(pharmacy, params.productGroup, clock.now()), ...approval };
      return sendPdf(pool, { holder, response, signal }, { kind: 'body', head, json: [body.bytes], lists: body.lists });
    },

    createLabels({ pharmacy, body, holder, response, signal }) {
      const head = { pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: clock.now().getTime() };
      return sendPdf(
        pool,
        { holder, response, signal },
        { kind: 'labels', head, json: [body.bytes], lists: body.lists },
      );
    },

    async getPriceListPdf({ pharmacy, params, holder, response, signal }) {
      const head = pdfHead(pharmacy, params.productGroup, clock.now());
      const list = { apoId: pharmacy.listApoId, group: params.productGroup };
      const json = [Buffer.concat(await readListPieces(database.pool, list))];
      return sendPdf(pool, { holder, response, signal }, { kind: 'priceList', head, json });
    },
  };
}
