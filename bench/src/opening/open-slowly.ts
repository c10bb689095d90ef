import type { Running } from '@portal/e2e/src/running.ts';
import { type Page, tasksOf } from '../typing/measure-typing.ts';

type Browser = Running['browser'];
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;

export type Opening = {
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
/** Slow 3G, before a desk's own processor: what rule 2.28 was made for. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const QUIET_MS = 1_500;

type Session = Awaited<ReturnType<BrowserContext['cookies']>>;
/** A page, what is to stand on it, and a link of it that is followed then, where one is named: only that counts. */
export type Way = { path: string; ready: RegExp; follow?: { link: string; ready: RegExp } };

/** Goes a way as somebody who has signed in, on a slow phone, in a profile of its own. */
export async function openSlowly(browser: Browser, url: string, session: Session, way: Way): Promise<Opening> {
  return inOwnProfile(browser, session, async (page) => {
    const protocol = await onNetwork(page, NETWORK);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    let bytes = 0;
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    let began = performance.now();
    let rowsMs = 0;
    await page.goto(`${url}${way.path}`);
    await page.getByText(way.ready).first().waitFor();
    if (way.follow) {
      await page.waitForTimeout(QUIET_MS);
      bytes = 0;
      began = performance.now();
      await page.locator(way.follow.link).first().click();
      await page.getByRole('row').nth(1).waitFor();
      rowsMs = performance.now() - began;
      await page.getByText(way.follow.ready).first().waitFor();
    }
    const readyMs = performance.now() - began;
    await page.waitForTimeout(QUIET_MS);
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { painted, readyMs, rowsMs, bytes };
  });
}

/** From the click on a dashboard that is there, over slow 3G, until a list's first rows are, in ms. */
export async function rowsOnSlowLine(
  browser: Browser,
  url: string,
  session: Session,
  way: Required<Way>,
): Promise<number> {
  return inOwnProfile(browser, session, async (page) => {
    await page.goto(`${url}${way.path}`);
    await page.getByText(way.ready).first().waitFor();
    await page.waitForTimeout(QUIET_MS);
    await onNetwork(page, SLOW_3G);
    const began = performance.now();
    await page.locator(way.follow.link).first().click();
    await page.getByRole('row').nth(1).waitFor();
    return performance.now() - began;
  });
}

/**
 * The tasks of the page's main thread on a way, in ms of a phone's processor, the longest first: their own processor time in a load that nothing slows down,
 * four times over, as Lighthouse's simulation takes it. What else the machine does is not in them.
 */
export async function tasksOnPhone(browser: Browser, url: string, session: Session, way: Way): Promise<number[]> {
  return inOwnProfile(browser, session, async (page) => {
    const open = async () => {
      await page.goto(`${url}${way.path}`);
      await page.getByText(way.ready).first().waitFor();
      await page.waitForTimeout(QUIET_MS);
    };
    const { follow } = way;
    if (follow) await open();
    const tasks = await tasksOf(page, async () => {
      if (!follow) return open();
      await page.locator(follow.link).first().click();
      await page.getByText(follow.ready).first().waitFor();
      await page.waitForTimeout(QUIET_MS);
    });
    return tasks.map((ms) => ms * SLOWER);
  });
}

async function onNetwork(page: Page, conditions: typeof NETWORK) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', conditions);
  return protocol;
}

async function inOwnProfile<T>(browser: Browser, session: Session, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'de-DE', hasTouch: true });
  try {
    await context.addCookies(session);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    return await work(page);
  } finally {
    await context.close();
  }
}
