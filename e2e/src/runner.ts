import assert from 'node:assert/strict';
import { type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { IS_NIGHTLY } from './nightly.ts';
import { type OpenVisit, Profiles, type VisitAs } from './journey.ts';
import { portal, type Running, setRunning, startPortal, stopPortal } from './running.ts';
import { saveSeenTexts } from './texts/seen.ts';

type Fixtures = {
  /** The journey's browser profiles: they close when it ends, and an error that it has not expected fails it. */
  profiles: Profiles;
  visit: OpenVisit;
  visitAs: VisitAs;
  /** A fresh profile without a page. */
  newProfile(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Names errors that pages log or throw because the journey provokes them. */
  expectErrors(...patterns: RegExp[]): void;
};

/** A journey. The portal and the browser behind it are started once for each worker. */
export const test = base.extend<Fixtures, { worker: Running }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads from it which fixtures are asked for
  profiles: async ({}, use, testInfo) => {
    const profiles = new Profiles();
    await use(profiles);
    const unexpected = profiles.unexpectedErrors();
    await profiles.closeAll();
    if (testInfo.errors.length === 0) assert.deepEqual(unexpected, []);
  },
  visit: ({ profiles }, use) => use(profiles.visit),
  visitAs: ({ profiles }, use) => use(profiles.visitAs),
  newProfile: ({ profiles }, use) => use(profiles.open),
  expectErrors: ({ profiles }, use) => use(profiles.expectErrors),
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

/** A journey that seldom a change can break: by night, and where its file is named. No rule is proven by it alone (check:rules). */
export const testByNight: (title: string, journey: Parameters<typeof test>[2]) => void = IS_NIGHTLY
  ? test
  : () => undefined;

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
