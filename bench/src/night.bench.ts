import { runDueActions } from '@portal/api/jobs/run-due-actions.ts';
import { pino } from 'pino';
import { startBenchPortal } from './bench-portal.ts';
import { median, report, sample } from './measure.ts';
import { approveBare, seedPackages, seedPharmacies } from './package-data.ts';

/**
 * What the clock does at night, then what several instances do (night-instances.bench.ts): the job over 100, 300 and 1,000 pharmacies with due packages of 500 rows, and over packages
 * of 20,000 rows; beside the same packages approved by bare set-based SQL, taking turns.
 */
const portal = await startBenchPortal();
const deps = { database: portal.database, clock: { now: () => new Date() }, logger: pino({ level: 'silent' }) };

/** Nothing of the demo data may come due meanwhile. */
await portal.pool.query('UPDATE price_update SET auto_action_at = NULL, auto_action = NULL WHERE status = 0');

async function runJob(expected: number): Promise<number> {
  const { ms } = await sample(async () => {
    const { approved, failed } = await runDueActions(deps);
    if (approved !== expected || failed.length > 0) throw new Error(`${approved} of ${expected} packages approved`);
  });
  return ms;
}

const ROWS = 500;
const SIZES = [100, 300, 1000];
const FIRST = 700_000;
await seedPharmacies(portal.pool, { first: FIRST, count: Math.max(...SIZES), rows: ROWS });
process.stdout.write(`\nDue packages of ${ROWS} rows, one run of the job\n`);
/** ms a package by number of pharmacies */
const curve = new Map<number, { job: number; bare: number }>();
for (const [round, count] of [20, ...SIZES].entries()) {
  // The job has to take them all at once, for how a run grows is the question; bare SQL takes half before it and half after
  // it, so that a slow moment of the machine hits both. The first round only warms up.
  const parts = count >= 100 ? 10 : 1;
  const size = count / parts;
  const [job, bare]: [number[], number[]] = [[], []];
  const runBare = async (part: number) => {
    const first = FIRST + part * size;
    const packages = await seedPackages(portal.pool, { first, count: size, raise: 0.01, due: false });
    const { ms } = await sample(async () => {
      for (const each of packages) await approveBare(portal.pool, each);
    });
    bare.push(ms);
  };
  const middle = Math.ceil(parts / 2);
  for (let part = 0; part < middle; part += 1) await runBare(part);
  await seedPackages(portal.pool, { first: FIRST, count, raise: 0.01 });
  job.push(await runJob(count));
  for (let part = middle; part < parts; part += 1) await runBare(part);
  if (round === 0) continue;
  const total = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0);
  curve.set(count, { job: total(job) / count, bare: total(bare) / count });
  report(
    `${count} pharmacies: job`,
    `${Math.round((count * ROWS * 1000) / total(job))} rows/s, ${(total(job) / count).toFixed(1)} ms a package`,
  );
  report(`${count} pharmacies: bare SQL`, `${Math.round((count * ROWS * 1000) / total(bare))} rows/s`);
  report(`${count} pharmacies: job / bare SQL`, `${(total(job) / total(bare)).toFixed(2)} x`, {
    text: '<= 2 x',
    holds: total(job) <= 2 * total(bare),
  });
}
const of = (count: number) => curve.get(count) as { job: number; bare: number };
const growth = (way: 'job' | 'bare') => of(1000)[way] / of(100)[way];
report('growth, ms a package at 1,000 / at 100', `${growth('job').toFixed(2)} x`, {
  text: `<= 1.3 x that of bare SQL (${growth('bare').toFixed(2)} x)`,
  holds: growth('job') <= 1.3 * growth('bare'),
});

const LARGE = 20_000;
const PACKAGES = 25;
const BLOCK = 5;
const FIRST_LARGE = FIRST + 10_000;
await seedPharmacies(portal.pool, { first: FIRST_LARGE, count: 2 * PACKAGES, rows: LARGE });
process.stdout.write(
  `\n${2 * PACKAGES} packages of ${LARGE} rows, half by the job, half by bare SQL, in turns of ${BLOCK}\n`,
);
const times = { job: [] as number[], bare: [] as number[] };
for (let first = FIRST_LARGE; first < FIRST_LARGE + 2 * PACKAGES; first += 2 * BLOCK) {
  await seedPackages(portal.pool, { first, count: BLOCK, raise: 1 });
  times.job.push((await runJob(BLOCK)) / BLOCK);
  const packages = await seedPackages(portal.pool, { first: first + BLOCK, count: BLOCK, raise: 1, due: false });
  const { ms } = await sample(async () => {
    for (const each of packages) await approveBare(portal.pool, each);
  });
  times.bare.push(ms / BLOCK);
}
const [job, bare] = [median(times.job), median(times.bare)];
report('job, a package', `${job.toFixed(0)} ms`, { text: '<= 100 ms', holds: job <= 100 });
report('bare SQL, a package', `${bare.toFixed(0)} ms`);
report('job / bare SQL', `${(job / bare).toFixed(2)} x`, { text: '<= 2 x', holds: job / bare <= 2 });

process.stdout.write(`\nThe same, with limits of the pharmacy that have to be judged (rule 12.7)\n`);
const guarded = { judged: [] as number[], held: [] as number[] };
const FIRST_GUARDED = FIRST_LARGE + 1_000;
await seedPharmacies(portal.pool, { first: FIRST_GUARDED, count: 2 * 3 * BLOCK, rows: LARGE });
for (let first = FIRST_GUARDED; first < FIRST_GUARDED + 2 * 3 * BLOCK; first += 2 * BLOCK) {
  // No price changes tenfold; each raised one changes by more than a thousandth.
  await setGuardrails(first, BLOCK, { maxChangePercent: 900 });
  await setGuardrails(first + BLOCK, BLOCK, { maxChangePercent: 0.1 });
  await seedPackages(portal.pool, { first, count: BLOCK, raise: 1 });
  guarded.judged.push((await runJob(BLOCK)) / BLOCK);
  await seedPackages(portal.pool, { first: first + BLOCK, count: BLOCK, raise: 1 });
  guarded.held.push((await runJob(0)) / BLOCK);
}
report('judged and approved, a package', `${median(guarded.judged).toFixed(0)} ms`);
report('judged and approved / approved without limits', `${(median(guarded.judged) / job).toFixed(2)} x`, {
  text: '<= 1.5 x',
  holds: median(guarded.judged) <= 1.5 * job,
});
report('judged and held for a person, a package', `${median(guarded.held).toFixed(0)} ms`);
await portal.pool.end();
await portal.close();

await import('./night-instances.bench.ts');

async function setGuardrails(first: number, count: number, limits: object): Promise<void> {
  await portal.pool.query('UPDATE list_version SET guardrails = $3 WHERE apo_id >= $1 AND apo_id < $2', [
    first,
    first + count,
    { ...limits, holdOnBreach: true },
  ]);
}
