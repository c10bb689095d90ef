import type { Page } from '@playwright/test';

/**
 * Records what moves by itself in the pages that are opened from here on.
 * @returns what asks for it: each shift of the page that is open, as a share of the screen times how far; browsers call less than 0.1
 *   together good
 */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) moved.push((shift as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);
}

/** All of them together. */
export const sumOf = (shifts: readonly number[]) => shifts.reduce((sum, value) => sum + value, 0);
