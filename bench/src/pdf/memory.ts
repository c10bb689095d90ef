import type { PdfBody } from '@portal/contracts';
import { plainTable } from './plain-table.ts';
import { benchRows } from './rows.ts';

/**
 * `memory.ts portal|plain ROWS` prints the MB that this process grows by at its peak while it makes one PDF: what a process
 * of the portal's pool takes, or a worker thread for the plain table.
 */
const [maker, rows] = process.argv.slice(2);
const count = Number(rows);
const before = process.memoryUsage.rss();

if (maker === 'plain') await plainTable(count);
else {
  const json = JSON.stringify({ template: 'approvalPricelist', products: benchRows(count) });
  const head = { productGroup: 'OTC', pharmacyName: 'Bench', apoId: 1, at: 0 } as const;
  // Loaded only now: a process of the pool starts with nothing either.
  const { makePdf } = await import('@portal/api/modules/pdf/make-pdf.ts');
  makePdf(head, JSON.parse(json) as PdfBody);
}
process.stdout.write(String((process.resourceUsage().maxRSS * 1024 - before) / 1e6));
