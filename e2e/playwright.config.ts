import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Journeys of one file share a portal and follow one another; files run side by side, each worker on a portal of its own. */
const WORKERS = Number(process.env.PORTAL_E2E_WORKERS ?? 3);
const results = process.env.PORTAL_E2E_RESULTS ?? join('..', 'test-results');

export default defineConfig({
  testDir: 'tests',
  outputDir: join(results, 'journeys'),
  workers: WORKERS,
  fullyParallel: false,
  // A browser on a busy machine now and then loses a step. What passes the second time is reported as flaky.
  retries: 1,
  timeout: 300_000,
  globalTimeout: 120 * 60_000,
  reporter: [
    ['list', { printSteps: false }],
    ['json', { outputFile: join(results, 'journeys.json') }],
  ],
  use: { trace: 'on-first-retry' },
  globalSetup: './src/global-setup.ts',
  projects: [
    process.env.PORTAL_E2E_BROWSERS
      ? { name: 'browsers', testDir: 'src/browsers', testMatch: 'journeys.ts' }
      : {
          name: 'journeys',
          testMatch: '*.e2e.ts',
          testIgnore: process.env.PORTAL_NIGHTLY ? [] : ['*.nightly.e2e.ts'],
        },
    // last: each text of the specification has been seen by one of them
    ...(process.env.PORTAL_E2E_WHOLE
      ? [{ name: 'texts', testMatch: 'specified-texts.ts', dependencies: ['journeys'] }]
      : []),
  ],
});
