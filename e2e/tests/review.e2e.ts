import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen, SIZES } from '../src/check-screen.ts';
import { button, closePackage, priceInput, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test, testByNight } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_133);
const SLIP = '899.00';
let mdp: Seeded;
/** The article whose price has slipped. */
let slipped = '';

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'OTC', rows: 300 });
  slipped = mdp.rows[200]?.pzn ?? '';
  await portal().database.query('UPDATE price_update_item SET true_price = $3 WHERE update_id = $1 AND pzn = $2', [
    mdp.id,
    slipped,
    SLIP,
  ]);
});
after(() => closePackage(mdp.id));

const only = (page: Page) => page.getByText(/^Zu prüfen \d/);
const progress = (page: Page) => page.getByText(/^\d+ geprüft$/);
const reviewed = (page: Page) => page.getByLabel(`Geprüft: PZN ${slipped}`);

describe('the review desk (rules 14.25 to 14.27)', () => {
  test('finds the price that slipped among hundreds, says why, and keeps that somebody looked at it', async ({
    visitAs,
  }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await only(page).click();
    const first = page.getByRole('row').nth(1);
    await first.getByText(slipped).waitFor();
    assert.match((await first.textContent()) ?? '', /\d → 899,00.* teurer als bisher/);
    await reviewed(page).check();
    await page.getByText('1 geprüft', { exact: true }).waitFor();
    await page.getByTitle(/^Geprüft von: .+ 1$/).waitFor();
    await first.getByText('geprüft', { exact: true }).waitFor();

    // on a phone its reasons and that word stand whole in the middle of the row
    const size = page.viewportSize() ?? SIZES[0];
    await page.setViewportSize({ width: 360, height: 780 });
    const said = first.locator('[data-column=review-why]').getByText('geprüft', { exact: true });
    const row = await first.boundingBox();
    const reason = await said.locator('xpath=../*[1]').boundingBox();
    const word = await said.boundingBox();
    assert.ok(row && reason && word, 'the row has no reason or no word');
    const [above, below] = [reason.y - row.y, row.y + row.height - word.y - word.height];
    assert.ok(above > 0 && Math.abs(above - below) <= 2, `${above} px above, ${below} px below`);
    assert.ok(reason.y + reason.height <= word.y, 'the word lies on the reason');
    await page.setViewportSize(size);

    // the address keeps what is shown, a moment later
    await page.waitForURL(/review=all/);
    await page.reload();
    await page.getByText('1 geprüft', { exact: true }).waitFor();
    await reviewed(page).waitFor();
    assert.equal(await reviewed(page).isChecked(), true);

    // a price that is entered is reviewed with it; one that is taken back is not
    await priceInput(page, slipped).fill('7,95');
    await priceInput(page, slipped).press('Enter');
    await first.getByText('7,95').waitFor();
    await page.getByText('1 geprüft', { exact: true }).waitFor();
    await reviewed(page).uncheck();
    await page.getByText('0 geprüft', { exact: true }).waitFor();
  });

  testByNight('leads from one row to the next by keys (rule 14.41)', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await only(page).waitFor();
    const reviewedBefore = Number(/(\d+) geprüft/.exec((await progress(page).textContent()) ?? '')?.[1] ?? 0);
    await page.keyboard.press('F8');
    const onRow = page.locator('[data-position]:focus-within');
    await onRow
      .getByText(/teurer als|über AVP|Einkaufspreis|Komma/)
      .first()
      .waitFor();
    const first = await onRow.getAttribute('data-position');
    assert.ok(await onRow.isVisible());
    await page.keyboard.press('Control+Enter');
    await page.getByText(`${reviewedBefore + 1} geprüft`, { exact: true }).waitFor();
    // the focus follows once the row is drawn
    await page.locator(`[data-position]:focus-within:not([data-position="${first}"])`).waitFor();
    const second = await onRow.getAttribute('data-position');
    assert.ok(Number(second) > Number(first), `${second} does not follow ${first}`);
    // what has been ticked is passed over on the way back
    await page.keyboard.press('Shift+F8');
    assert.notEqual(await onRow.getAttribute('data-position'), first);
  });

  testByNight('sums up what the approval does before it is given', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path);
    await only(page).waitFor();
    await button(page, 'Preise freigeben').click();
    const summary = page.getByRole('region', { name: 'Was sich ändert' });
    // every price of the package rises by a euro, the slipped one by more
    await summary.getByText(`${mdp.rows.length} Preise steigen`).waitFor();
    await page.getByText('1 Sprung über 50 %').click();
    const jump = page.getByRole('row').filter({ hasText: slipped });
    await jump.getByText('899,00').first().waitFor();
  });

  for (const { name, ...viewport } of SIZES) {
    testByNight(`can be read by everybody at ${name} px`, async ({ visitAs }) => {
      const { page } = await visitAs('vertrieb', mdp.path, viewport);
      await only(page).click();
      await page.getByText('899,00').first().waitFor();
      await checkScreen(page, `review-${name}`);
      await button(page, 'Preise freigeben').click();
      await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
      await checkScreen(page, `review-summary-${name}`);
    });
  }
});
