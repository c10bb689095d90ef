import { createPdfPool } from '@portal/api/modules/pdf/pdf-pool.ts';
import { plainTable } from './plain-table.ts';
import { benchRows } from './rows.ts';

/** `memory.ts portal|plain ROWS` prints the MB that this process grows by at its peak while it makes one PDF. */
const [maker, rows] = process.argv.slice(2);
const count = Number(rows);
const before = process.memoryUsage.rss();

if (maker === 'plain') await plainTable(count);
else {
  const json = new TextEncoder().encode(JSON.stringify({ template: 'approvalPricelist', products: benchRows(count) }));
  const pool = createPdfPool();
  const head = { productGroup: 'OTC', pharmacyName: 'Bench', apoId: 1, at: 0 } as const;
  await pool.run({ kind: 'body', head, json }, { user: 'bench', signal: new AbortController().signal });
  await pool.close();
}
process.stdout.write(String((process.resourceUsage().maxRSS * 1024 - before) / 1e6));
