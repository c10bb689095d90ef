import assert from 'node:assert/strict';
import { type DemoPharmacyRef, FIRST_CALCULATION_PHARMACY, OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkNothingCut } from '../src/check-screen.ts';
import { button, startOf } from '../src/packages.ts';
import { portal } from '../src/running.ts';
import { describe, test, testByNight } from '../src/runner.ts';

/** Pixels of a row, and the two that a border may take. */
const ROW = 36;
const BORDERS = 2;

/** At rest the table has at least this share of the window and so many whole rows; the LZD says that there is no contract. */
const SIZES = [
  { width: 1440, height: 900, share: 0.65, rows: 16 },
  { width: 1366, height: 768, share: 0.65, rows: 12 },
  { width: 1280, height: 720, share: 0, rows: 8 },
  { width: 390, height: 844, share: 0, rows: 0 },
] as const;

const KINDS = [
  { kind: 'MDP', viewport: 0.76, path: () => openOf('MDP', OWNER_PHARMACY) },
  { kind: 'QDP', viewport: 0.81, path: () => openOf('QDP', OWNER_PHARMACY) },
  { kind: 'LZD', viewport: 0.81, path: () => openOf('LZD', FIRST_CALCULATION_PHARMACY) },
  { kind: 'price list', viewport: 0.81, path: async () => `${startOf(OWNER_PHARMACY)}/pricelist/OTC` },
] as const;

async function openOf(kind: string, pharmacy: DemoPharmacyRef): Promise<string> {
  const { rows } = await portal().database.query<{ id: number; group: string }>(
    `SELECT id, product_group AS "group" FROM price_update WHERE kind = $1 AND apo_id = $2 AND status = 0
      ORDER BY item_count DESC LIMIT 1`,
    [kind, pharmacy.apoId],
  );
  const [found] = rows;
  assert.ok(found, `no open ${kind}`);
  return `${startOf(pharmacy)}/${kind.toLowerCase()}/${found.id}/${found.group}`;
}

/** What is seen of the table between what stands above and the bar of buttons. */
function look(page: Page) {
  return page.evaluate(() => {
    const of = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
    const grid = of('[role=grid]');
    const head = of('[role=columnheader]');
    const top = Math.max(0, grid.top);
    const bottom = Math.min(grid.bottom, of('[role=toolbar]').top);
    return {
      share: (bottom - top) / innerHeight,
      height: bottom - top,
      room: bottom - head.bottom,
      first: of('[role=grid] [data-position]').top,
      page: scrollY,
    };
  });
}

/** Columns that begin in the window and end beyond it. */
const halfColumns = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=columnheader]')]
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < innerWidth - 1 && right > innerWidth + 1;
      })
      .map(({ dataset }) => dataset.column),
  );

/** The bar of the review has come, and with it nothing has moved. */
const judged = async (page: Page) => {
  await page
    .getByText(/^(Zu prüfen \d|\d+ zu prüfen$)/)
    .first()
    .waitFor();
  await stands(page);
};

/** Waits until page and rows have stayed where they are for twenty frames: the wheel is turned a moment later than it is told. */
const stands = (page: Page) =>
  page.evaluate(async () => {
    const place = () =>
      `${scrollY} ${document.querySelector('[role=grid]')?.getBoundingClientRect().top} ${document.querySelector('[role=grid]')?.scrollTop}`;
    let last = place();
    for (let frames = 0; frames < 20; frames += 1) {
      await new Promise((resolve) => void requestAnimationFrame(resolve));
      if (place() !== last) frames = 0;
      last = place();
    }
  });

