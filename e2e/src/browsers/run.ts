import { runJourneys } from '../run-playwright.ts';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './webkit.ts';

/**
 * `pnpm test:browsers`: signing in, editing and approving in Firefox and WebKit, as far as they are installed; those that
 * are not are named. With `--all` a browser that is missing is a failure.
 */
const browsers = [
  { name: 'Firefox', found: findFirefox(), install: 'apt-get install firefox-esr, oder FIREFOX_PATH setzen' },
  { name: 'WebKit', found: findWebKit(), install: 'apt-get install webkit2gtk-driver xvfb (nur Linux)' },
];
const missing = browsers.filter(({ found }) => !found);
for (const { name, install } of missing)
  process.stdout.write(`${name} ist nicht installiert und wird übersprungen: ${install}\n`);
const skipped = missing.map(({ name }) => name).join(', ');
const required = process.argv.includes('--all') ? missing.length : 0;

const none = { counts: { passed: 0, failed: 0 }, code: 0 };
const { counts, code } =
  missing.length < browsers.length
    ? await runJourneys([], { PORTAL_E2E_BROWSERS: '1', PORTAL_E2E_WORKERS: '1' })
    : none;
process.stdout.write(
  `\n${counts.passed} passed, ${counts.failed + required} failed${skipped && `; übersprungen: ${skipped}`}\n`,
);
process.exitCode = code === 0 && required === 0 ? 0 : 1;
