import { findDistribution, findJava, MissingPart } from '@portal/dev/keycloak/distribution.ts';
import { runJourneys } from './run-playwright.ts';

/** What a sign-in touches: the journeys that must not differ between the embedded provider and a real Keycloak. */
const JOURNEYS = ['identity', 'sign-in', 'till-sync'].map((name) => `e2e/tests/${name}.e2e.ts`);

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
  const files = process.argv.length > 2 ? process.argv.slice(2) : JOURNEYS;
  const env = { PORTAL_E2E_IDENTITY: 'keycloak', PORTAL_E2E_WORKERS: '1', PORTAL_NIGHTLY: '1' };
  const { counts, code } = await runJourneys(files, env);
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`\n${counts.passed} passed, ${counts.failed} failed with a real Keycloak, ${seconds} s`);
  return code === 0 && counts.failed === 0 ? 0 : 1;
}

process.exitCode = await main();
