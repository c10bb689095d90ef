import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { expect, type Page } from '@playwright/test';
import { checkScreenByNight, SIZES } from '../src/check-screen.ts';
import { button, closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_135);
let qdp: Seeded;

before(async () => {
  qdp = await seedPackage({ kind: 'QDP', pharmacy: PHARMACY, group: 'OTC', rows: 60 });
});
after(() => closePackage(qdp.id));

const open = (page: Page) => button(page, 'Spalten').click();
const heading = (page: Page, id: string) => page.locator(`[role=columnheader][data-column=${id}]`);
const headings = (page: Page) =>
  page.locator('[role=columnheader]').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.column));
const box = async (page: Page, id: string) => {
  const found = await heading(page, id).boundingBox();
  assert.ok(found, `no heading ${id}`);
  return found;
};

describe('arranging the table of a list (rule 14.50)', () => {
  test('by mouse: a column is dragged to another place among the columns', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', qdp.path);
    await page.getByRole('grid').waitFor();
    await open(page);
    const handle = await button(page, 'Absatz verschieben').boundingBox();
    const target = await button(page, 'AVP verschieben').boundingBox();
    assert.ok(handle && target);
    await page.mouse.move(handle.x + 8, handle.y + 8);
    await page.mouse.down();
    await page.mouse.move(target.x + 8, target.y + 12, { steps: 5 });
    await page.mouse.up();
    await waitUntil(async () => (await headings(page))[2] === 'avp');
    await button(page, 'Zurücksetzen').click();
  });

  test('by mouse: the edge of a heading is drawn, a double click gives the usual width back', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', qdp.path);
    await page.getByRole('grid').waitFor();
    // what comes later above the grid moves it down
    await page.getByText(/^Zu prüfen \d/).waitFor();
    const { x, y, width } = await box(page, 'avp');
    const edge = [x + width - 4, y + 12] as const;
    await page.mouse.move(...edge);
    await page.mouse.down();
    await page.mouse.move(edge[0] + 60, edge[1], { steps: 4 });
    await page.mouse.up();
    const isWide = (pixels: number) => waitUntil(async () => Math.round((await box(page, 'avp')).width) === pixels);
    await isWide(140);
    // the list is not sorted by it
    assert.equal(await heading(page, 'avp').getAttribute('aria-sort'), 'none');
    // the article, which grows, has made room
    const wide = await box(page, 'avp');
    await page.mouse.dblclick(wide.x + wide.width - 4, y + 12);
    await isWide(80);
  });

  test('columns pinned right stay in view and usable; a narrow screen unpins them', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', qdp.path, { width: 900, height: 900 });
    await page.getByRole('grid').waitFor();
    await heading(page, 'ownPrice').hover();
    await heading(page, 'ownPrice').locator('[data-menu]').click();
    await page.getByRole('menuitem', { name: 'Rechts fixieren' }).click();
    await open(page);
    await page.getByRole('radiogroup', { name: 'Zeilenhöhe' }).getByText('dicht').click();
    await checkScreenByNight(page, 'columns-chooser-900');
    await page.keyboard.press('Escape');
    const row = page.locator('[data-position="2"]');
    assert.equal((await row.boundingBox())?.height, 28);
    const right = async () => {
      const { x, width } = await box(page, 'ownPrice');
      return Math.round(x + width);
    };
    const edge = await page
      .getByRole('grid')
      .evaluate((grid) => Math.round(grid.getBoundingClientRect().left + grid.clientWidth));
    const most = await page.getByRole('grid').evaluate((grid) => grid.scrollWidth - grid.clientWidth);
    assert.ok(most > 100, `the table is ${most} px wider than the screen`);
    for (const scrolled of [0, most / 2, most]) {
      await page.getByRole('grid').evaluate((grid, left) => void (grid.scrollLeft = left), scrolled);
      await waitUntil(async () => (await right()) === edge);
      const cell = await row.locator('[data-column=ownPrice]').boundingBox();
      assert.equal(cell && Math.round(cell.x + cell.width), edge);
    }
    await row.getByRole('textbox').fill('5,00');
    await checkScreenByNight(page, 'columns-dense-1440');

    await page.setViewportSize({ width: 360, height: 740 });
    const position = () => heading(page, 'ownPrice').evaluate((each) => getComputedStyle(each).position);
    await waitUntil(async () => (await position()) === 'relative');
  });

  testByNight('the chooser fits on a phone, where rows stay as high as a finger needs', async ({ visitAs }) => {
    const { name: _name, ...viewport } = SIZES[1];
    const { page } = await visitAs('vertrieb', qdp.path, viewport);
    await button(page, 'Filter und Spalten').click();
    await button(page, 'Spalten').click();
    await button(page, 'Zurücksetzen').waitFor();
    await checkScreenByNight(page, 'columns-chooser-390');
    const bottom = await button(page, 'Zurücksetzen').boundingBox();
    assert.ok(bottom && bottom.y + bottom.height <= viewport.height, 'nothing of it is cut off');
  });
});

const waitUntil = (holds: () => Promise<boolean>) => expect.poll(holds, { timeout: 20_000 }).toBe(true);
