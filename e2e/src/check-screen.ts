import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { IS_NIGHTLY } from './nightly.ts';

const PICTURES = 'screenshots';

/** The two widths every screen is looked at: at a desk and on a phone. */
export const SIZES = [
  { name: '1440', width: 1440, height: 900 },
  { name: '390', width: 390, height: 844 },
] as const;

/** Looks at a screen at both widths, one after the other as when a window is made narrower; the page is then as wide as before. */
export async function checkSizes(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const { name: size, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    await checkScreen(page, `${name}-${size}`);
  }
  if (before) await page.setViewportSize(before);
}

/** A state that only a longer journey reaches is looked at by night. */
export async function checkSizesByNight(page: Page, name: string): Promise<void> {
  if (IS_NIGHTLY) await checkSizes(page, name);
}

/** The same at the page's own width. */
export async function checkScreenByNight(page: Page, name: string, within?: string): Promise<void> {
  if (IS_NIGHTLY) await checkScreen(page, name, within);
}

/** Waits until nothing has to be scrolled sideways: a part that another window size draws anew is so wide a moment longer. */
export async function checkWidth(page: Page): Promise<void> {
  const isWide = () => document.documentElement.scrollWidth > innerWidth;
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
    timeout: 5_000,
  });
  await fits.catch(() => undefined);
  assert.equal(await page.evaluate(isWide), false, `${page.url()} scrolls sideways`);
}

/** Waits until nothing on the page moves or fades any more, but for what does so as long as it is there. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
    const isMoving = (each: Animation) =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity;
    // What a dialog or a new width sets off begins a frame later.
    for (let still = 0; still < 3; still += 1) {
      await nextFrame();
      const moving = document.getAnimations().filter(isMoving);
      if (moving.length > 0) still = 0;
      await Promise.allSettled(moving.map(({ finished }) => finished));
    }
  });
}

/**
 * Takes a picture to look at and fails on a serious accessibility violation.
 * @param within what is looked at; buttons that an open menu half covers are not too small
 */
export async function checkScreen(page: Page, name: string, within?: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await settle(page); // what fades in has too little contrast half-way
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
  // In the page itself, without what holds and without reading style sheets again, which no rule of these tags needs: a quarter of the
  // processor time. Frames are not looked into; the portal shows none.
  const axe = new AxeBuilder({ page });
  if (within) axe.include(within);
  const { violations } = await axe
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const named = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  assert.deepEqual(named, [], name);
}

/** Fails where a page scrolls sideways, or where the name of a button or heading is wider or higher than its room (rule 2.34). */
export async function checkNothingCut(page: Page, name: string): Promise<void> {
  await checkWidth(page);
  await settle(page);
  assert.deepEqual(await cutTexts(page), [], `cut on ${name}`);
}

function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const isCut = (element: Element) => {
      // what may be drawn beyond its box is not cut
      const { overflowX, overflowY } = getComputedStyle(element);
      const tooWide = element.scrollWidth > element.clientWidth + 1;
      const tooHigh = element.scrollHeight > element.clientHeight + 1 && overflowY !== 'visible';
      return element.clientWidth > 0 && ((tooWide && overflowX !== 'auto') || tooHigh);
    };
    const names = 'button, h1, h2, h3, h4, legend, [role="columnheader"] button, a[class*="Button"]';
    return [...document.querySelectorAll(names)]
      .filter(isShown)
      .filter((element) => [element, ...element.querySelectorAll('span, div')].filter(isShown).some(isCut))
      .map((element) => `${element.tagName} ${element.textContent || element.getAttribute('aria-label')}`);
  });
}
