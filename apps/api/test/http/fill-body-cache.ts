/**
 * Fills a cache with tiny lists and prints how much memory it then holds and how far the process has grown, in bytes.
 * node --expose-gc fill-body-cache.ts LISTS MAX_BYTES
 */
import { BodyCache, encodeBody } from '../../src/http/body-cache.ts';

const [lists, maxBytes] = process.argv.slice(2).map(Number) as [number, number];
const AT_ONCE = 50;

const cache = new BodyCache(maxBytes);
const before = memory();
for (let list = 0; list < lists; list += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => fill(list + n)));
}
const after = memory();
const result = {
  held: after.heapUsed + after.external - before.heapUsed - before.external,
  resident: after.rss - before.rss,
};
process.stdout.write(JSON.stringify(result));
// Until here everything kept has to stay.
await fill(lists);

function fill(list: number): Promise<Buffer> {
  const body = Buffer.from(JSON.stringify({ version: list, columns: { pzn: ['01126111'], name: ['Salbe'] } }));
  return cache.get(`${String(list).padStart(43, 'k')}.columns.zstd`, () => encodeBody(body, 'zstd'));
}

function memory(): NodeJS.MemoryUsage {
  globalThis.gc?.();
  return process.memoryUsage();
}
