import { startBenchPortal } from './bench-portal.ts';
import { p95, report } from './measure.ts';
import { databaseCpuMs } from './night/database-cpu.ts';
import { startInstance } from './night/instances.ts';
import { openLists } from './night/people.ts';
import { seedPackages, seedPharmacies } from './package-data.ts';

/**
 * The night of several instances: 1, 2 and 4 processes share due packages of 2,000 rows, more than 1,000 for each number in
 * blocks that take turns, while people open lists; from that, the night of a country.
 */
const ROWS = 2_000;
const BLOCK = Number(process.env.BENCH_NIGHT_BLOCK ?? 340);
/** Forth and back, so that a growing database hits all alike; the first only warms up. */
const NUMBERS = [1, 1, 2, 4, 4, 2, 1, 1, 2, 4];
const OPEN_EVERY_MS = 250;
const COUNTRY = 17_000;
const CORES = 4;
const FIRST = 700_000;
const READ = 5_000;

const portal = await startBenchPortal();
await portal.pool.query('UPDATE price_update SET auto_action_at = NULL, auto_action = NULL WHERE status = 0');
await seedPharmacies(portal.pool, { first: FIRST, count: BLOCK, rows: ROWS });
await seedPharmacies(portal.pool, { first: FIRST + BLOCK, count: READ, rows: 200 });
const lists = Array.from({ length: READ }, (_, at) => FIRST + BLOCK + at).values();
const instances = await Promise.all(
  Array.from({ length: Math.max(...NUMBERS) }, () => startInstance(portal.databaseUrl)),
);

type Block = { packages: number; ms: number; nodeMs: number; databaseMs: number; reads: number[] };
const blocks = new Map<number, Block[]>();
const quiet: number[] = [];
const open = (until: Promise<unknown>) => openLists(portal.url, lists, { everyMs: OPEN_EVERY_MS, until });

for (const [round, count] of NUMBERS.entries()) {
  await seedPackages(portal.pool, { first: FIRST, count: BLOCK, raise: 0.01 });
  await portal.pool.query('CHECKPOINT');
  const still = await open(new Promise((resolve) => setTimeout(resolve, 6_000)));
  const cpu = await databaseCpuMs(portal.pool);
  const began = performance.now();
  let ms = 0;
  const night = Promise.all(instances.slice(0, count).map((instance) => instance.run())).finally(() => {
    ms = performance.now() - began;
  });
  const reads = await open(night);
  const runs = await night;
  const databaseMs = (await databaseCpuMs(portal.pool)) - cpu;
  const packages = runs.reduce((sum, run) => sum + run.approved, 0);
  if (packages !== BLOCK) throw new Error(`${packages} of ${BLOCK} packages approved`);
  if (round === 0) continue;
  quiet.push(...still);
  const nodeMs = runs.reduce((sum, run) => sum + run.cpuMs, 0);
  blocks.set(count, [...(blocks.get(count) ?? []), { packages, ms, nodeMs, databaseMs, reads }]);
}

process.stdout.write(
  `\nDue packages of ${ROWS} rows, shared by several instances; a list opened each ${OPEN_EVERY_MS} ms\n`,
);
report('quiet: a list, p95', `${p95(quiet).toFixed(0)} ms`);
for (const [count, taken] of [...blocks].toSorted(([a], [b]) => a - b)) {
  const sum = (of: (block: Block) => number) => taken.reduce((total, block) => total + of(block), 0);
  const packages = sum(({ packages: done }) => done);
  const each = (of: (block: Block) => number) => sum(of) / packages;
  const [ms, node, database] = [each((block) => block.ms), each((b) => b.nodeMs), each((b) => b.databaseMs)];
  const reads = taken.flatMap((block) => block.reads);
  const name = `${count} instance${count > 1 ? 's' : ''}`;
  report(`${name}: ${packages} packages`, `${Math.round((ROWS * 1000) / ms)} rows/s`);
  report(`${name}: a package`, `${ms.toFixed(1)} ms`);
  report(`${name}: processors, database + node`, `${database.toFixed(1)} + ${node.toFixed(1)} ms`);
  report(`${name}: a list meanwhile, p95`, `${p95(reads).toFixed(0)} ms = ${(p95(reads) / p95(quiet)).toFixed(1)} x`, {
    text: '<= 2 x quiet',
    holds: p95(reads) <= 2 * p95(quiet),
  });
  const here = (COUNTRY * ms) / 60_000;
  // No better than here where the database itself is the limit, no worse than all processors at work without a pause.
  const there = Math.max((COUNTRY * (database + node)) / CORES, 0) / 60_000;
  report(`${name}: ${COUNTRY} packages`, `${here.toFixed(0)} min here`, { text: '< 60 min', holds: here < 60 });
  report(`${name}: the same by processor time, ${CORES} cores`, `${there.toFixed(0)} min`);
}
for (const instance of instances) await instance.stop();
await portal.pool.end();
await portal.close();
