import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreenByNight, settle, SIZES } from '../src/check-screen.ts';
import { someOf } from '../src/nightly.ts';
import { closePackage, priceInput, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_152);
const LIST = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/FREIWAHL`;
let mdp: Seeded;
let pzn = '';

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 40 });
  pzn = mdp.rows[3]?.pzn ?? '';
  // close to each other, so that their labels have to make way
  await portal().database.query(
    `UPDATE price_update_item SET avp = true_price, vhp = true_price + 0.01, price_min = true_price - 0.01, ravp_regio = true_price,
            price_max = true_price + 0.02, units = 30 WHERE update_id = $1 AND pzn = $2`,
    [mdp.id, pzn],
  );
});
after(() => closePackage(mdp.id));

const loaded = (page: Page) => page.getByText(/ \/ [\d.]+ Artikel$/).waitFor();
/** Docked at a desk, else a dialog. */
const card = (page: Page) =>
  page.getByRole('dialog', { name: /Preishistorie: / }).or(page.getByRole('complementary', { name: /^Preiskarte: / }));
const isDocked = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1200;
const opened = (page: Page) => card(page).getByRole('region', { name: 'Was der Preis bringt' }).waitFor();
const gone = async (page: Page) => {
  if (!isDocked(page)) await card(page).waitFor({ state: 'detached' });
};
const isFocused = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

describe('the price card (rules 14.31 and 14.32)', () => {
  for (const { name, ...viewport } of someOf(SIZES)) {
    test(`opens from a price list by button and key at ${name} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', LIST, viewport);
      await loaded(page);
      await page
        .getByRole('button', { name: /^Preishistorie von PZN/ })
        .nth(2)
        .click();
      await opened(page);
      await checkScreenByNight(page, `price-card-list-${name}`);
      await page.keyboard.press('Escape');
      await gone(page);
      await page.locator('[data-position="1"] > [data-column=name]').focus();
      await page.keyboard.press('Enter');
      await opened(page);
      await card(page)
        .getByText(/^Artikel 2 von /)
        .waitFor();
      await page.keyboard.press('Alt+ArrowDown');
      await card(page)
        .getByText(/^Artikel 3 von /)
        .waitFor();
      await page.keyboard.press('Escape');
      await gone(page);
      // the docked card has led to its article
      await isFocused(page, `[data-position="${isDocked(page) ? 2 : 1}"] > [data-column=name]`);
    });

    testByNight(`opens from a monthly update while its prices are entered at ${name} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', mdp.path, viewport);
      await loaded(page);
      await priceInput(page, pzn).fill('4,44');
      await page.keyboard.press('Alt+Enter');
      await opened(page);
      await card(page).getByText('Eigener Preis 4,44 €, eingegeben, noch nicht in Kraft').waitFor();
      await card(page)
        .getByText(/^Nötige Menge: /)
        .waitFor();
      await checkScreenByNight(page, `price-card-mdp-${name}`);
      await page.keyboard.press('Escape');
      await gone(page);
      await isFocused(page, `[aria-label$="${pzn}"]`);
      await page.getByRole('button', { name: `Preishistorie von PZN ${pzn}` }).click();
      await opened(page);
    });
  }

  test('decides at a desk: the old price is entered, marked as reviewed, and the next row is there', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await loaded(page);
    await page.getByText(/^Zu prüfen \d+$/).waitFor();
    await page.getByRole('button', { name: 'Spalten', exact: true }).click();
    await page.getByRole('switch', { name: 'Preiskarte' }).click();
    await page.keyboard.press('Escape');
    await card(page)
      .getByText(/^Artikel 1 von /)
      .waitFor();
    await page.waitForTimeout(500); // a card decides nothing in its first 0.4 s
    const former = card(page).getByRole('button', { name: /^(Alter|Bleibt) / });
    const changes = ((await former.textContent()) ?? '').startsWith('Alter');
    await former.click();
    await card(page)
      .getByText(/^Artikel 2 von /)
      .waitFor();
    await page.getByText(/^1 bearbeitet/).waitFor({ state: changes ? 'visible' : 'detached' });
    await page.waitForTimeout(500);
    await card(page).getByRole('button', { name: 'Eigener …' }).click();
    await isFocused(page, '[data-position="1"] input');
    await checkScreenByNight(page, 'price-card-docked');
    await page.getByRole('button', { name: 'Preiskarte schließen' }).click();
    await card(page).waitFor({ state: 'detached' });
  });

  testByNight('has labels that do not overlap, and nothing to scroll sideways, at 360 px', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path, { width: 360, height: 780 });
    await loaded(page);
    await page.getByRole('button', { name: `Preishistorie von PZN ${pzn}` }).click();
    await opened(page);
    await settle(page); // the dialog grows while it comes
    const bar = card(page).getByRole('img', { name: /^Lage des Preises/ });
    const labels = await bar.locator('text').evaluateAll((texts) =>
      texts.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { text: text.textContent, left, right, top, bottom, size: getComputedStyle(text).fontSize };
      }),
    );
    assert.equal(labels.length, 8);
    for (const [at, a] of labels.entries()) {
      assert.ok(a.left >= 0 && a.right <= 360 && a.size === '11px', JSON.stringify(a));
      for (const b of labels.slice(at + 1)) {
        // a line of letters leaves room above and below them
        const overlaps = a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
        assert.equal(overlaps, false, `${a.text} and ${b.text}`);
      }
    }
    const wide = await card(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter(
          (each) =>
            each.scrollWidth > each.clientWidth + 1 &&
            each.clientWidth > 0 &&
            getComputedStyle(each).display !== 'inline',
        )
        .map(({ className }) => String(className)),
    );
    assert.deepEqual(wide, []);
  });
});