// Rules 2.44 and 3.21.
describe('a work screen belongs to its rows', () => {
  for (const [at, { kind, viewport, path }] of KINDS.entries()) {
    for (const [size, { width, height, share, rows }] of SIZES.entries()) {
      // an update at a desk and a list on a phone with each change
      const testSome = at === size && (at === 0 || at === 3) ? test : testByNight;
      testSome(`${kind} at ${width} x ${height}`, async ({ visitAs }) => {
        const { page, url } = await visitAs('vertrieb', '/', { width, height });
        await page.goto(`${url}${await path()}`);
        await page.getByRole('toolbar').waitFor();
        await page.locator('[role=grid] [data-position]').first().waitFor();
        await judged(page);
        if (kind === 'LZD') await page.getByText('Der Vertrag dieser Apotheke ist noch nicht aktiviert.').waitFor();

        const rest = await look(page);
        assert.equal(rest.page, 0);
        assert.ok(rest.share >= share, `${rest.share} of the window at rest`);
        const whole = Math.floor(rest.room / ROW);
        assert.ok(whole >= rows, `${whole} whole rows at rest`);

        await page.mouse.move(width / 2, height * 0.7);
        for (let turn = 0; turn < 8; turn += 1) {
          await page.mouse.wheel(0, 120);
        }
        await stands(page);
        const scrolled = await look(page);
        assert.ok(scrolled.height + BORDERS >= viewport * height, `${scrolled.height} px while scrolled`);

        // nobody has moved the pointer or the list: neither do the rows
        await stands(page);
        assert.equal((await look(page)).first, scrolled.first);

        for (let turn = 0; turn < 14; turn += 1) {
          await page.mouse.wheel(0, -120);
        }
        await stands(page);
        assert.deepEqual(await look(page), rest);
      });
    }
  }

  test('rows to review have a phone nearly to themselves, and keep their headings at 200 %', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber', '/', { width: 390, height: 844 });
    const address = `${url}${await openOf('MDP', OWNER_PHARMACY)}?review=all:weight`;
    const wholeRows = () =>
      page.evaluate(() => {
        const head = (document.querySelector('[role=columnheader]') as Element).getBoundingClientRect().bottom;
        const bar = (document.querySelector('[role=toolbar]') as Element).getBoundingClientRect().top;
        const end = Math.min(bar, innerHeight);
        const places = [...document.querySelectorAll('[data-position]')].map((row) => row.getBoundingClientRect());
        return places.filter(({ top, bottom }) => top >= head - 1 && bottom <= end + 1).length;
      });
    for (const { rows, confirmed, ...viewport } of [
      { width: 390, height: 844, rows: 8, confirmed: 5 },
      { width: 360, height: 780, rows: 6, confirmed: 3 },
      { width: 640, height: 360, rows: 3, confirmed: 1 },
    ]) {
      await page.setViewportSize(viewport);
      await page.goto(address);
      await judged(page);
      const seen = await wholeRows();
      assert.ok(seen >= rows, `${seen} rows at ${viewport.width} x ${viewport.height}`);
      if (viewport.width < 480) assert.deepEqual(await halfColumns(page), [], `at ${viewport.width}`);
      await checkNothingCut(page, `rows to review at ${viewport.width}`);
      await page.getByRole('button', { name: 'Preise freigeben' }).click();
      await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
      await stands(page);
      const left = await wholeRows();
      assert.ok(left >= confirmed, `${left} rows to confirm at ${viewport.width} x ${viewport.height}`);
      await checkNothingCut(page, `rows to confirm at ${viewport.width}`);
    }
    await page.goto(address);
    await judged(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const head = await page.getByRole('columnheader').first().boundingBox();
    assert.ok(head && head.y >= 0, `the headings at ${head?.y}`);

    // of a card the change and the decisions are in view at once, with nothing between them
    await page.evaluate(() => scrollTo(0, 0));
    await button(page, 'Zu prüfen durchgehen').click();
    for (const viewport of [
      { width: 640, height: 360 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await page.reload();
      const [price, decision] = [page.getByRole('article').locator('strong').first(), button(page, /^Übernehmen/)];
      await price.waitFor();
      const [above, below] = [await price.boundingBox(), await decision.boundingBox()];
      assert.ok(above && below && above.y > 0 && above.y + above.height < below.y, `${above?.y} above ${below?.y}`);
      assert.equal(await page.getByRole('link', { name: 'Impressum' }).isVisible(), false);
    }
  });

  // Rules 14.32 and 14.50.
  test('the docked card reaches down to the buttons in each size of the window, and the rows as far as the card', async ({
    visitAs,
  }) => {
    const { page, url } = await visitAs('inhaber', '/', { width: 1440, height: 900 });
    await page.goto(`${url}${await openOf('MDP', OWNER_PHARMACY)}?review=all:weight`);
    const card = page.getByRole('complementary', { name: /^Preiskarte/ });
    // Asked for, it stays in each window that has room for it.
    await page.locator('[role=grid] [data-position="0"] [data-column=name]').focus();
    await page.keyboard.press('Alt+Enter');
    await card.waitFor();
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
      { width: 1280, height: 720 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      if (viewport.width < 1200) continue;
      await card.waitFor();
      await stands(page);
      const { gap, rest } = await page.evaluate(() => {
        const of = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
        const grid = of('[role=grid]');
        return {
          gap: of('[role=toolbar]').top - of('aside').bottom,
          rest:
            grid.left +
            (document.querySelector('[role=grid]') as Element).clientWidth -
            of('[role=columnheader]:last-child').right,
        };
      });
      assert.ok(Math.abs(gap) <= 1, `${gap} px below the card at ${viewport.width} x ${viewport.height}`);
      assert.ok(rest <= 1, `${rest} px right of the rows at ${viewport.width}`);
    }
  });

  test('a price list takes the width of a desk, and of a small one with its inputs', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber', '/', { width: 1440, height: 900 });
    await page.goto(`${url}${startOf(OWNER_PHARMACY)}/pricelist/OTC`);
    await page.locator('[role=grid] [data-position]').first().waitFor();
    await stands(page);
    const [name, last] = await Promise.all(
      ['[data-column=name]', ':last-child'].map((which) => page.locator(`[role=columnheader]${which}`).boundingBox()),
    );
    assert.ok(name && name.width <= 420, `${name?.width} px for the article`);
    assert.ok(last && last.x + last.width >= 1440 - 16, `rows end at ${last && last.x + last.width}`);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Bearbeiten' }).click();
    await page.getByRole('gridcell').getByRole('textbox').first().waitFor();
    await stands(page);
    const exclusion = await page.locator('[role=columnheader][data-column=exclusion]').boundingBox();
    assert.ok(exclusion && exclusion.x + exclusion.width <= 1280, `${exclusion?.x} px: the last input`);
  });

  test('the first edit moves no row', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber', '/', { width: 1366, height: 768 });
    await page.goto(`${url}${await openOf('MDP', OWNER_PHARMACY)}`);
    const input = page.getByLabel(/^Preiskorrektur für PZN/).first();
    await input.waitFor();
    await judged(page);
    const { first } = await look(page);
    await input.fill('5,55');
    await input.press('Enter');
    await page.getByText('1 bearbeitet').waitFor();
    assert.equal((await look(page)).first, first);
  });

  test('the header is back with the focus, and a row behind the buttons comes out with it', async ({ visitAs }) => {
    const { page, url } = await visitAs('inhaber', '/', { width: 1440, height: 900 });
    await page.goto(`${url}${startOf(OWNER_PHARMACY)}/pricelist/OTC`);
    await page.locator('[role=grid] [data-position]').first().waitFor();
    await page.locator('[role=grid] [data-position="0"] [role=gridcell]').nth(2).click();
    for (let row = 0; row < 17; row += 1) await page.keyboard.press('ArrowDown');
    const seen = await page.evaluate(() => {
      const focused = (document.activeElement as Element).getBoundingClientRect();
      return focused.bottom <= (document.querySelector('[role=toolbar]') as Element).getBoundingClientRect().top;
    });
    assert.ok(seen);
    await page.getByRole('link', { name: 'Home' }).focus();
    assert.equal(await page.evaluate(() => scrollY), 0);
  });
});
