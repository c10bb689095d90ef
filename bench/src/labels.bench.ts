import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { FIRST_LABEL_FORM } from '@portal/rules';
import { startBenchPortal } from './bench-portal.ts';
import { call } from './call.ts';
import { interleave, report } from './measure.ts';
import { benchRows } from './pdf/rows.ts';

/**
 * 500 shelf labels as PDF against as many rows of a list, and the start page's count of open labels against a bare count of the
 * pharmacy's lists; by turns in one run, through the portal's own calls.
 */
const COUNT = 500;
const ROUNDS = 7;

const portal = await startBenchPortal();
const { apoId, token } = OWNER_PHARMACY;
const url = `${portal.url}/api/price/labels/${apoId}/${token}`;
const rows = benchRows(COUNT);
const labels = rows.map(({ pzn, name }, at) => ({
  pzn,
  name,
  content: '50 ml',
  producer: 'Muster',
  effectivePrice: 495 + at,
}));

async function print(path: string, body: object): Promise<void> {
  const response = await fetch(`${portal.url}${path}`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer bench',
      Cookie: `XSRF-TOKEN=${'x'.repeat(43)}`,
      'X-XSRF-TOKEN': 'x'.repeat(43),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`the portal answered ${response.status}`);
  await response.arrayBuffer();
}

const pdfs = await interleave(
  {
    labels: () =>
      print(`/api/price/labels/${apoId}/${token}/pdf`, { labels, form: { ...FIRST_LABEL_FORM, dataMatrix: true } }),
    list: () => print(`/api/price/pdf/${apoId}/${token}/OTC`, { template: 'approvalPricelist', products: rows }),
  },
  ROUNDS,
);
process.stdout.write(`\n${COUNT} labels, medians of ${ROUNDS} interleaved runs\n`);
report('labels, request to last byte', `${pdfs.labels.ms.toFixed(0)} ms`, {
  text: '<= 2000 ms',
  holds: pdfs.labels.ms <= 2_000,
});
report('labels / rows of a list', `${(pdfs.labels.ms / pdfs.list.ms).toFixed(2)} x`);

const { rows: listed } = await portal.pool.query<{ pzn: string; count: number }>(
  'SELECT min(pzn) AS pzn, count(*)::int AS count FROM price_item WHERE apo_id = $1',
  [apoId],
);
await call(`${url}/printed`, 'POST', { labels: [{ pzn: listed[0]?.pzn, price: 1 }] });
const counts = await interleave(
  {
    state: () => call(url, 'GET'),
    bare: () => portal.pool.query('SELECT count(calculated_price) FROM price_item WHERE apo_id = $1', [apoId]),
  },
  ROUNDS,
);
process.stdout.write(`\nOpen labels among ${listed[0]?.count.toLocaleString('en')} articles\n`);
report('count, request to last byte', `${counts.state.ms.toFixed(0)} ms`);
report('count / bare count of the lists', `${(counts.state.ms / counts.bare.ms).toFixed(2)} x`);

await portal.pool.end();
await portal.close();
