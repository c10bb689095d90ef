import { test as base } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { portal, type Running, setRunning, startPortal, stopPortal } from './running.ts';
import { saveSeenTexts } from './texts/seen.ts';

/** A journey. The portal and the browser behind it are started once for each worker. */
export const test = base.extend<object, { worker: Running }>({
  worker: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from it which fixtures are asked for
    async ({}, use, { workerIndex }) => {
      const running = await startPortal();
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

/** Takes the journeys of a file in a whole Chromium, where the shell without a window cannot. */
export function inWholeBrowser(): void {
  let usual: Running;
  before(async () => {
    usual = portal();
    setRunning({ ...usual, browser: await launchBrowser(['--disable-gpu']) });
  });
  after(async () => {
    const { browser } = portal();
    setRunning(usual);
    await browser.close();
  });
}
