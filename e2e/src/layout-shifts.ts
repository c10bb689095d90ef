import type { Page } from '@playwright/test';

export type Shift = {
  /** A share of the screen times how far */
  readonly value: number;
  /** When, and what moved from where to where, to find out why. */
  readonly what: string;
};

/**
 * Records what moves by itself in the pages that are opened from here on.
 * @returns what asks for it: each shift of the page that is open; browsers call less than 0.1 together good
 */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const moved: Shift[] = [];
    Object.assign(globalThis, { moved });
    type Entry = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Entry[]) {
        const parts = sources.map(({ node, previousRect, currentRect }) => {
          const { nodeName = '?', className = '', textContent = '' } = (node ?? {}) as Partial<Element>;
          return `${nodeName}.${className} '${textContent?.slice(0, 30)}' ${place(previousRect)} → ${place(currentRect)}`;
        });
        moved.push({ value, what: `${value.toFixed(3)} at ${Math.round(startTime)} ms: ${parts.join(', ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { moved: Shift[] }).moved);
}

/** All of them together. */
export const sumOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);
/** What moved, a line each. */
export const described = (shifts: readonly Shift[]) => shifts.map(({ what }) => what).join('\n');
