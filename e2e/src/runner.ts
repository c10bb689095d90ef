import { test as base } from '@playwright/test';
import { launchBrowser, launchShell } from './browser.ts';
import { type Running, setRunning, startPortal, stopPortal } from './running.ts';
import { saveSeenTexts } from './texts/seen.ts';

/** A journey. The portal and the browser behind it are started once for each worker. */
export const test = base.extend<object, { whole: boolean; worker: Running }>({
  /** `test.use({ whole: true })`: a whole Chromium for journeys that the shell without a window cannot take. */
  whole: [false, { option: true, scope: 'worker' }],
  worker: [
    async ({ whole }, use, { workerIndex }) => {
      const running = await startPortal(whole ? launchBrowser : launchShell);
      setRunning(running);
      await use(running);
      saveSeenTexts(workerIndex);
      await stopPortal(running);
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],
});

/** Journeys that build on one another: after the first that fails the others are not tried, and all are repeated together. */
export const describe = test.describe.serial;
export const before = test.beforeAll;
export const after = test.afterAll;
