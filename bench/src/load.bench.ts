import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portal/dev/free-ports.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { instanceSettings, startInstance } from '../../apps/api/test/support/api-instance.ts';
import { claimsOf, startIssuer } from '../../apps/api/test/support/issuer.ts';
import { startBenchPortal } from './bench-portal.ts';
import { callerOf, Times } from './load/caller.ts';
import { deliverPackage, type Person, spendMornings, STEPS } from './load/morning.ts';
import { type Look, watch } from './load/watch.ts';
import { median, report } from './measure.ts';
import { seedPharmacies } from './package-data.ts';

/**
 * The mornings of many people on one instance, a process as in operation, with limits and signed tokens: latency by call, what
 * reaches its limit first, and whether memory stays where it is. BENCH_PEOPLE (500), BENCH_SECONDS (180), BENCH_THINK_MS (5000).
 * They come within BENCH_RAMP_SECONDS, as long as a morning takes, so that not all are at the same step; with 10 all come at once.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const PEOPLE = number('BENCH_PEOPLE', 500);
const SECONDS = number('BENCH_SECONDS', 180);
const THINK_MS = number('BENCH_THINK_MS', 5_000);
const RAMP_MS = 1000 * number('BENCH_RAMP_SECONDS', (STEPS * THINK_MS) / 1000);
const ROWS = 2_000;
/** Of them in each monthly update. */
const UPDATED = 500;
const FIRST = 700_000;
const LOOK_MS = 500;
/** The part at the beginning in which caches and compiled code grow to their size. */
const WARM_UP = 0.25;

const portal = await startBenchPortal();
await seedPharmacies(portal.pool, { first: FIRST, count: PEOPLE, rows: ROWS });
await portal.pool.query(`UPDATE pharmacy SET user_access_activated = true, user_emails = 'bench' WHERE apo_id >= $1`, [
  FIRST,
]);
await portal.pool.query('CHECKPOINT');
const { rows: products } = await portal.pool.query<{ pzn: string }>(
  `SELECT pzn FROM price_item WHERE apo_id = $1 ORDER BY pzn`,
  [FIRST],
);
const pzns = products.map(({ pzn }) => pzn);
const [updated, listed] = [pzns.slice(0, UPDATED), pzns.slice(UPDATED)];

const issuer = await startIssuer();
const metricsPort = String(await freePort());
const settings = instanceSettings(
  { databaseUrl: await ensureAppLogin(portal.databaseUrl), issuer },
  { NODE_ENV: 'production', PORTAL_RATE_FACTOR: '1', PORTAL_METRICS_PORT: metricsPort, PORTAL_LOG_LEVEL: 'error' },
);
const instance = await startInstance(settings);
const times = new Times();
const tokenOf = (name: string, roles: string[]) => issuer.token(claimsOf(name, roles), { expiresIn: 24 * 3600 });
const engine = callerOf(instance.url, await tokenOf('Pricing Engine', ['pricing_engine']), times);
const people = await Promise.all(
  Array.from({ length: PEOPLE }, async (_, at) => {
    const apoId = FIRST + at;
    const { send, close } = callerOf(instance.url, await tokenOf(`Person ${at}`, [`TP_admin_${apoId}`]), times);
    const path = `${apoId}/bench-${apoId}`;
    const delivered = (ms: number) => times.add('intake, until accepted', ms, 200, 0);
    return { person: { path, apoId, updated, listed, send, deliver: engine.send, delivered } satisfies Person, close };
  }),
);

for (const { person } of people) await deliverPackage(person);
times.clear();

process.stdout.write(
  `\n${PEOPLE} people, ${THINK_MS} ms of thought between two steps, ${SECONDS} s, lists of ${ROWS} rows\n`,
);
const watching = watch(`http://127.0.0.1:${metricsPort}/metrics`, portal.pool, LOOK_MS);
const endsAt = Date.now() + SECONDS * 1000;
const driver = process.cpuUsage();
const goesOn = () => Date.now() < endsAt;
const mornings = people.map(({ person }) => spendMornings(person, { thinkMs: THINK_MS, rampMs: RAMP_MS, goesOn }));
await pause(RAMP_MS);
printTimes('While they come');
times.clear();
const began = performance.now();
await pause(endsAt - Date.now());
const total = printTimes('All at work');
const seconds = (performance.now() - began) / 1000;
await Promise.all(mornings);
await watching.stop();

