import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import type { Page } from '@playwright/test';
import { checkScreen, checkWidth } from '../src/check-screen.ts';
import { button, closePackage, find, gridRow, type Seeded, seedPackage } from '../src/packages.ts';
import { after, before, describe, test } from '../src/runner.ts';
import { portal } from '../src/running.ts';

/** A pharmacy that nothing else is done with. */
const PHARMACY = demoPharmacyRef(100_134);
const SLIP = '899.00';
let mdp: Seeded;
/** PZNs of three articles whose prices have slipped. */
let slipped: string[] = [];
/** What the list sells them for today, by PZN. */
const today = new Map<string, string>();

before(async () => {
  mdp = await seedPackage({ kind: 'MDP', pharmacy: PHARMACY, group: 'FREIWAHL', rows: 60 });
  slipped = [10, 20, 30].map((at) => mdp.rows[at]?.pzn ?? '');
  const { database } = portal();
  await database.query('UPDATE price_update_item SET true_price = $3 WHERE update_id = $1 AND pzn = ANY($2)', [
    mdp.id,
    slipped,
    SLIP,
  ]);
  const { rows } = await database.query<{ pzn: string; price: string }>(
    'SELECT pzn, calculated_price::text AS price FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)',
    [PHARMACY.apoId, slipped],
  );
  for (const { pzn, price } of rows) today.set(pzn, price);
});
after(() => closePackage(mdp.id));

const card = (page: Page) => page.getByRole('article');
const pznOnCard = async (page: Page) => /PZN (\d{8})/.exec((await card(page).textContent()) ?? '')?.[1] ?? '';
const decisionPlaces = (page: Page) =>
  Promise.all([/^Alter/, 'Eigener …', /^Übernehmen/].map((name) => button(page, name).boundingBox()));
const open = (page: Page) => button(page, 'Zu prüfen durchgehen').click();

describe('a monthly update reviewed on a phone (rule 14.40)', () => {
  for (const width of [360, 390]) {
    test(`the way from the task to the confirmation fits into ${width} px`, async ({ visitAs }) => {
      const start = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}`;
      const { page } = await visitAs('vertrieb', start, { width, height: 640 });
      await page.getByRole('link', { name: 'Monatsupdate Freiwahl öffnen' }).waitFor();
      await checkWidth(page);
      await page.getByRole('link', { name: 'Monatsupdate Freiwahl öffnen' }).click();
      await button(page, 'Zu prüfen durchgehen').waitFor();
      await checkWidth(page);
      await checkScreen(page, `review-narrow-${width}`);
      await open(page);
      await card(page).waitFor();
      for (const name of ['Zurück', 'Weiter', 'Mehr', 'Alles zu diesem Artikel']) {
        const box = await button(page, name).boundingBox();
        assert.ok(box && box.height >= 44 && box.width >= 44, `${name} is too small`);
      }
      const places = await decisionPlaces(page);
      for (const box of places) assert.ok(box && box.height >= 48, 'a decision is too small');
      // the same places on the next card, and at its end
      await button(page, 'Weiter').click();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      assert.deepEqual(await decisionPlaces(page), places);
      await button(page, 'Zurück').click();
      await checkWidth(page);
      await checkScreen(page, `review-card-${width}`);
      await button(page, 'Alles zu diesem Artikel').click();
      await page.getByRole('dialog').getByText('Warum dieser Preis').waitFor();
      await checkWidth(page);
      await checkScreen(page, `review-card-details-${width}`);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(page, 'Eigener …').click();
      await page.keyboard.type('1.234');
      await checkWidth(page);
      await checkScreen(page, `review-card-own-${width}`);
      // one only, which leaves the input and not the page
      await button(page, 'Abbrechen').click();
      await button(page, 'Mehr').click();
      await button(page, 'Preise freigeben').click();
      await page.getByRole('region', { name: 'Was sich ändert' }).waitFor();
      await checkWidth(page);
      await checkScreen(page, `review-card-summary-${width}`);
    });
  }

  test('one price is accepted, one stays as it was, one is set; the list then has all three', async ({ visitAs }) => {
    const { page } = await visitAs('vertrieb', mdp.path, { width: 360, height: 640 });
    await open(page);
    const decided: string[] = [];
    for (const decide of ['Übernehmen 899,00', /^Alter/, 'Eigener …']) {
      await card(page)
        .getByText(/899,00/)
        .first()
        .waitFor();
      const pzn = await pznOnCard(page);
      decided.push(pzn);
      await button(page, decide).click();
      if (decide === 'Eigener …') {
        await page.keyboard.type('23,45');
        await page.keyboard.press('Enter');
      }
      await page.getByRole('article').filter({ hasText: pzn }).waitFor({ state: 'detached' });
    }
    assert.deepEqual([...decided].sort(), [...slipped].sort());
    await button(page, 'Mehr').click();
    await button(page, 'Preise freigeben').click();
    await page.getByText(/davon 2 mit Ihrer Bearbeitung/).waitFor();
    // what becomes of a price stands beside the article, within the screen (rule 6.13)
    const change = page.locator('[role=gridcell][data-column=change]').filter({ hasText: '23,45' });
    const box = await change.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, 'the change does not fit');
    await change.getByText('weicht stark ab').waitFor();
    await checkScreen(page, 'confirm-rows-360');
    await button(page, 'Preise freigeben').click();
    await page.getByRole('dialog').getByText('Preise gespeichert').waitFor();

    const [accepted, kept, own] = decided as [string, string, string];
    const { rows } = await portal().database.query<{ pzn: string; price: string; type: number }>(
      `SELECT pzn, coalesce(manual_price, calculated_price)::text AS price, price_type AS type FROM price_item
        WHERE apo_id = $1 AND pzn = ANY($2)`,
      [PHARMACY.apoId, decided],
    );
    const listed = new Map(rows.map(({ pzn, ...row }) => [pzn, row]));
    assert.deepEqual(listed.get(accepted), { price: '899.00', type: 0 });
    assert.deepEqual(listed.get(kept), { price: today.get(kept), type: 2 });
    assert.deepEqual(listed.get(own), { price: '23.45', type: 2 });
    const list = `/p/${PHARMACY.crmCompanyId}/${PHARMACY.token}/pricelist/FREIWAHL`;
    await page.goto(new URL(list, page.url()).href);
    await find(page, own);
    await gridRow(page, own).getByText('23,45').waitFor();
  });
});
