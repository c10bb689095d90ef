import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS } from '@portal/contracts';
import { JOBS } from '../src/job-run.ts';
import { type ApiInstance, freePort, instanceSettings, pause, startInstance } from './support/api-instance.ts';
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
/** What a running instance serves: the labels of each metric, as Prometheus stores them. */
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
  let text: string;
  do {
    text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    served = labelsOf(text);
    values = new Set([...text.matchAll(/\w+="[^"]*"/g)].map(([pair]) => pair));
    await pause(50);
  } while (!Object.keys(JOBS).every((job) => text.includes(`portal_job_failing{job="${job}"}`)));
  rules = (await read('docker/monitoring/alerts.yml')).split('- alert: ').slice(1).map(ruleOf);
  panels = (JSON.parse(await read('docker/monitoring/grafana/preisportal.json')) as { panels: Panel[] }).panels;
}, 120_000);
afterAll(async () => {
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
    const known = new Set([...values, ...calls, 'job="portal"']); // the last is Prometheus' own
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

test('each alert says what to do and leads to a heading that exists', async () => {
  const page = await read('docs/operations.md');
  for (const { alert, action, runbook } of rules) {
    expect([alert, action]).toEqual([alert, expect.stringMatching(/^[A-Z].{20,}/)]);
    const [path, heading = ''] = runbook.split('#');
    expect([alert, path]).toEqual([alert, 'docs/operations.md']);
    expect(page.toLowerCase()).toContain(`\n## ${heading.replaceAll('-', ' ')}\n`);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
// Without promtool (Debian package prometheus) the two files are read by the tests above only.
(hasPromtool ? test : test.skip)('promtool takes the rules, and they ring as alerts.test.yml says', async () => {
  const run = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: FOLDER });
  expect((await run('check', 'rules', 'alerts.yml')).stdout).toContain(`${rules.length} rules found`);
  expect((await run('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
});
