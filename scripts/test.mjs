// `npm test`: lint, types, unit, api and web tests, then browser journeys. `pnpm test:nightly`: these with files named `*.nightly.*`,
// then what kills processes, fills memory, lasts long or needs other programs. Closes with one line: N passed, N failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COVERAGE } from './coverage.mjs';
import { JEST } from './jest.mjs';

const BIN = join('node_modules', '.bin');
/** Three programs in place of one for each part, which read what they share again and again: a fifth of the processor time. */
const TYPED = ['server', 'tools', 'web'];
/** For tests that fill memory themselves, or collect coverage, which a worker holds in memory. */
const FEW_WORKERS = ['--maxWorkers=2'];
const MODEL = 'apps/api/test/model/cli.ts';
/** Longer runs of what `npm test` does for seconds. */
const LONG_RUNS = {
  PORTAL_NIGHTLY: '1',
  PORTAL_FUZZ_RUNS: '400',
  PORTAL_LOCK_PARTNERS: '100',
  PORTAL_PROPERTY_TIMES: '10',
  TILL_RUNS: '60',
  TILL_SYNC_SECONDS: '60',
  BENCH_SECONDS: '5',
  BENCH_PEOPLE: '3',
};
const scratch = mkdtempSync(join(tmpdir(), 'preisportal-results-'));

const STEPS = {
  lint: () => one('lint', tool('oxlint'), ['--type-aware', '--deny-warnings']),
  format: () => one('format', tool('biome'), ['format', '.']),
  rules: () => one('rules', process.execPath, ['scripts/check-rules.mjs']),
  docs: () => one('docs', process.execPath, ['scripts/check-docs.mjs']),
  typecheck: async () => sum(await Promise.all(TYPED.map(types))),
  // In one run: while a long file keeps one worker busy, the other goes on with files of all kinds.
  'unit, web, api': () => jest(['unit', 'web', 'api']),
  e2e: () => journeys(),
};
/** What `pnpm test:nightly` adds; parts that need other programs say so when these are missing. */
const NIGHTLY = {
  stress: () => jest(['stress'], FEW_WORKERS),
  faults: () => external(['faults/src/run.ts']),
  planted: () => external(['scripts/planted.mjs']),
  model: () => external([MODEL, '--steps', '2000']),
  'model on several processes': () => external([MODEL, '--steps', '500', '--processes', '3', '--kills']),
  keycloak: () => external(['e2e/src/keycloak.ts']),
  service: () => external(['e2e/src/service/main.ts']),
  image: () => external(['dev/src/image/cli.ts']),
  compose: () => external(['e2e/src/compose/main.ts']),
  neighbour: () => external(['bench/src/run.ts', 'neighbour']),
  citus: () => (cluster ? citus() : skip('PORTAL_CITUS_URL names no coordinator')),
};
/** What is asked for by name only. */
const PARTS = {
  unit: () => jest(['unit']),
  web: () => jest(['web']),
  api: () => jest(['api']),
  coverage: () => coverage(),
};

