import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { startBenchPortal } from './bench-portal.ts';
import { PRICES_MEDIA_TYPE } from '@portal/contracts';
import { AS_BROWSERS, load } from './call.ts';
import { interleave, p95, report } from './measure.ts';

/**
 * Reading a list of 20,000 rows: the portal's call against the bare SELECT and against json_agg of the same rows, cold and
 * warm; and what a trivial request waits while four lists load.
 */
const portal = await startBenchPortal();
const { apoId, crmCompanyId, token } = OWNER_PHARMACY;
const path = `${portal.url}/api/price/${crmCompanyId}/${token}/OTC`;

const ITEMS = `SELECT i.*, p.name, p.content, p.producer, p.brand, p.norm_size, p.atc
  FROM price_item i JOIN product p USING (pzn) WHERE i.apo_id = $1 AND i.product_group = 'OTC' ORDER BY i.pzn`;

/** A new list version makes every kept answer stale, as a save does. */
const touch = () =>
  portal.pool.query(`UPDATE list_version SET version = version + 1 WHERE apo_id = $1 AND product_group = 'OTC'`, [
    apoId,
  ]);

/** What a browser asks for that has kept the products (ADR 73). */
const WITH_PRODUCTS = { ...AS_BROWSERS, Accept: PRICES_MEDIA_TYPE };

let bytes = 0;
let priceBytes = 0;
const cold = await interleave(
  {
    'bare SELECT': () => portal.pool.query({ text: ITEMS, values: [apoId], rowMode: 'array' }),
    json_agg: () => portal.pool.query(`SELECT json_agg(row_to_json(items))::text FROM (${ITEMS}) items`, [apoId]),
    'row answer, cold': async () => {
      await touch();
      await load(path, { 'Accept-Encoding': 'br' });
    },
    'columns, cold': async () => {
      await touch();
      bytes = (await load(path, AS_BROWSERS)).bytes;
    },
    'prices, cold': async () => {
      await touch();
      priceBytes = (await load(path, WITH_PRODUCTS)).bytes;
    },
  },
  9,
);
const { etag } = await load(path, AS_BROWSERS);
const warm = await interleave(
  { warm: () => load(path, AS_BROWSERS), '304': () => load(path, { ...AS_BROWSERS, 'If-None-Match': etag }) },
  21,
);

// The CPU time by itself, many in a row as a server works: between the contestants garbage is collected by force, which
// throws compiled code away too, so that each run there pays for compiling it again.
const SERIES = 15;
async function cpuOf(headers: Record<string, string>): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < SERIES; run += 1) {
    await touch();
    await load(path, headers);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / SERIES;
}
const cpuMs = await cpuOf(AS_BROWSERS);
const pricesCpuMs = await cpuOf(WITH_PRODUCTS);

const bare = cold['bare SELECT'].ms;
const table = cold['columns, cold'];
process.stdout.write('\nA list of 20,000 rows, medians of 9 interleaved runs\n');
for (const [name, { ms, cpuMs }] of Object.entries(cold))
  report(name, `${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`);
report('columns / bare SELECT', `${(table.ms / bare).toFixed(2)} x`, {
  text: '<= 2.5 x',
  holds: table.ms / bare <= 2.5,
});
report('columns / json_agg', `${(table.ms / cold.json_agg.ms).toFixed(2)} x`, {
  text: '<= 0.6 x',
  holds: table.ms / cold.json_agg.ms <= 0.6,
});
report('columns, CPU of node, one after the other', `${cpuMs.toFixed(0)} ms`, {
  text: '<= 50 ms',
  holds: cpuMs <= 50,
});
report('columns, bytes on the wire', `${(bytes / 1e6).toFixed(2)} MB`, { text: '<= 1.2 MB', holds: bytes <= 1.2e6 });
const prices = cold['prices, cold'].ms;
for (const [name, value, unit, goal] of [
  ['prices / bare SELECT', prices / bare, 'x', 1],
  ['prices / json_agg', prices / cold.json_agg.ms, 'x', 0.5],
  ['prices, CPU of node, one after the other', pricesCpuMs, 'ms', 40],
  ['prices, bytes on the wire', priceBytes / 1e6, 'MB', 0.35],
] as const)
  report(name, `${value.toFixed(2)} ${unit}`, { text: `<= ${goal} ${unit}`, holds: value <= goal });
report('columns, warm', `${warm.warm.ms.toFixed(1)} ms`, { text: '<= 10 ms', holds: warm.warm.ms <= 10 });
report('columns, 304', `${warm['304'].ms.toFixed(1)} ms`, { text: '<= 5 ms', holds: warm['304'].ms <= 5 });

const waits: number[] = [];
for (let round = 0; round < 5; round += 1) {
  await touch();
  let loading = true;
  const lists = Promise.all(
    ['br', 'gzip', 'identity', 'br'].map((encoding, i) =>
      load(path, { ...(i < 3 ? { Accept: AS_BROWSERS.Accept } : {}), 'Accept-Encoding': encoding }),
    ),
  ).finally(() => {
    loading = false;
  });
  while (loading) {
    const started = performance.now();
    await load(`${portal.url}/api/config`, {});
    waits.push(performance.now() - started);
  }
  await lists;
}
report(`trivial request while four lists load (${waits.length})`, `p95 ${p95(waits).toFixed(0)} ms`, {
  text: '<= 50 ms',
  holds: p95(waits) <= 50,
});
await portal.pool.end();
await portal.close();
