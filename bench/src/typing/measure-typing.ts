import { deskContext, deskPackage } from '@portal/dev/review-desk/desk.ts';
import { createHonestUpdate } from '@portal/dev/review-desk/market.ts';
import { plantErrors } from '@portal/dev/review-desk/errors.ts';
import { createRandom } from '@portal/dev/demo/random.ts';
import type { launchBrowser } from '@portal/e2e/src/browser.ts';
import { NO_GUARDRAILS } from '@portal/rules';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
export type Page = Awaited<ReturnType<Browser['newPage']>>;

const ROWS = 20_000;
/** As slow as a cheap computer. */
const SLOWER = 4;
/** What is typed into an input, one key after the other. */
const PRICES = ['12,49', '899,00', '4,99', '23,95'];
const BETWEEN_KEYS_MS = 120;

/** Milliseconds: how long the page was busy without a break, the longest first, and how long keys waited for their next frame. */
export type Typing = { readonly tasks: readonly number[]; readonly keys: readonly number[] };

/** Answers the calls of the package on screen with 20,000 rows, errors among them, and limits that some of their prices break. */
export async function serveRows(page: Page, { review }: { review: boolean }): Promise<void> {
  const random = createRandom(4);
  const rows = createHonestUpdate(random, ROWS);
  plantErrors(random, rows);
  const { columns } = deskPackage(rows);
  const context = deskContext(rows);
  const guardrails = { ...NO_GUARDRAILS, minMarginPercent: 5, maxChangePercent: 25, maxAboveAvpPercent: 10 };
  await page.route(/\/api\/price\/mdp\/[^/]+\/[^/]+\/\d+\/[A-Z]+$/, async (route) => {
    const answer = await route.fetch();
    const { pieces: _, ...head } = await answer.json();
    // head and rows each on a line of its own
    const start = JSON.stringify({ ...head, count: ROWS }).slice(0, -1);
    await route.fulfill({ response: answer, body: `${start},"pieces":[\n${JSON.stringify(columns)}\n]}` });
  });
  await page.route(/\/api\/price\/review\/mdp\//, async (route) => {
    // a context that never comes is a screen without a review
    if (!review) return;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...context, guardrails } });
  });
}

/** Types prices into the first inputs and down the column, with everything slowed down four times. */
export async function typePrices(page: Page): Promise<Typing> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await observeKeys(page);
  const first = page.locator('[data-position="1"] [data-column="ownPrice"] input');
  await first.click();
  await page.keyboard.type('1');
  await page.keyboard.press('Backspace');
  await page.waitForTimeout(1500); // what is compiled at the first key is not what is measured
  const tasks = await tasksOf(page, async () => {
    for (const price of PRICES) {
      for (const key of price) await press(page, key);
      await press(page, 'ArrowDown');
      await page.waitForTimeout(400);
    }
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const keys = await page.evaluate(() => (globalThis as unknown as { keys: number[] }).keys);
  return { tasks, keys };
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(BETWEEN_KEYS_MS);
}

/** `tdur`: microseconds of the thread alone, without what other programs of the machine took. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Durations of the tasks of the page's main thread while something is done, in milliseconds, the longest first. */
export async function tasksOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, tdur, pid, tid }) => name === 'RunTask' && tdur !== undefined && main.has(`${pid}/${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace has no tasks of the page');
  return tasks.map(({ tdur }) => (tdur as number) / 1000).sort((a, b) => b - a);
}

/** Keeps how long each key waited for the next frame. */
async function observeKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keys: number[] = [];
    Object.assign(globalThis, { keys });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}
