import assert from 'node:assert/strict';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { expect, type Page } from '@playwright/test';
import { settle } from '../src/check-screen.ts';
import { button } from '../src/packages.ts';
import { describe, test } from '../src/runner.ts';

/** Only looked at. */
const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC`;

/** What has the focus: its PZN, and whether it is an input. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const pzn = activeElement?.closest('[role=row]')?.querySelector('[data-column=pzn]')?.textContent;
    return `${activeElement?.tagName} ${pzn}`;
  });
/** Whether the row that has the focus is in view. */
const inView = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[role=row]')?.getBoundingClientRect();
    const grid = document.querySelector('[role=grid]')?.getBoundingClientRect();
    return row !== undefined && grid !== undefined && row.top >= grid.top && row.bottom <= grid.bottom;
  });
const scrolled = (page: Page) => page.getByRole('grid').evaluate((grid) => grid.scrollTop);

describe('a list in a window of another size', () => {
  test('shows the rows it showed when a phone is turned, and keeps the focus in its row (rule 3.18)', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('inhaber', LIST, { width: 390, height: 844 });
    await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
    // the hundredth, of rows that are 56 px high upright and 36 px across
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 5600));
    await page.locator('[data-position="103"] [data-column=pzn]').focus();
    const before = await focused(page);
    assert.match(before, /^DIV \d{8}$/);
    for (const { top, ...size } of [
      { width: 844, height: 390, top: 3600 },
      { width: 390, height: 844, top: 5600 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(() => scrolled(page), { timeout: 20_000 }).toBe(top);
      await settle(page);
      assert.equal(await focused(page), before);
      assert.equal(await inView(page), true);
    }
  });

  test('shows the rows it showed when a low window becomes a high one', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', LIST, { width: 640, height: 360 });
    await page.getByText(/ \/ 20\.000 Artikel$/).waitFor();
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 3600));
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => scrolled(page), { timeout: 20_000 }).toBe(5600);
  });

  test('is typed into where it was typed into before the window grew (rule 3.18)', async ({ visitAs }) => {
    const { page } = await visitAs('inhaber', `${LIST}?mode=expert`);
    await button(page, 'Bearbeiten').click();
    // who edits a list is led to its first price
    await page.locator('[role=gridcell] input:focus').waitFor();
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 3600));
    await settle(page); // the row that had the focus hands it to the grid when it goes
    const input = page.locator('[data-position="105"] [data-column=ownPrice] input');
    await input.focus();
    const before = await focused(page);
    assert.match(before, /^INPUT \d{8}$/);
    await page.setViewportSize({ width: 1440, height: 1500 });
    await settle(page);
    assert.equal(await focused(page), before);
    await page.keyboard.type('7,77');
    assert.equal(await input.inputValue(), '7,77');
    // less room, as with the keyboard of a screen, and as much again
    await page.setViewportSize({ width: 1440, height: 1100 });
    await page.setViewportSize({ width: 1440, height: 1500 });
    await settle(page);
    await page.keyboard.type('1');
    assert.equal(await input.inputValue(), '7,771');
  });
});
