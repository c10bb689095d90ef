import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The results of the journeys; one that passed only the second time is flaky and counts as passed. */
export type Counts = { passed: number; failed: number; skipped: number; flaky: string[] };

type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; tests: Test[] }[];
};
type Test = {
  status: string;
  results: { error?: { message?: string; location?: { file: string; line: number } } }[];
};
type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
  errors: unknown[];
};

const CLI = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

/**
 * Runs journeys by Playwright's own runner and counts them from its report.
 * @param files parts of their names; none for all
 * @param env see `playwright.config.ts`
 */
export async function runJourneys(
  files: readonly string[],
  env: Record<string, string> = {},
): Promise<{ counts: Counts; code: number }> {
  const results = mkdtempSync(join(tmpdir(), 'preisportal-e2e-results-'));
  const code = await runPlaywright(files, { ...env, PORTAL_E2E_RESULTS: results });
  const counts = count(join(results, 'journeys.json'));
  // Traces of what failed stay to be looked at.
  if (code === 0) rmSync(results, { recursive: true, force: true });
  else process.stdout.write(`Spuren der gescheiterten Wege: ${join(results, 'journeys')}\n`);
  return { counts, code: counts.passed === 0 ? 1 : code };
}

function runPlaywright(files: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [CLI, 'test', '-c', 'e2e/playwright.config.ts', ...files.map(inName)], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => done(status ?? 1));
  });
}

/** Playwright looks for a part of the whole path, which a folder above may be too. */
const inName = (part: string) => (part.startsWith('-') ? part : `[\\\\/][^\\\\/]*${part}[^\\\\/]*$`);

function count(file: string): Counts {
  try {
    const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as Report;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      flaky: suites.flatMap(flakyIn),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, flaky: [] }; // it ended before the first journey did
  }
}

function flakyIn(suite: Suite): string[] {
  const own = (suite.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  const said = own.map(({ file, title, tests }) => `${file}: ${title}${tests.map(firstFailure).join('')}`);
  return [...said, ...(suite.suites ?? []).flatMap(flakyIn)];
}

/** Lines of a message that say what was waited for; a page's text may follow. */
const TOLD_LINES = 8;

/** What went wrong the first time: nobody can look at the trace later, since the run as a whole did not fail. */
function firstFailure({ results }: Test): string {
  const { message = '', location } = results.find(({ error }) => error)?.error ?? {};
  const lines = stripVTControlCharacters(message).split('\n').slice(0, TOLD_LINES);
  const place = location && `${basename(location.file)}:${location.line}`;
  return [...lines, place ?? ''].map((line) => `\n     ${line}`).join('');
}
