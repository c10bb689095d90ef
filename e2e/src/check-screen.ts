import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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

/** Waits until nothing has to be scrolled sideways: a part that another window size draws anew is so wide a moment longer. */
export async function checkWidth(page: Page): Promise<void> {
  const sizes = () => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  let [content, window] = await sizes();
  for (let waited = 0; waited < 40 && content > window; waited += 1) {
    await page.waitForTimeout(50);
    [content, window] = await sizes();
  }
  assert.ok(content <= window, `${content} px of content in ${window} px`);
}

/**
 * Takes a picture to look at and fails on a serious accessibility violation.
 * @param within what is looked at; buttons that an open menu half covers are not too small
 */
export async function checkScreen(page: Page, name: string, within?: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  await page.waitForTimeout(400); // what fades in has too little contrast half-way
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
  // In the page itself and without what holds: a quarter of the processor time. Frames are not looked into; the portal shows none.
  const axe = new AxeBuilder({ page });
  if (within) axe.include(within);
  const { violations } = await axe
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const named = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  assert.deepEqual(named, []);
}
