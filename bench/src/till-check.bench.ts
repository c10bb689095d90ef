import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { pznCheckDigit } from '@portal/rules';
import { startBenchPortal } from './bench-portal.ts';
import { interleave, report } from './measure.ts';

/**
 * A Kassenabgleich of 40,000 rows (rule 9.30) from the headings to the rows, of which 31,000 are on the lists: with three
 * differences, and with another price everywhere, beside the price import of the same file.
 */
const ROWS = 40_000;
const ROUNDS = 5;
const XSRF = 'x'.repeat(43);
const HEADERS = { Authorization: 'Bearer bench', Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF };
const { crmCompanyId, token } = OWNER_PHARMACY;
const portal = await startBenchPortal();
const { rows: listed } = await portal.pool.query<{ pzn: string; cents: number }>(
  `SELECT pzn, ((CASE price_type WHEN 0 THEN calculated_price ELSE manual_price END) * 100)::int AS cents
     FROM price_item JOIN pharmacy USING (apo_id) WHERE crm_company_id = $1 AND price_type <> 1`,
  [crmCompanyId],
);
const known = new Set(listed.map(({ pzn }) => pzn));
const foreign: string[] = [];
for (let base = 1_000_000; foreign.length < ROWS - listed.length; base += 1) {
  const digit = pznCheckDigit(String(base));
  if (digit !== undefined && !known.has(`${base}${digit}`)) foreign.push(`${base}${digit}`);
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
function exportOf(differs: (row: number) => boolean): Blob {
  const own = listed.map(({ pzn, cents }, row) => `${pzn};Artikel;1,00;${euros(differs(row) ? cents + 10 : cents)}`);
  const others = foreign.map((pzn) => `${pzn};Artikel;1,00;4,95`);
  return new Blob([['PZN;Artikel;EK;VK', ...own, ...others, ''].join('\r\n')], { type: 'text/csv' });
}

async function ask<Answer>(path: string, form?: FormData): Promise<Answer> {
  const response = await fetch(`${portal.url}${path}`, {
    headers: HEADERS,
    ...(form && { method: 'POST', body: form }),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const formOf = (file: Blob) => (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('csv', file, 'Artikel.csv');
  return body;
};
const COLUMNS = { pzncolumn: 'PZN', pricecolumn: 'VK' };

async function importFile(file: Blob): Promise<void> {
  const form = formOf(file);
  await ask('/api/price/csvMetaData', form({ type: 'priceimport' }));
  await ask('/api/price/import', form({ type: 'priceimport', ...COLUMNS }));
}

const check = (file: Blob, expected: number) => async () => {
  const form = formOf(file);
  await ask('/api/price/csvMetaData', form({ type: 'priceimport' }));
  const path = `/api/price/tillcheck/${crmCompanyId}/${token}`;
  await ask(path, form(COLUMNS));
  const { rows } = await ask<{ rows: unknown[] }>(path);
  if (rows.length !== expected) throw new Error(`${rows.length} of ${expected} differ`);
};

const few = exportOf((row) => row % 10_000 === 5);
const all = exportOf(() => true);
const of = (differs: number) => `${differs.toLocaleString('en')} of ${ROWS.toLocaleString('en')} rows differ`;
const differing = listed.filter((_, row) => row % 10_000 === 5).length;
const took = await interleave(
  { imported: () => importFile(few), few: check(few, differing), all: check(all, listed.length) },
  ROUNDS,
);
process.stdout.write('\nA Kassenabgleich: headings, comparison, rows\n');
report('the price import of the file reads it in', `${took.imported.ms.toFixed(0)} ms`);
report(of(differing), `${took.few.ms.toFixed(0)} ms, on a quiet machine <= 2,000`);
report(of(listed.length), `${took.all.ms.toFixed(0)} ms`);
report('comparison / import', `${(took.few.ms / took.imported.ms).toFixed(2)} x`, {
  text: '<= 1.2 x',
  holds: took.few.ms <= 1.2 * took.imported.ms,
});
await portal.pool.end();
await portal.close();
