import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDistribution, findJava, MissingPart } from '@portal/dev/keycloak/distribution.ts';

/** What a sign-in touches: the journeys that must not differ between the embedded provider and a real Keycloak. */
const JOURNEYS = ['identity', 'sign-in', 'till-sync'].map((name) => `e2e/tests/${name}.e2e.ts`);
const LIMIT_MS = 15 * 60_000;

/**
 * `pnpm test:keycloak [FILE …]`: runs them against a real Keycloak. Ends with 0 when all pass, 1 when one fails, 2 when
 * something that it needs is missing.
 */
async function main(): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    findJava();
    await findDistribution(process.env, say);
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'preisportal-keycloak-report-'));
  const report = join(folder, 'report.json');
  const files = process.argv.length > 2 ? process.argv.slice(2) : JOURNEYS;
  const code = await run(['e2e/src/run.ts', report, ...files]);
  const { passed, failed } = readReport(report);
  rmSync(folder, { recursive: true, force: true });
  say(`\n${passed} passed, ${failed} failed with a real Keycloak, ${Math.round((Date.now() - started) / 1000)} s`);
  return code === 0 && failed === 0 && passed > 0 ? 0 : 1;
}

function run(args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, PORTAL_E2E_IDENTITY: 'keycloak' },
  });
  const late = setTimeout(() => {
    process.stderr.write(`Nach ${LIMIT_MS / 60_000} Minuten abgebrochen.\n`);
    child.kill('SIGTERM');
  }, LIMIT_MS);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(late);
      resolve(code);
    });
  });
}

function readReport(path: string): { passed: number; failed: number } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 }; // it ended before the first test did
  }
}

process.exitCode = await main();
