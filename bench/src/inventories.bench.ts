import { setTimeout as pause } from 'node:timers/promises';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { pznCheckDigit } from '@portal/rules';
import { instanceSettings, startInstance } from '../../apps/api/test/support/api-instance.ts';
import { claimsOf, startIssuer } from '../../apps/api/test/support/issuer.ts';
import { startBenchPortal } from './bench-portal.ts';
import { report } from './measure.ts';
import { seedPharmacies } from './package-data.ts';

/**
 * Tills of 20 pharmacies that send 100,000 rows each in the same minute, as plain JSON, to one instance with its limits; beside one
 * till alone. Each comes again when it is told to, as docs/till-sync.md asks. BENCH_TILLS (20).
 */
const TILLS = Number(process.env.BENCH_TILLS ?? 20);
const LISTED = 20_000;
const ROWS = 100_000;
const FIRST = 700_000;
const GOAL_S = 120;

const portal = await startBenchPortal();
await seedPharmacies(portal.pool, { first: FIRST, count: TILLS, rows: LISTED });
const { rows: listed } = await portal.pool.query<{ pzn: string; price: number }>(
  'SELECT pzn, calculated_price::float8 AS price FROM price_item WHERE apo_id = $1',
  [FIRST],
);
const known = new Set(listed.map(({ pzn }) => pzn));
const held = [...listed];
for (let base = 1_000_000; held.length < ROWS; base += 1) {
  const digit = pznCheckDigit(String(base));
  if (digit !== undefined && !known.has(`${base}${digit}`)) held.push({ pzn: `${base}${digit}`, price: 4.95 });
}
const body = JSON.stringify({ prices: held });

const issuer = await startIssuer();
const instance = await startInstance(
  instanceSettings(
    { databaseUrl: await ensureAppLogin(portal.databaseUrl), issuer },
    { NODE_ENV: 'production', PORTAL_RATE_FACTOR: '1', PORTAL_LOG_LEVEL: 'fatal' },
  ),
);
const tills = await Promise.all(
  Array.from({ length: TILLS }, async (_, at) => {
    const token = await issuer.token(claimsOf(`till-${at}`, [`till_sync_${FIRST + at}`]), { expiresIn: 24 * 3600 });
    return { url: `${instance.url}/api/till/v1/${FIRST + at}`, headers: { Authorization: `Bearer ${token}` } };
  }),
);
for (const { url, headers } of tills) {
  let cursor = '';
  for (let more = true; more; ) {
    const asked = cursor ? `&since=${encodeURIComponent(cursor)}` : '';
    const { text } = await patiently(() => fetch(`${url}/prices?limit=5000${asked}`, { headers }));
    ({ cursor, more } = JSON.parse(text) as { cursor: string; more: boolean });
  }
  const acknowledged = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } };
  await patiently(() => fetch(`${url}/ack`, { ...acknowledged, body: JSON.stringify({ cursor }) }));
}

/** Comes again when it is told to. */
async function patiently(call: () => Promise<Response>): Promise<{ text: string; waits: number }> {
  for (let waits = 0; ; waits += 1) {
    const response = await call();
    const text = await response.text();
    if (response.status === 200) return { text, waits };
    if (response.status !== 503 && response.status !== 429) throw new Error(`${response.status} ${text}`);
    await pause(1000 * Number(response.headers.get('retry-after') ?? 5));
  }
}

/** @returns seconds until it was taken in, and how often it was asked to wait */
async function send({ url, headers }: (typeof tills)[number]): Promise<{ seconds: number; waits: number }> {
  const began = performance.now();
  const told = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
  const { text, waits } = await patiently(() => fetch(`${url}/inventory`, told));
  const { equal } = JSON.parse(text) as { equal: number };
  if (equal !== LISTED) throw new Error(`${equal} of ${LISTED} are equal: ${text.slice(0, 300)}`);
  return { seconds: (performance.now() - began) / 1000, waits };
}

const [one] = tills;
if (!one) throw new Error('no till');
await send(one);
const { seconds: alone } = await send(one);
const all = await Promise.all(tills.map(send));
const last = Math.max(...all.map(({ seconds }) => seconds));
const waited = all.filter(({ waits }) => waits > 0).length;
process.stdout.write(`\n${TILLS} tills, ${ROWS} rows each, ${(body.length / 1e6).toFixed(1)} MB\n`);
report('one till alone', `${alone.toFixed(1)} s`);
report('all of them, the last', `${last.toFixed(1)} s`, { text: `<= ${GOAL_S} s`, holds: last <= GOAL_S });
report('the last / one alone', `${(last / alone).toFixed(1)} x`);
report('were asked to come again', `${waited} of ${TILLS}`);

await instance.end('SIGTERM');
await issuer.close();
await portal.pool.end();
await portal.close();
