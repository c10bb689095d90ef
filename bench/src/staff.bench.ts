import { startBenchPortal } from './bench-portal.ts';
import { AS_BROWSERS, load } from './call.ts';
import { FIRST, growForStaff, seedProducts } from './country/grow.ts';
import { STAFF_CALLS } from './country/pharmacy-calls.ts';
import { median, report, sample, type Sample } from './measure.ts';

/** What staff see of all pharmacies (ADR 66), unchanged and right after a change; `COUNTRY_SIZES` changes of how many. */
const pharmacies = Number(process.env.COUNTRY_SIZES ?? 17_000);
const ROUNDS = 12;
const GOAL_MS = 50;

const portal = await startBenchPortal({ demo: false });
await seedProducts(portal.pool);
await growForStaff(portal.pool, pharmacies);
const query = (sql: string) => portal.pool.query(`${sql} WHERE apo_id = ${FIRST}`);
const CHANGES: Record<string, () => Promise<unknown>> = {
  unchanged: async () => undefined,
  'after a package changed': () => query('UPDATE price_update SET item_count = item_count + 1'),
  'after a pharmacy changed': () => query(`UPDATE pharmacy SET street = street || '1'`),
  'after a new name': () => query(`UPDATE pharmacy SET name = name || '1'`),
};
process.stdout.write(`${pharmacies} pharmacies, medians of ${ROUNDS}\n`);
// Nothing is kept yet: the list reads all pharmacies, the overview finds them read and writes its own pieces.
for (const [name, run] of Object.entries(STAFF_CALLS)) {
  const { ms, cpuMs } = await sample(() => run(portal.url));
  report(`${name} first of all`, `${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)}`);
}
for (const [name, run] of Object.entries(STAFF_CALLS)) {
  const taken = new Map<string, Sample[]>(Object.keys(CHANGES).map((change) => [change, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [change, make] of Object.entries(CHANGES)) {
      await make();
      const one = await sample(() => run(portal.url));
      if (round > 0) taken.get(change)?.push(one);
    }
  }
  for (const [change, samples] of taken) {
    const [ms, cpuMs] = [median(samples.map((one) => one.ms)), median(samples.map((one) => one.cpuMs))];
    const goal = { text: `<= ${GOAL_MS} ms`, holds: ms <= GOAL_MS };
    report(`${name} ${change}`, `${ms.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)}`, goal);
  }
}
for (const path of ['solvena/pharmacies', 'admin/overview']) {
  const { bytes } = await load(`${portal.url}/api/${path}`, { ...AS_BROWSERS, Accept: 'application/json' });
  report(path, `${(bytes / 1e6).toFixed(2)} MB sent`);
}
await portal.pool.end();
await portal.close();
