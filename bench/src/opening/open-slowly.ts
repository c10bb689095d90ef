import type { Running } from '@portal/e2e/src/running.ts';

type Browser = Running['browser'];
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;

export type Opening = {
  /** Tasks of more than 50 ms of the main thread, in ms. */
  readonly tasks: readonly number[];
  /** First contentful paint of the page, ms after its navigation began. */
  readonly painted: number;
  /** From the navigation, or from the click, until what was waited for stood there. */
  readonly readyMs: number;
  /** The same until the first rows of a list were there. */
  readonly rowsMs: number;
  /** What came over the network, compressed. */
  readonly bytes: number;
};

/** What Lighthouse simulates for a phone: milliseconds there and back, bytes a second, and a processor this many times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;
const QUIET_MS = 1_500;

/** Opens a page as somebody who has signed in, in a profile of its own, and then follows a link of it where one is named: only that counts then. */
export async function openSlowly(
  browser: Browser,
  url: string,
  session: Awaited<ReturnType<BrowserContext['cookies']>>,
  { path, ready, follow }: { path: string; ready: RegExp; follow?: { link: string; ready: RegExp } },
): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE', hasTouch: true });
  try {
    await context.addCookies(session);
    await context.addInitScript(observe);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    await protocol.send('Network.emulateNetworkConditions', NETWORK);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    let bytes = 0;
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    let began = performance.now();
    let rowsMs = 0;
    await page.goto(`${url}${path}`);
    await page.getByText(ready).first().waitFor();
    if (follow) {
      await page.waitForTimeout(QUIET_MS);
      bytes = 0;
      await page.evaluate(() => ((globalThis as unknown as Seen).portalTasks.length = 0));
      began = performance.now();
      await page.locator(follow.link).first().click();
      await page.getByRole('row').nth(1).waitFor();
      rowsMs = performance.now() - began;
      await page.getByText(follow.ready).first().waitFor();
    }
    const readyMs = performance.now() - began;
    await page.waitForTimeout(QUIET_MS);
    const seen = await page.evaluate(() => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      return { tasks: (globalThis as unknown as Seen).portalTasks, painted };
    });
    return { ...seen, readyMs, rowsMs, bytes };
  } finally {
    await context.close();
  }
}

type Seen = { portalTasks: number[] };

/** Runs in the page. */
function observe(): void {
  const tasks: number[] = [];
  (globalThis as unknown as Seen).portalTasks = tasks;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
}
