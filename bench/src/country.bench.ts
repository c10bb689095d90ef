import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startBenchPortal } from './bench-portal.ts';
import { compareCalls } from './country/compare-calls.ts';
import { grow, seedProducts } from './country/grow.ts';
import { liveThroughAMonth } from './country/month.ts';
import { readSizes, type Sizes } from './country/sizes.ts';
import { writePage } from './country/write-page.ts';

/**
 * A database that grows to the size of a country, beside one of ten pharmacies: each kind of call is made in
 * both by turns, so that a slow moment of the machine hits both. `COUNTRY_SIZES` and `COUNTRY_ROWS` (articles of each
 * pharmacy) change how large; writes docs/performance.md.
 */
const sizes = (process.env.COUNTRY_SIZES ?? '10,100,1000,17000').split(',').map(Number);
const rows = Number(process.env.COUNTRY_ROWS ?? 200);
const SMALLEST = 10;
/** Bytes that an article takes with its package row, its price change and their indexes, generously. */
const BYTES_A_ROW = 2_000;
/** Pharmacies of the database that lives through a month. */
const MONTH_AT = 100;

const large = await startBenchPortal({ demo: false });
await seedProducts(large.pool);

const results = [];
let month: Sizes[] = [];
let from = 0;
for (const pharmacies of sizes) {
  const { bavail, bsize } = await statfs(tmpdir());
  if (bavail * bsize < (pharmacies - from) * rows * BYTES_A_ROW) {
    process.stdout.write(`${pharmacies} pharmacies: left out, the disk has no room for them\n`);
    break;
  }
  const started = performance.now();
  await grow(large.pool, { from, to: pharmacies, rows });
  from = pharmacies;
  process.stdout.write(`\n${pharmacies} pharmacies × ${rows} rows, ${seconds(started)} s to grow\n`);
  const small = await startSmall();
  const calls = await compareCalls(small, large, { small: SMALLEST, large: pharmacies });
  await close(small);
  results.push({ pharmacies, calls, sizes: await readSizes(large.pool) });
  if (pharmacies === MONTH_AT) month = await liveThroughAMonth(large, pharmacies);
}
await writePage({ rows, results, month });
await close(large);

/** A new one each time, for histories and logs grow with each call that writes. */
async function startSmall() {
  const small = await startBenchPortal({ demo: false });
  await seedProducts(small.pool);
  await grow(small.pool, { from: 0, to: SMALLEST, rows });
  return small;
}

async function close({ pool, close: stop }: typeof large): Promise<void> {
  await pool.end();
  await stop();
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