const [only, ...rest] = process.argv.slice(2);
/** A coordinator; all other parts of the night run on a throw-away server. */
const cluster = process.env.PORTAL_CITUS_URL;
if (only === 'nightly') {
  Object.assign(process.env, LONG_RUNS);
  delete process.env.PORTAL_CITUS_URL;
}
// A file asked for by name runs whenever it usually does.
else if (rest.length > 0) process.env.PORTAL_NIGHTLY = '1';
const parts = { ...STEPS, ...PARTS, ...NIGHTLY };
const names = namesOf(only);
const skipped = [];
let total = { passed: 0, failed: 0 };
for (const name of names) {
  const started = Date.now();
  process.stdout.write(`── ${name}\n`);
  const result = await parts[name]();
  if (result.passedOver) skipped.push(name);
  total = sum([total, result]);
  process.stdout.write(
    `   ${result.passed} ok, ${result.failed} failed, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
}
rmSync(scratch, { recursive: true, force: true });
if (only === 'nightly')
  process.stdout.write(`\nIncluded: ${names.filter((name) => !skipped.includes(name)).join(', ')}\n`);
if (skipped.length > 0) process.stdout.write(`Passed over: ${skipped.join(', ')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

/** Words after `nightly` choose its parts. */
function namesOf(command) {
  if (!command) return Object.keys(STEPS);
  if (command !== 'nightly') return [command];
  const chosen = rest.splice(0);
  return Object.keys({ ...STEPS, ...NIGHTLY }).filter((name) => chosen.length === 0 || chosen.includes(name));
}

function sum(results) {
  return {
    passed: results.reduce((count, result) => count + result.passed, 0),
    failed: results.reduce((count, result) => count + result.failed, 0),
  };
}

function tool(name) {
  return join(BIN, process.platform === 'win32' ? `${name}.cmd` : name);
}

function types(program) {
  return one(`types ${program}`, tool('tsc'), ['-p', `tsconfig.${program}.json`, '--singleThreaded']);
}

/** A command that counts as one test; its output is shown when it fails. */
async function one(label, command, args) {
  const { code, output } = await collect(command, args);
  if (code === 0) return { passed: 1, failed: 0 };
  process.stdout.write(`\n${label} failed:\n${output}\n`);
  return { passed: 0, failed: 1 };
}

/** A command that prints its own counts, else counts as one test; passed over where the machine lacks a program that it needs. */
async function external(args) {
  const { code, output } = await collect(process.execPath, args);
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output) ?? [];
  if (code === 2 || output.startsWith('Übersprungen')) return skip(output.trim());
  if (code !== 0) process.stdout.write(output);
  for (const [part] of output.matchAll(/^not run: .*$/gm)) process.stdout.write(`   ${part}\n`);
  return { passed: Number(passed ?? (code === 0 ? 1 : 0)), failed: Number(failed) || (code === 0 ? 0 : 1) };
}

/** Names what could not be tried here; the closing lines repeat it. */
function skip(reason) {
  process.stdout.write(`   passed over: ${reason}\n`);
  return { passed: 0, failed: 0, passedOver: true };
}

function collect(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('exit', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

/** Projects of jest; the counts come from its own report, and a run without one has failed. */
async function jest(projects, options = []) {
  const report = join(scratch, 'jest.json');
  const args = ['--selectProjects', ...projects, '--json', `--outputFile=${report}`, '--passWithNoTests', ...options];
  const { code, output } = await collect(process.execPath, [...JEST, ...args, ...rest]);
  if (!existsSync(report)) {
    process.stdout.write(output);
    return { passed: 0, failed: 1 };
  }
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot even be loaded has no tests to count, so it counts as one.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  if (failed > 0 || code !== 0) process.stdout.write(output);
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/**
 * The api's tests on a distributed database (ADR 65), and unless some are named the faults on a
 * cluster of their own.
 */
async function citus() {
  // Nothing that is long already on one server.
  if (only === 'nightly') for (const name of Object.keys(LONG_RUNS)) delete process.env[name];
  process.env.PORTAL_CITUS_URL = cluster;
  const tests = await jest(['api', 'citus'], FEW_WORKERS);
  return rest.length > 0 ? tests : sum([tests, await clusterFaults()]);
}

/** The last line of the faults are their counts. */
async function clusterFaults() {
  const { code, output } = await collect(process.execPath, ['faults/src/run.ts', '--cluster']);
  process.stdout.write(output);
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed/m.exec(output) ?? [];
  return { passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1) };
}

/**
 * Each kind of test with the lines it reaches of its own part; below the thresholds of scripts/coverage.mjs it has failed. One after
 * the other: jest keeps what every file has reached until its end, which for all parts at once is more than many machines have.
 */
async function coverage() {
  const results = [];
  // Names of parts choose; without any it is all of them.
  const named = rest.splice(0).filter((name) => name in COVERAGE);
  for (const part of named.length > 0 ? named : Object.keys(COVERAGE)) {
    const { from, threshold } = COVERAGE[part];
    const folder = join('test-results', 'coverage', part);
    const result = await jest(part === 'api' ? ['api', 'stress'] : [part], [
      ...FEW_WORKERS,
      '--coverage',
      `--coverageDirectory=${folder}`,
      ...[...from, '!**/generated/**'].map((files) => `--collectCoverageFrom=${files}`),
      `--coverageThreshold=${JSON.stringify({ global: threshold })}`,
    ]);
    const summary = join(folder, 'summary.txt');
    if (existsSync(summary)) process.stdout.write(`${part}\n${readFileSync(summary, 'utf8')}`);
    results.push(result);
  }
  return sum(results);
}

/** Browser journeys by Playwright's runner; its last line are the counts. What passed only the second time is named. */
async function journeys() {
  const { code, output } = await collect(process.execPath, ['e2e/src/run.ts', ...rest]);
  const counts = lastLine(output);
  if (!counts || counts.failed > 0 || code !== 0) process.stdout.write(output);
  // what the ten jobs of a day took
  else for (const line of output.split('\n')) if (/^\(\d+\) /.test(line)) process.stdout.write(`   ${line}\n`);
  if (!counts) return { passed: 0, failed: 1 };
  for (const journey of counts.flaky) process.stdout.write(`   flaky: ${journey}\n`);
  return { passed: counts.passed, failed: counts.failed === 0 && code !== 0 ? 1 : counts.failed };
}

function lastLine(output) {
  try {
    return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}
