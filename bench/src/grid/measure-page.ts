import type { launchBrowser } from '@portal/e2e/src/browser.ts';
import './page/contestant.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type DevTools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;

/** One visit: milliseconds of each step, `heapMb` above the data. */
export type Visit = {
  firstPaint: number;
  nameCold: number;
  nameWarm: number;
  numberCold: number;
  numberWarm: number;
  searchFirst: number;
  searchNext: number;
  scrollMean: number;
  scrollWorst: number;
  heapMb: number;
};

const VIEWPORT = { width: 1440, height: 900 };
const SCROLL_FRAMES = 150;
const SETTLE_MS = 500;

/** Opens the page and goes through everything a user does with a list. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await open(browser, url);
  const firstPaint = await paintFirst(page);
  const sort = (key: 'name' | 'effectivePrice', reversed: boolean) =>
    page.evaluate(([k, r]) => measure.sort(k, r), [key, reversed] as const);
  const nameCold = await sort('name', false);
  const numberCold = await sort('effectivePrice', false);
  const numberWarm = await sort('effectivePrice', true);
  const nameReversed = await sort('name', true);
  const nameWarm = await sort('name', false);
  const searchFirst = await page.evaluate(() => measure.search('ibu'));
  const searchNext = await page.evaluate(() => measure.search('ibup'));
  await page.evaluate(() => measure.search(''));
  const frames = await page.evaluate((count) => measure.scroll(count), SCROLL_FRAMES);
  await page.close();
  return {
    firstPaint,
    nameCold,
    nameWarm: Math.max(nameWarm, nameReversed),
    numberCold,
    numberWarm,
    searchFirst,
    searchNext,
    scrollMean: frames.reduce((sum, ms) => sum + ms, 0) / frames.length,
    scrollWorst: Math.max(...frames),
    heapMb: await heapOfFirstPaint(browser, url),
  };
}

async function open(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(url);
  await page.waitForFunction(() => 'measure' in globalThis);
  await page.waitForTimeout(SETTLE_MS); // loading the page and making up the data is not what is measured
  return page;
}

function paintFirst(page: Page): Promise<number> {
  return page.evaluate(() => measure.firstPaint(document.querySelector('#host') as HTMLElement));
}

/** In a page of its own, since collecting garbage also throws compiled code away that the first paint needs. */
async function heapOfFirstPaint(browser: Browser, url: string): Promise<number> {
  const page = await open(browser, url);
  const devtools = await page.context().newCDPSession(page);
  const before = await heapMb(devtools);
  await paintFirst(page);
  const taken = (await heapMb(devtools)) - before;
  await page.close();
  return taken;
}

async function heapMb(devtools: DevTools): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

/**
 * Durations of real clicks and keystrokes, from input to the next paint, with the processor slowed down four times:
 * sorting, searching and, where there are inputs, entering prices.
 */
export async function interact(browser: Browser, url: string, options: { editing: boolean }): Promise<number[]> {
  const page = await open(browser, options.editing ? `${url}?edit` : url);
  const devtools = await page.context().newCDPSession(page);
  await paintFirst(page);
  await observeEvents(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const search = page.getByLabel('Suche');
  await search.click();
  for (const key of 'vitamin') await press(page, key);
  for (let count = 0; count < 7; count++) await press(page, 'Backspace');
  if (options.editing) {
    await page.locator('[role="row"] input[type="text"]').first().click();
    for (const key of ['1', '2', ',', '5', 'ArrowDown', '9', ',', '9', '9', 'Enter', '4', ',', '5'])
      await press(page, key);
  }
  for (const column of ['avp', 'avp', 'units', 'units', 'avp']) {
    const heading = page.locator(`[role="columnheader"]:is([col-id="${column}"], [data-column="${column}"])`);
    await heading.locator('button, .ag-header-cell-label').first().click();
    await page.waitForTimeout(120);
  }
  await page.waitForTimeout(500);
  const durations = await page.evaluate(
    () => (globalThis as unknown as { durations: Record<string, number> }).durations,
  );
  await page.close();
  return Object.values(durations);
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(90);
}

/** Keeps the longest event of every interaction, as INP does; those under 16 ms are not reported by the browser. */
async function observeEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    const durations: Record<number, number> = {};
    Object.assign(globalThis, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        if (entry.interactionId === 0) continue;
        durations[entry.interactionId] = Math.max(durations[entry.interactionId] ?? 0, entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}