report('calls a second', (total / seconds).toFixed(1));
const refused = [...times.refused].map(([what, count]) => `${what} × ${count}`);
report('errors', refused.join(', ') || '0', { text: '0', holds: refused.length === 0 });
reportLimits(watching.looks.filter(({ at }) => at * 1000 > RAMP_MS && at < SECONDS));
reportMemory(watching.looks);
const { user, system } = process.cpuUsage(driver);
report('the driver itself', `${((user + system) / 1e6 / seconds).toFixed(2)} processors`);

for (const { close } of people) close();
engine.close();
await instance.end('SIGTERM');
await issuer.close();
await portal.pool.end();
await portal.close();

/** Prints what each call took. @returns how many calls there were */
function printTimes(when: string): number {
  let calls = 0;
  process.stdout.write(`\n| ${when} | Calls | p50 ms | p95 ms | p99 ms | KB |\n|---|---:|---:|---:|---:|---:|\n`);
  for (const [name, { micros, bytes }] of [...times.byCall].toSorted(([a], [b]) => a.localeCompare(b))) {
    const ms = (percentile: number) => (micros.percentile(percentile) / 1000).toFixed(0);
    const size = (bytes / micros.count / 1024).toFixed(1);
    if (name !== 'intake, until accepted') calls += micros.count;
    process.stdout.write(`| ${name} | ${micros.count} | ${ms(50)} | ${ms(95)} | ${ms(99)} | ${size} |\n`);
  }
  process.stdout.write('\n');
  return calls;
}

/** What the portal's connections were at, on average. */
function connectionsOf(looks: readonly Look[]): string {
  const total = new Map<string, number>();
  for (const { connections } of looks) {
    for (const [what, count] of Object.entries(connections)) total.set(what, (total.get(what) ?? 0) + count);
  }
  const parts = [...total].toSorted(([, a], [, b]) => b - a).map(([what, sum]) => [what, sum / looks.length] as const);
  return parts.map(([what, count]) => `${what} ${count.toFixed(2)}`).join(', ');
}

/** What is used of each thing that can run out; the first bottleneck is the one nearest to its end. */
function reportLimits(looks: readonly Look[]): void {
  const [first, last] = [looks[0] as Look, looks.at(-1) as Look];
  const span = last.at - first.at;
  const cores = availableParallelism();
  const node = (last.nodeCpu - first.nodeCpu) / span;
  const database = (last.databaseCpu - first.databaseCpu) / span;
  const waiting = Math.max(...looks.map((look) => look.waiting));
  report('instance: processors', `${node.toFixed(2)} of 1`);
  report('database: processors', `${database.toFixed(2)} of ${cores}`);
  report('main loop: lag p99, middle and highest', lagOf(looks));
  report(
    'statements that wait for a connection, middle and most',
    `${median(looks.map((look) => look.waiting))}, ${waiting}`,
  );
  report('connections', connectionsOf(looks));
  const short = looks.filter((look) => look.waiting > 0);
  report(
    `connections in the ${short.length} of ${looks.length} looks at which a statement waited`,
    connectionsOf(short),
  );
  const used = { "the instance's processor": node, "the database's processors": database / cores };
  const [bottleneck] = Object.entries(used).toSorted(([, a], [, b]) => b - a);
  report('nearest to its limit', bottleneck ? `${bottleneck[0]}, ${Math.round(bottleneck[1] * 100)} %` : '');
}

function lagOf(looks: readonly Look[]): string {
  const lags = looks.map(({ lagMs }) => lagMs);
  return `${median(lags).toFixed(0)}, ${Math.max(...lags).toFixed(0)} ms`;
}

/**
 * Memory after the warm-up against memory at the end, each the middle of many looks. Answers that are kept grow to their bound of
 * 192 MB (send-columns.ts) within thousands of saves; what must not grow is the rest.
 */
function reportMemory(looks: readonly Look[]): void {
  const warm = looks.slice(Math.ceil(looks.length * WARM_UP));
  const third = Math.max(1, Math.floor(warm.length / 3));
  for (const [name, of] of [
    ['resident', (look: Look) => look.rssMb],
    ['resident without kept answers', (look: Look) => look.rssMb - look.externalMb],
    ['V8 heap', (look: Look) => look.heapMb],
    ['buffers, kept answers among them', (look: Look) => look.externalMb],
  ] as const) {
    const [early, late] = [median(warm.slice(0, third).map(of)), median(warm.slice(-third).map(of))];
    const most = Math.max(...looks.map(of));
    const goal = { text: '<= 1.15 x', holds: late <= 1.15 * early };
    const value = `${early.toFixed(0)} -> ${late.toFixed(0)} MB, at most ${most.toFixed(0)}`;
    report(`memory, ${name}`, value, name === 'resident without kept answers' ? goal : undefined);
  }
}
