import assert from 'node:assert/strict';
import { demoPharmacyRef, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { checkScreen, settle, SIZES } from '../src/check-screen.ts';
import { button, closePackage, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_141);
/** Only looked at. */
const LIST = `/p/${OWNER_PHARMACY.crmCompanyId}/${OWNER_PHARMACY.token}/pricelist/OTC?mode=expert`;
let qdp: Seeded;

before(async () => {
  qdp = await seedPackage({ kind: 'QDP', pharmacy: PHARMACY, group: 'OTC', rows: 400 });
});
after(() => closePackage(qdp.id));

/** Where the focus is, by the accessibility attributes alone: row and column as they are read out, and what has it. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const cell = element?.closest('[role=gridcell]');
    const column = document.querySelector(`[role=columnheader][aria-colindex="${cell?.ariaColIndex}"]`);
    return {
      row: Number(cell?.closest('[role=row]')?.ariaRowIndex),
      column: (column as HTMLElement | null)?.dataset.column,
      on: element === cell ? 'cell' : (element as HTMLInputElement | null)?.type,
    };
  });
/** The first rows of a list that comes slowly are for reading, and others stand in their place when it is whole (rule 2.28). */
const whole = (page: Page) => page.locator(':not([aria-busy="true"]) > [role=grid] [role=gridcell]').first().waitFor();
/** The cells of a range are drawn a moment after the focus has moved. */
const has = (cells: Locator, count: number) => expect(cells).toHaveCount(count, { timeout: 20_000 });
/** A page that is busy moves the focus a moment after the key. */
const at = (page: Page, row: number, column: string, on: string) =>
  expect.poll(() => focus(page), { timeout: 20_000 }).toEqual({ row, column, on });
const keys = async (page: Page, ...all: string[]) => {
  for (const key of all) await page.keyboard.press(key);
};
const price = (page: Page, row: number) =>
  page.locator(`[aria-rowindex="${row}"] [data-column=ownPrice] input`).inputValue();

describe('a list as a grid of cells, by keyboard alone (rules 3.18 to 3.20)', () => {
  test('moves, enters, goes on, takes back, ticks and draws ranges', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', qdp.path);
    const grid = page.getByRole('grid');
    await whole(page);
    assert.equal(await grid.getAttribute('aria-rowcount'), '401');
    assert.equal(await page.locator('[role=grid] [tabindex="0"]').count(), 1);

    // one stop of the Tab key, on the first price
    await page.locator('[role=grid] [tabindex="0"]').focus();
    await at(page, 2, 'ownPrice', 'cell');
    await page.keyboard.type('4,44');
    await at(page, 2, 'ownPrice', 'text');
    await keys(page, 'Enter');
    await at(page, 3, 'ownPrice', 'text');
    await page.keyboard.type('5,55');
    await keys(page, 'PageDown');
    await page.keyboard.type('6');
    await at(page, 3, 'ownPrice', 'text');
    assert.equal(await price(page, 3), '5,556');
    await keys(page, 'Escape');
    await at(page, 3, 'ownPrice', 'cell');
    assert.equal(await price(page, 2), '4,44');
    assert.equal(await price(page, 3), '');
    await page.getByText('1 bearbeitet · nicht gespeichert').waitFor();

    // Tab passes over what takes no input: without a price nothing is permanent
    await keys(page, 'ArrowUp', 'F2', 'Tab');
    await at(page, 2, 'permanent', 'checkbox');
    await keys(page, 'Space', 'ArrowRight');
    await at(page, 2, 'exclusion', 'cell');
    assert.equal(await page.locator('[aria-rowindex="2"] [data-column=permanent] input').isChecked(), true);

    // to the edges of the list and back, with the focus on a cell that is drawn
    await keys(page, 'Control+End');
    assert.equal((await focus(page)).row, 401);
    await keys(page, 'PageUp');
    assert.ok((await focus(page)).row < 401);
    await keys(page, 'Control+Home');
    await at(page, 2, 'pzn', 'cell');
    await keys(page, 'End', 'Home', 'ArrowRight', 'ArrowDown');
    await at(page, 3, 'name', 'cell');

    // up into the headings, which sort
    await keys(page, 'ArrowUp', 'ArrowUp', 'Enter');
    assert.equal(await page.getByRole('columnheader', { name: /^Artikel/ }).getAttribute('aria-sort'), 'descending');
    await keys(page, 'ArrowDown');
    await at(page, 2, 'name', 'cell');

    await keys(page, 'Shift+ArrowDown', 'Shift+ArrowRight');
    await has(page.locator('[role=gridcell][aria-selected=true]'), 4);
    await keys(page, 'ArrowUp');
    await has(page.locator('[role=gridcell][aria-selected=true]'), 0);

    const editable = page.locator('[role=gridcell][aria-readonly=false]');
    const columns = await editable.evaluateAll((all) => [
      ...new Set(all.map((each) => (each as HTMLElement).dataset.column)),
    ]);
    assert.ok(columns.includes('ownPrice') && !columns.includes('name'), columns.join());
  });

  testByNight(
    'a cell whose row is scrolled away stays the active one, and what is typed goes there',
    async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', qdp.path);
      await whole(page);
      await page.locator('[role=grid] [tabindex="0"]').focus();
      await at(page, 2, 'ownPrice', 'cell');
      await page.getByRole('grid').hover();
      await page.mouse.wheel(0, 6000);
      await page.locator('[aria-rowindex="170"]').waitFor();
      assert.equal(await page.getByRole('grid').evaluate((grid) => grid === document.activeElement), true);
      await page.keyboard.type('7,77');
      await at(page, 2, 'ownPrice', 'text');
      assert.equal(await price(page, 2), '7,77');
    },
  );

  test('a range is drawn by the mouse and by a click with the shift key; within one cell text is selected as everywhere', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', qdp.path);
    const cell = (row: number, column: string) => page.locator(`[aria-rowindex="${row}"] [data-column=${column}]`);
    const selected = page.locator('[role=gridcell][aria-selected=true]');
    const marked = page.locator('[role=row][aria-selected=true]');
    const middle = async (row: number, column: string) => {
      const box = await cell(row, column).boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await whole(page);
    const [from, to] = [await middle(3, 'pzn'), await middle(6, 'name')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    await at(page, 6, 'name', 'cell');
    await has(selected, 4 * 2);
    assert.equal(await marked.count(), 0, 'drawing a range marks no row');

    // from where the range began, further and back above it
    await cell(8, 'name').click({ modifiers: ['Shift'] });
    await has(selected, 6 * 2);
    await cell(2, 'pzn').click({ modifiers: ['Shift'] });
    await has(selected, 2);
    assert.equal(await marked.count(), 0);

    // a plain click ends the range and marks its row, as specified
    await cell(4, 'pzn').click();
    await has(selected, 0);
    await has(marked, 1);

    const name = await cell(5, 'name').boundingBox();
    assert.ok(name);
    await page.mouse.move(name.x + 10, name.y + 12);
    await page.mouse.down();
    await page.mouse.move(name.x + 60, name.y + 12, { steps: 4 });
    await page.mouse.up();
    assert.ok((await page.evaluate(() => getSelection()?.toString() ?? '')).length > 0);
    await has(selected, 0);
    assert.equal(await marked.count(), 1, 'selecting text marks no row');
  });

  testByNight(
    'who edits a price list types at once, and has the inputs in view in the expert mode',
    async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', LIST, {
        width: 1280,
        height: 720,
      });
      await button(page, 'Bearbeiten').click();
      await page.locator('[role=gridcell] input:focus').waitFor();
      const { row, column: focused } = await focus(page);
      assert.equal(focused, 'ownPrice');
      for (const column of ['ownPrice', 'permanent', 'exclusion']) {
        const box = await page.locator(`[aria-rowindex="${row}"] [data-column=${column}]`).boundingBox();
        assert.ok(box && box.x + box.width <= 1280, `${column} is out of view`);
      }
    },
  );

  for (const viewport of [
    { width: 640, height: 360 },
    { width: 844, height: 390 },
  ]) {
    testByNight(
      `shows five rows at least once a list is scrolled at ${viewport.width} x ${viewport.height} (rule 3.21)`,
      async ({ visitAs }) => {
        const { page } = await visitAs('vertrieb', LIST, viewport);
        await whole(page);
        await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 720));
        await page.locator('[aria-rowindex="24"]').waitFor();
        await settle(page);
        const seen = await page.evaluate(() => {
          const head = document.querySelector('[role=columnheader]')?.getBoundingClientRect().bottom ?? 0;
          const end = document.querySelector('[role=toolbar]')?.getBoundingClientRect().top ?? 0;
          const rows = [...document.querySelectorAll('[data-position]')].map((row) => row.getBoundingClientRect());
          return rows.filter(({ top, bottom }) => top >= head - 1 && bottom <= end + 1).length;
        });
        assert.ok(seen >= 5, `${seen} rows`);
        await checkScreen(page, `keyboard-grid-low-${viewport.width}`);
      },
    );
  }

  for (const { name, ...viewport } of SIZES) {
    testByNight(`can be read by everybody at ${name} px, also in forced colours`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', qdp.path, viewport);
      if (viewport.width < 768) await button(page, 'Liste').or(page.getByRole('grid')).first().waitFor();
      await page.locator('[role=grid] [tabindex="0"]').focus();
      await keys(page, 'Shift+ArrowDown', 'Shift+ArrowRight');
      await checkScreen(page, `keyboard-grid-${name}`);
      await page.emulateMedia({ forcedColors: 'active' });
      const selected = page.locator('[role=gridcell][aria-selected=true]').first();
      assert.equal(await selected.evaluate((cell) => getComputedStyle(cell).outlineStyle), 'dotted');
      await keys(page, 'ArrowUp', 'ArrowLeft');
      await page.keyboard.type('9');
      await keys(page, 'Enter', 'Escape', 'Space', 'ArrowDown');
      const frame = (row: number) =>
        page.locator(`[aria-rowindex="${row}"]`).evaluate((each) => getComputedStyle(each, '::after').borderTopStyle);
      assert.deepEqual([await frame(2), await frame(3), await frame(5)], ['solid', 'dashed', 'none']);
      await checkScreen(page, `keyboard-grid-forced-${name}`);
    });
  }
});
