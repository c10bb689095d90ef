import { type Page, tasksOf } from '../typing/measure-typing.ts';

/** What one thing somebody does costs: thread time of the longest task in ms, and of all of them. */
export type Step = { readonly longest: number; readonly all: number };
export type Frames = {
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
  readonly perFrame: number;
};

const SETTLE_MS = 700;

/** Thread time of what is done and of all that follows within a moment: what is deferred counts too. */
export async function step(page: Page, act: () => Promise<unknown>): Promise<Step> {
  const tasks = await tasksOf(page, async () => {
    await act();
    await page.waitForTimeout(SETTLE_MS);
  });
  return { longest: tasks[0] ?? 0, all: tasks.reduce((sum, ms) => sum + ms, 0) };
}

/** Types a word letter by letter into the search of a page. */
export async function typeInto(page: Page, word: string): Promise<void> {
  await page.getByRole('searchbox').click();
  for (const key of word) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
  }
}

const FRAMES = 90;
const STEP_PX = 400;

/** Scrolls the page down, so many px each frame: times between frames, and thread time of the longest task and of a frame on average. */
export async function scroll(page: Page): Promise<Frames> {
  let frames: number[] = [];
  const tasks = await tasksOf(page, async () => {
    frames = await page.evaluate(
      ([count, px]) =>
        new Promise<number[]>((resolve) => {
          const taken: number[] = [];
          let last = performance.now();
          const next = (now: number) => {
            taken.push(now - last);
            last = now;
            if (taken.length > count) return resolve(taken.slice(1));
            window.scrollBy(0, px);
            requestAnimationFrame(next);
          };
          requestAnimationFrame(next);
        }),
      [FRAMES, STEP_PX] as const,
    );
  });
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  await page.evaluate(() => window.scrollTo(0, 0));
  return {
    median: at(0.5),
    p95: at(0.95),
    longest: tasks[0] ?? 0,
    perFrame: tasks.reduce((sum, ms) => sum + ms, 0) / FRAMES,
  };
}
