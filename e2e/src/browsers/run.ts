import { run } from 'node:test';
import { spec } from 'node:test/reporters';
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
const required = process.argv.includes('--all');
const skipped = missing.map(({ name }) => name).join(', ');
let passed = 0;
let failed = required ? missing.length : 0;

/** Said by what ends the process, since the portal ends it when it stops. */
process.on('exit', () => {
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped && `; übersprungen: ${skipped}`}\n`);
  if (failed > 0) process.exitCode = 1;
});

if (missing.length < browsers.length) {
  const stream = run({ files: ['e2e/src/browsers/journeys.ts'], isolation: 'none', concurrency: 1 });
  stream.on('test:pass', ({ details }) => {
    if (details.type !== 'suite') passed += 1;
  });
  stream.on('test:fail', ({ details }) => {
    if (details.type !== 'suite') failed += 1;
  });
  stream.compose(new spec()).pipe(process.stdout);
}
