import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { freePort } from '@portal/dev/free-ports.ts';
import { JOBS } from '../src/job-run.ts';
import { type ApiInstance, instanceSettings, pause, startInstance } from './support/api-instance.ts';
import { httpClient } from './support/http-client.ts';
import { claimsOf } from './support/issuer.ts';
import { startPortal, type TestPortal } from './support/portal.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'docker/monitoring');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

type Rule = { alert: string; expr: string; action: string; runbook: string };
type Panel = { title: string; targets: { expr: string }[] };
let portal: TestPortal;
let instance: ApiInstance;
let disks: ChildProcess;
let volumes: string;
/** As a running instance and the service `disks` answer. */
let text: string;
/** What they serve: the labels of each metric, as Prometheus stores them. */
let served: Map<string, Set<string>>;
/** And the values of their labels: `job="notices"`. */
let values: Set<string>;
let rules: Rule[];
let panels: Panel[];

beforeAll(async () => {
  portal = await startPortal();
  const metricsPort = await freePort();
  // So few calls that the second one is refused, and counted as that.
  const more = { PORTAL_METRICS_PORT: String(metricsPort), PORTAL_RATE_FACTOR: '0.0001' };
  instance = await startInstance(instanceSettings(portal, more));
  const token = await portal.issuer.token(claimsOf('Petra Hahn', ['solvena_admin']));
  const client = httpClient(instance.url, token);
  let status = 0;
  while (status !== 429) ({ status } = await client.post('/api/pharmacy/search', {}));
  volumes = await mkdtemp(join(tmpdir(), 'preisportal-volumes-'));
  for (const name of ['db', 'archive', 'backup']) await mkdir(join(volumes, name));
  const disksPort = await freePort();
  disks = spawn(process.execPath, [join(ROOT, 'docker/volumes.mjs'), volumes, String(disksPort)], { stdio: 'inherit' });
  const ofPort = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  do {
    text = (await ofPort(metricsPort)) + (await ofPort(disksPort).catch(() => ''));
    served = labelsOf(text);
    values = new Set([...text.matchAll(/\w+="[^"]*"/g)].map(([pair]) => pair));
    await pause(50);
  } while (
    !Object.keys(JOBS).every((job) => text.includes(`portal_job_failing{job="${job}"}`)) ||
    !served.has('portal_volume_free_bytes')
  );
  rules = (await read('docker/monitoring/alerts.yml')).split('- alert: ').slice(1).map(ruleOf);
  panels = (JSON.parse(await read('docker/monitoring/grafana/preisportal.json')) as { panels: Panel[] }).panels;
}, 120_000);
afterAll(async () => {
  disks?.kill();
  if (volumes) await rm(volumes, { recursive: true });
  await instance?.end('SIGTERM');
  await portal?.close();
});

/** One rule of alerts.yml, as it is written there. */
function ruleOf(text: string): Rule {
  const part = (pattern: RegExp) => pattern.exec(text)?.[1]?.trim() ?? '';
  return {
    alert: part(/^(\w+)/),
    expr: part(/expr: (?:\|\n)?([^]*?)\n {8}\w+:/),
    action: part(/action: '(.*)'/),
    runbook: part(/runbook: (\S+)/),
  };
}

function labelsOf(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name) ?? new Set(['job', 'instance']); // those two are Prometheus' own
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  // A histogram that has counted nothing yet, such as a young process's collections of garbage.
  for (const [, name = ''] of text.matchAll(/^# TYPE (nodejs_\w+) /gm)) found.set(name, found.get(name) ?? new Set());
  return found;
}

/** The metrics of an expression or a table, each with the labels that are asked of it or grouped by. */
function usedBy(expression: string): { name: string; labels: string[] }[] {
  const grouped = [...expression.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, names = '']) => names.split(', '));
  return [...expression.matchAll(/\b((?:portal|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', asked = '']) => ({
      name,
      labels: [...grouped, ...[...asked.matchAll(/(\w+)(?==|!|,|$)/g)].map(([, label = '']) => label)],
    }),
  );
}

/** What is used and not there, in words. */
function unknownIn(expression: string): string[] {
  return usedBy(expression).flatMap(({ name, labels }) => {
    const known = served.get(name) ?? served.get(`${name}_count`);
    if (!known) return [name];
    return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
  });
}

describe('every metric with its labels is served by a running instance', () => {
  test('that an alert uses', () => {
    expect(rules.length).toBeGreaterThan(12);
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  test('that the dashboard uses', () => {
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(15);
    expect(expressions.flatMap(unknownIn)).toEqual([]);
  });

  test('with the values that are asked of them; an operation is a call of the contract', () => {
    const calls = Object.keys(ENDPOINTS).map((id) => `operation="${id}"`);
    const known = new Set([...values, ...calls, 'job="portal"', 'job="disks"']); // the last two are Prometheus' own
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets).map((t) => t.expr),
    ];
    const asked = expressions.flatMap((expr) => [...expr.matchAll(/(\w+)=(~?)"([^"]*)"/g)]);
    const pairs = asked.flatMap(([, label, isPattern, value = '']) =>
      (isPattern ? value.split('|') : [value]).map((one) => `${label}="${one}"`),
    );
    expect(pairs.length).toBeGreaterThan(8);
    expect(pairs.filter((pair) => !known.has(pair) && pair !== 'status="5.."')).toEqual([]);
  });

  test('that the operations page names, and all of the portal are named there', async () => {
    const page = await read('docs/operations.md');
    const table = page.slice(page.indexOf('\n## Metrics'), page.indexOf('\n## What to do when'));
    expect(usedBy(table).length).toBeGreaterThan(12);
    expect(unknownIn(table)).toEqual([]);
    const own = [...served.keys()]
      .filter((name) => name.startsWith('portal_'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(own.filter((name) => !table.includes(`\`${name}`))).toEqual([]);
  });

  test('and what is not is noticed', () => {
    expect(unknownIn('sum by (jobs) (portal_job_failing{jab="x"}) + portal_jobs')).toEqual([
      'portal_job_failing{jobs}',
      'portal_job_failing{jab}',
      'portal_jobs',
    ]);
  });
});

describe('each alert', () => {
  test('says what to do and leads by its name to a paragraph of its own, of three lines', async () => {
    const page = await read('docs/alerts.md');
    const paragraphs = new Map(
      page.split('\n## ').map((part) => [part.split('\n')[0], part.trim().split('\n').slice(1)]),
    );
    for (const { alert, action, runbook } of rules) {
      expect([alert, action]).toEqual([alert, expect.stringMatching(/^[A-Z].{20,}/)]);
      expect(runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
      const lines = [/^People: /, /^Look\b/, /^[A-Z]/].map((line) => expect.stringMatching(line));
      expect([alert, paragraphs.get(alert)]).toEqual([alert, lines]);
    }
    expect(paragraphs.size - 1).toBe(rules.length);
  });
});

test('the dashboard shows tills, undecided deliveries, periods due, jobs and the disk', () => {
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  for (const metric of [
    'portal_tills',
    'portal_deliveries_undecided_seconds',
    'portal_periods_overdue',
    'portal_packages_overdue',
    'portal_job_last_end_timestamp_seconds',
    'portal_job_failing',
    'portal_volume_free_bytes',
  ])
    expect(shown).toContain(metric);
});

test('a counter ends in _total, and nothing else does', () => {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(30);
  for (const [, name = '', type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
// Without promtool (Debian package prometheus) the two files are read by the tests above only.
(hasPromtool ? test : test.skip)('promtool takes the rules, and they ring as alerts.test.yml says', async () => {
  const run = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: FOLDER });
  expect((await run('check', 'rules', 'alerts.yml')).stdout).toContain(`${rules.length} rules found`);
  expect((await run('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
  const lint = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  expect(lint.stderr).toBe('');
});
